/** How large the parts of a file may be. */
export const LIMITS = {
  nodes: 2_000,
  links: 10_000,
  /** Kinds of jobs, and jobs of one closed class. */
  classes: 64,
  population: 1_000_000,
  /** Tokens that one firing takes or gives. */
  tokens: 10_000_000,
  /** Frames of one schedule. */
  frames: 10_000,
  /** Values of one list, and twice that of all lists together. */
  values: 1_000_000,
  /** Phases of a phase-type distribution or arrival process, branches of a hyperexponential distribution. */
  phases: 200,
  name: 200,
  id: 80,
  notes: 100_000,
} as const;
