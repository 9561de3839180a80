/** A model of another program, and what it has otherwise than the scenario. */
export interface Exported {
  readonly text: string;
  /** Sentences. */
  readonly remarks: readonly string[];
}
