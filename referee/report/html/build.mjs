// Bundles the page and writes it as C++: node build.mjs FOLDER, with esbuild in FOLDER/node_modules.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = resolve(process.argv[2]);
const esbuild = createRequire(join(folder, "package.json"))("esbuild");

async function bundled(entry, options) {
  const built = await esbuild.build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
    ...options,
  });
  return built.outputFiles[0].text.trim();
}

const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// In pieces: compilers limit the length of one literal.
function literal(text) {
  const pieces = text.match(/[^]{1,8000}/gu) ?? [""];
  return pieces.map((piece) => `R"__page__(${piece})__page__"`).join("\n    ");
}

const script = await bundled("main.ts", { format: "iife", target: "es2022" });
const style = await bundled("style.css", { target: "chrome100" });
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error("the page would end early");

const policy = `default-src 'none'; script-src ${hashed(script)}; style-src ${hashed(style)}; base-uri 'none'; form-action 'none'`;
const filled = readFileSync(join(here, "page.html"), "utf8")
  .replace("{policy}", () => policy)
  .replace("{style}", () => style)
  .replace("{script}", () => script);
const [before, end] = filled.split("{data}\n");
const cut = before.indexOf(policy) + policy.length; // a served page adds to its policy there
const [head, begin] = [before.slice(0, cut), before.slice(cut)];

writeFileSync(
  join(folder, "page_frame.cpp"),
  `// Made by referee/report/html/build.mjs.
#include "referee/report/page_frame.hpp"

namespace ebiri::report {

const std::string_view page_head =
    ${literal(head)};

const std::string_view page_begin =
    ${literal(begin)};

const std::string_view page_end =
    ${literal(end)};

}  // namespace ebiri::report
`,
);
console.log(`${before.length + end.length} characters without data`);
