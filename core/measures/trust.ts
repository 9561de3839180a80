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
  /** Shown alone where the word has no room. */
  readonly shape: string;
  readonly word: string;
  readonly sentence: string;
}

/** What stands before a number, best known first. */
export const MARKS = [
  'exact',
  'simulated',
  'approximate',
  'doubtful',
  'notDetermined',
] as const satisfies readonly Trust[];

export const TRUST: Readonly<Record<Trust, TrustWords>> = {
  exact: {
    shape: '●',
    word: 'exact',
    sentence:
      'Computed without approximation from the drawing as it is. Whether it is the right model, only measurements tell.',
  },
  approximate: {
    shape: '◐',
    word: 'approximate',
    sentence: 'An approximation: an assumption of the model does not hold.',
  },
  doubtful: {
    shape: '⚠',
    word: 'unreliable',
    sentence: 'An approximation that leaves out what may move its numbers by more than a fifth.',
  },
  simulated: { shape: '◍', word: 'simulated', sentence: 'Estimated by simulation, with a 95 % interval.' },
  notDetermined: {
    shape: '◌',
    word: 'sensitive to inputs',
    sentence: 'Small changes of the inputs, within the precision stated, change this number a lot.',
  },
  contradicted: { shape: '✕', word: 'rejected by the data', sentence: 'The measurement contradicts this.' },
  notContradicted: {
    shape: '○',
    word: 'consistent with the data',
    sentence: 'The measurement does not contradict this.',
  },
};
