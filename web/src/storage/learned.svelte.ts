/** How far somebody has come on the learning path, on this device. */
import { read, write } from "./store";

interface Learned {
  /** The lessons that were finished. */
  done: string[];
  /** In a lesson that was begun: the step that comes next. */
  at: Record<string, number>;
}

const KEY = "learned";

let learned = $state.raw<Learned>({ done: [], at: {}, ...(read(KEY) as Partial<Learned> | undefined) });

function keep(next: Learned): void {
  learned = next;
  write(KEY, next);
}

export const isLearned = (lesson: string): boolean => learned.done.includes(lesson);
export const stepOf = (lesson: string): number => learned.at[lesson] ?? 0;
export const noteStep = (lesson: string, step: number): void =>
  keep({ ...learned, at: { ...learned.at, [lesson]: step } });

/** A lesson is finished, and would begin again. */
export function noteDone(lesson: string): void {
  keep({ done: [...new Set([...learned.done, lesson])], at: { ...learned.at, [lesson]: 0 } });
}
