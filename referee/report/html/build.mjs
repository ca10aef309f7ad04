// Writes the C++ sources that contain the pages: node build.mjs FOLDER NAME, with esbuild in FOLDER/node_modules.
//
// `page_frame` has the page of a run, with and without the module, and the page to play on, each with its script and
// style. `contest_pages` and `site_pages` have the templates, styles and scripts of a contest or site.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, parse, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const [folder, name] = [resolve(process.argv[2]), process.argv[3]];
const esbuild = createRequire(join(folder, "package.json"))("esbuild");

async function bundled(entry, options) {
  const built = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
    ...options,
  });
  return built.outputFiles[0].text.trim();
}

const bundledStyle = (entry) => bundled(entry, { target: "chrome123" });

const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// A C++ string literal in pieces, because compilers limit its length.
function literal(text) {
  const pieces = text.match(/[^]{1,8000}/gu) ?? [""];
  return pieces.map((piece) => `R"__page__(${piece})__page__"`).join("\n    ");
}

const bundledScript = (entry, define = {}) => bundled(entry, { format: "iife", target: "es2022", define });

/** The parts of a page around its data (`Frame` in page.hpp). `module`: whether the page has the module and its worker. */
async function frame(entry, styles, module) {
  const source = (name) => join(here, "src", name);
  const script = await bundledScript(source(entry), { WORKER: JSON.stringify(module ? await bundledScript(source("worker.ts")) : ""), INTERACTIVE: String(module) });
  const style = (await Promise.all(styles.map((name) => bundledStyle(source(name))))).join("");
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error(`${entry}: the script or style contains an end tag or a comment`);
  const more = module ? " 'wasm-unsafe-eval'; worker-src blob:" : "";
  const policy = `default-src 'none'; script-src ${hashed(script)}${more}; style-src ${hashed(style)}; base-uri 'none'; form-action 'none'`;
  const filled = readFileSync(join(here, "page.html"), "utf8")
    .replace("{policy}", () => policy)
    .replace("{style}", () => style)
    .replace("{script}", () => script);
  const [before, end] = filled.split("{data}\n");
  const cut = before.indexOf(policy) + policy.length; // a served page extends its policy there
  return [before.slice(0, cut), before.slice(cut), end];
}

const frameDefinition = (name, parts) => `const Frame ${name}{
    ${parts.map(literal).join(",\n    ")}};
`;

const definition = ([name, text]) => `const std::string_view ${name} =\n    ${literal(text)};\n`;

async function frameSource() {
  return `#include "referee/report/page.hpp"

namespace ebiri::report {

${frameDefinition("plain_frame", await frame("main.ts", ["style.css"], false))}
${frameDefinition("interactive_frame", await frame("main.ts", ["style.css", "play.css"], true))}
${frameDefinition("play_frame", await frame("play.ts", ["style.css", "play.css"], true))}
}  // namespace ebiri::report
`;
}

/** A source with the templates and the style sheet in `room`/pages, and the frame of its pages. `space` is the namespace. `scripts`: by variable of the source, the file of a script in that folder. */
async function roomSource(room, space, scripts = {}) {
  const pages = join(here, "../..", room, "pages");
  const templates = readdirSync(pages).filter((file) => file.endsWith(".mustache")).map((file) => join(pages, file));
  templates.push(join(here, "page.mustache"));
  const entry = (file) => `{"${parse(file).name}", ${literal(readFileSync(file, "utf8").trimEnd())}},`;
  const texts = [["style_sheet", await bundledStyle(join(pages, "style.css"))]];
  for (const [name, file] of Object.entries(scripts)) texts.push([name, await bundledScript(join(pages, file))]);
  return `#include "referee/${room}/templates.hpp"

namespace ebiri::${space} {

${texts.map(definition).join("")}
const std::vector<report::Template> templates{
    ${templates.map(entry).join("\n    ")}
};

}  // namespace ebiri::${space}
`;
}

const source = {
  page_frame: frameSource,
  contest_pages: () => roomSource("contest/site", "contest", { times_script: "times.ts" }),
  site_pages: () => roomSource("site", "site", { openings_script: "openings.ts", markup_script: "markup.ts" }),
}[name];
writeFileSync(join(folder, `${name}.cpp`), `// Made by referee/report/html/build.mjs.\n${await source()}`);
