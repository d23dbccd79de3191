/** The engine of this page: loaded when it is first asked for, and one worker for all who ask. */
import { file } from "../protocol/api";
import { Engine } from "./questions";
import { Queue, type Hand } from "./queue";
import { Reviewer } from "./reviewer";

/** Where the build put the kernel; there is none where it was built without. */
const KERNEL = Object.values(
  import.meta.glob<string>("../../../build/kernel.wasm", { query: "?url", import: "default", eager: true }),
)[0];

/** Which kernel it is: the build names the file by its contents. */
export const VERSION = KERNEL ?? "";

let compiling: Promise<WebAssembly.Module> | undefined;
let loading: Promise<Engine> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  if (!KERNEL) throw new Error("The client was built without the kernel.");
  const found = await file(KERNEL);
  if (!found.ok) throw new Error("The kernel cannot be fetched.");
  return WebAssembly.compile(await found.arrayBuffer());
}

function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile().catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

const hire = (): Hand => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** The engine, or a failure where it cannot be had; then it is tried again when it is asked for again. */
export function engine(): Promise<Engine> {
  loading ??= compiled().then(
    (module) => new Engine(new Queue(module, hire, true).ask),
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Workers for long work, so that nobody else waits for it; and how to send them home when it is done. */
export async function reviewers(count: number): Promise<{ crew: Reviewer[]; rest: () => void }> {
  const module = await compiled();
  const queues = Array.from({ length: count }, () => new Queue(module, hire));
  return { crew: queues.map(({ ask }) => new Reviewer(ask)), rest: () => queues.forEach(({ rest }) => rest()) };
}
