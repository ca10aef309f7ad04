// The module of referee/wasm in node, and the native programs that it must equal.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

export const BUILD = resolve(process.argv[2] ?? ".");
export const FILE = join(BUILD, "web", "ebiri.wasm.gz");

/** Ends a test with the code that ctest reports as "Skipped" if the module is not built. */
export function needModule() {
  if (existsSync(FILE)) return;
  console.log(`skipped: ${FILE} is not built; \`./ebiri web\` installs what it needs and builds it`);
  process.exit(4);
}

/** A fresh module: `call` returns what the function answers, or throws its error. */
export function loaded() {
  let exports;
  const text = (at, size) => Buffer.from(exports.memory.buffer, at, size).toString();
  const reports = [];
  const imports = {
    ebiri: {
      fail: (at, size) => {
        throw new Error(`the module failed: ${text(at, size)}`);
      },
      report: (at, size) => reports.push(JSON.parse(text(at, size))),
    },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock, _precision, at) => {
        new DataView(exports.memory.buffer).setBigUint64(at, process.hrtime.bigint(), true);
        return 0;
      },
    },
  };
  exports = new WebAssembly.Instance(new WebAssembly.Module(gunzipSync(readFileSync(FILE))), imports).exports;
  exports._initialize();
  const call = (name, input = "", ...numbers) => {
    const bytes = Buffer.from(input);
    if (bytes.length > 0) {
      const at = exports.ebiri_input(bytes.length);
      if (at === 0) throw new Error("the input is too long");
      new Uint8Array(exports.memory.buffer).set(bytes, at);
    }
    reports.length = 0;
    const failed = exports[name](...numbers) !== 0;
    const answer = text(exports.ebiri_text(), exports.ebiri_text_size());
    if (failed) throw new Error(answer);
    return JSON.parse(answer);
  };
  const go = (variant, rules, from, moves) => call("ebiri_go", [variant, rules, from, moves.join(" ")].join("\n"));
  return { call, go, reports };
}

/** A program that answers line by line. */
export function conversation(program, ...words) {
  const child = spawn(join(BUILD, program), words, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (...all) => child.stdin.write(all.map((line) => `${line}\n`).join("")),
    /** The lines up to the first that begins so. */
    until: async (beginning) => {
      const heard = [];
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`${program} ended`);
        heard.push(value);
        if (value.startsWith(beginning)) return heard;
      }
    },
    end: () => child.stdin.end(),
  };
}

/** Numbers that are the same in every run. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
