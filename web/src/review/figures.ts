/** What the pages need to know of the engine's answers. */
export type { Estimate, Reason, State } from "../engine/questions";
export { JUDGEMENTS, type Judgement, type Luck, type Reviewed } from "../engine/reviewer";
