/** What a stage holds at this moment. */
export interface StageLevels {
  /** Elements in the stage: waiting, in service, and finished but held. */
  readonly occupancy: number;
  /** Elements whose service has not begun. */
  readonly waiting: number;
  /** Servers that serve. */
  readonly busy: number;
  /** Servers that hold elements which cannot move. */
  readonly held: number;
}
