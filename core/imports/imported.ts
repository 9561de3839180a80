/** What readers of other programs' models are given and what they answer. */
import type { Scenario } from '../scenario/scenario.ts';

/** A file; its name is for messages alone. */
export interface ModelFile {
  readonly name: string;
  readonly text: string;
}

export interface Imported {
  readonly scenario: Scenario;
  /** Sentences: what the files have and the scenario has not, and what was read in another way than it is written. */
  readonly remarks: readonly string[];
}
