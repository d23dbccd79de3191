// Runs a WebAssembly module for tests/wasm.py: one JSON request a line in, one JSON answer a line out.
// Numbers of 64 bits travel as text with an n: "12n".
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
const exports = WebAssembly.Module.exports(module).map((one) => one.name);
const { memory, ...functions } = new WebAssembly.Instance(module, {}).exports;

const decode = (value) => (typeof value === "string" ? BigInt(value.slice(0, -1)) : value);
const encode = (value) => (typeof value === "bigint" ? `${value}n` : (value ?? null));

const answers = {
  module: () => ({ imports, exports, bytes: memory.buffer.byteLength }),
  call: ({ name, args }) => encode(functions[name](...args.map(decode))),
  write: ({ address, hex }) => Buffer.from(memory.buffer).write(hex, address, "hex"),
  seconds: () => process.cpuUsage().user / 1e6,
  read: ({ address, size }) => Buffer.from(memory.buffer, address, size).toString("hex"),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, ...rest } = JSON.parse(line);
  let answer;
  try {
    answer = { value: answers[ask](rest) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
