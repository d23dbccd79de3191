/** The day on which the start page was first opened on this device, and whether its home screen was declined since. */
import { read, write } from "./store";

interface Visits {
  first: string;
  declined?: true;
}

const KEY = "visits";
const visits = () => read(KEY) as Visits | undefined;
const today = (): string => new Date().toDateString();

/** Whether somebody has come back on another day; the first day is noted. Where nothing is kept, every day is the first. */
export function hasComeBack(): boolean {
  const { first } = visits() ?? {};
  if (!first) write(KEY, { first: today() });
  return !!first && first !== today();
}

export const hasDeclined = (): boolean => !!visits()?.declined;
export const decline = (): void => write(KEY, { first: today(), ...visits(), declined: true });
