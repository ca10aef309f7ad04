// The worker that runs the module (referee/wasm/README.md). A message is {module} or {id, call, text, numbers}.
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  ebiri_input(size: number): number;
  ebiri_text(): number;
  ebiri_text_size(): number;
  [call: string]: unknown;
}

interface Call {
  id: number;
  call: string;
  text?: Uint8Array | string;
  numbers?: number[];
}

const scope = self as unknown as { onmessage: (event: MessageEvent<{ module: Uint8Array<ArrayBuffer> } | Call>) => void; postMessage(message: unknown): void };
let exports: Exports;
let running = 0; // id of the call

const read = (at: number, size: number) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, size));

const imports = {
  ebiri: {
    fail: (at: number, size: number) => {
      throw new Error(read(at, size));
    },
    report: (at: number, size: number) => scope.postMessage({ id: running, report: read(at, size) }),
  },
  wasi_snapshot_preview1: {
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      new DataView(exports.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
  },
};

function begin(module: Uint8Array<ArrayBuffer>): void {
  exports = new WebAssembly.Instance(new WebAssembly.Module(module), imports).exports as unknown as Exports;
  exports._initialize();
}

function called({ call, text = "", numbers = [] }: Call): { text: string; failed: boolean } {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  if (bytes.length > 0) {
    const at = exports.ebiri_input(bytes.length);
    if (at === 0) return { text: "the input is too long", failed: true };
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  }
  const failed = (exports[call] as (...numbers: number[]) => number)(...numbers) !== 0;
  return { text: read(exports.ebiri_text(), exports.ebiri_text_size()), failed };
}

scope.onmessage = ({ data }) => {
  if ("module" in data) return begin(data.module);
  running = data.id;
  try {
    scope.postMessage({ id: running, ...called(data) });
  } catch (error) {
    scope.postMessage({ id: running, text: String(error), failed: true, broken: true });
  }
};
