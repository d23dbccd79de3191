/** The learning path: its lessons in their order, in three parts, and the piece that stands for each. */
import { isLearned } from "../../storage/learned.svelte";

export const PARTS = {
  tiles: { start: "Ro", lines: "Oo", ends: "Yo", qwirkle: "Go", trade: "Bo", end: "Po" },
  better: { tips: "Gt" },
  cards: { deal: "Rc", rows: "Oc", mend: "Yc", capture: "Gc", last: "Bc" },
} as const;

export type Part = keyof typeof PARTS;
type LessonsOf<P extends Part> = keyof (typeof PARTS)[P];
export type LessonId = LessonsOf<"tiles"> | LessonsOf<"better"> | LessonsOf<"cards">;

export interface Stone {
  id: LessonId;
  part: Part;
  /** The tile or card that it is. */
  piece: string;
}

export const STONES: readonly Stone[] = Object.entries(PARTS).flatMap(([part, lessons]) =>
  Object.entries(lessons).map(([id, piece]) => ({ id: id as LessonId, part: part as Part, piece })),
);

export const stoneOf = (id: string): Stone | undefined => STONES.find((stone) => stone.id === id);
export const numberOf = (id: string): number => STONES.findIndex((stone) => stone.id === id) + 1;
export const addressOf = (id: string): string => `/learn/${id}`;

/** The first lesson that is still to come; none where all are done. */
export const nextStone = (): Stone | undefined => STONES.find(({ id }) => !isLearned(id));

/** Where one goes after a lesson: at the end of a game there is something to celebrate, else comes the next lesson. */
export function placeAfter(id: string): string {
  if (id === "end") return addressOf("ready");
  const next = STONES[numberOf(id)];
  return addressOf(next?.id ?? "ready-cards");
}
