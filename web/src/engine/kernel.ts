/** The kernel in WebAssembly as one function: a question in, its answer out (docs/engine.md). */

interface Exports {
  memory: WebAssembly.Memory;
  /** Where a question is put, where its answer lies, and how long each of them may be. */
  buffer(): number;
  answer(): number;
  capacity(): number;
  /** Answer the question of that length; returns how long the answer is. */
  ask(length: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A fresh instance: nothing that another one was asked is known to it. */
export function answering(module: WebAssembly.Module): (question: string) => string {
  const kernel = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  return (question) => {
    const asked = encoder.encode(question);
    if (asked.length > kernel.capacity()) throw new RangeError("The question is too long.");
    new Uint8Array(kernel.memory.buffer, kernel.buffer()).set(asked);
    const length = kernel.ask(asked.length);
    if (length > kernel.capacity()) throw new RangeError("The answer is too long.");
    return decoder.decode(new Uint8Array(kernel.memory.buffer, kernel.answer(), length));
  };
}
