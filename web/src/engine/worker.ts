/** The engine beside the page: it gets the compiled module first, and then one question at a time. */
import { answering } from "./kernel";

/** What the page sends; an answer comes back as `Heard`. */
export type Sent = { module: WebAssembly.Module } | { question: string };
export type Heard = { answer: string } | { failed: string };

const page = self as unknown as { onmessage: (event: MessageEvent<Sent>) => void; postMessage(heard: Heard): void };
let answer: (question: string) => string = () => "";

page.onmessage = ({ data }) => {
  try {
    if ("module" in data) answer = answering(data.module);
    else page.postMessage({ answer: answer(data.question) });
  } catch (error) {
    page.postMessage({ failed: String(error) });
  }
};
