/** How far a number can be believed: one shape, word and sentence for each degree, the same wherever it is told. */
export type Trust =
  | 'exact'
  | 'approximate'
  | 'doubtful'
  | 'simulated'
  | 'notDetermined'
  | 'contradicted'
  | 'notContradicted';

interface TrustWords {
  /** Also where only the shape has room. */
  readonly shape: string;
  readonly word: string;
  readonly sentence: string;
}

export const TRUST: Readonly<Record<Trust, TrustWords>> = {
  exact: { shape: '●', word: 'exact', sentence: 'Exact for this scenario as drawn.' },
  approximate: {
    shape: '◐',
    word: 'approximate',
    sentence: 'An approximation: an assumption of the model does not hold.',
  },
  doubtful: {
    shape: '⚠',
    word: 'approximate',
    sentence: 'An approximation that leaves out what may move its numbers by more than a fifth.',
  },
  simulated: { shape: '◍', word: 'simulated', sentence: 'Estimated by simulation, with a 95 % interval.' },
  notDetermined: {
    shape: '◌',
    word: 'not determined',
    sentence: 'The inputs are not known well enough to fix this number.',
  },
  contradicted: { shape: '✕', word: 'contradicted', sentence: 'The measurement contradicts this.' },
  notContradicted: {
    shape: '○',
    word: 'not contradicted',
    sentence: 'The measurement does not contradict this.',
  },
};
