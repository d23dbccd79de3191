/** The kernel itself in tests, where `make wasm` has built it. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { answering } from "../src/engine/kernel";
import { Engine } from "../src/engine/questions";

const WASM = resolve(import.meta.dirname, "../../build/kernel.wasm");

/** Whether there is a kernel to ask. */
export const hasKernel = existsSync(WASM);

/** An engine that answers in the test itself, without a worker. */
export function kernel(): Engine {
  const answer = answering(new WebAssembly.Module(readFileSync(WASM)));
  return new Engine((question, signal) =>
    signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(answer(question)),
  );
}
