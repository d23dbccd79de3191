/** Going through a lesson step by step; where somebody stopped, they go on. */
import { go } from "../../app/router.svelte";
import { noteDone, noteStep, stepOf } from "../../storage/learned.svelte";
import { stepsOf, type Step } from "./lessons";
import { numberOf, placeAfter, STONES, type LessonId } from "./path";

export class Run {
  readonly steps: Step[];
  readonly number: number;
  readonly lessons = STONES.length;
  at = $state(0);
  /** Whether somebody has gone from step to step here: then the words of the next one are where their keys are. */
  walked = false;

  constructor(readonly id: Exclude<LessonId, "tips">) {
    this.steps = stepsOf(id);
    this.number = numberOf(id);
    this.at = Math.min(stepOf(id), this.steps.length - 1);
  }

  readonly step = $derived.by(() => this.steps[this.at]!);
  readonly isLast = $derived.by(() => this.at === this.steps.length - 1);

  private to(at: number): void {
    this.walked = true;
    this.at = at;
    noteStep(this.id, at);
  }

  next(): void {
    if (!this.isLast) {
      this.to(this.at + 1);
      return;
    }
    noteDone(this.id);
    go(placeAfter(this.id));
  }

  back(): void {
    if (this.at) this.to(this.at - 1);
  }
}
