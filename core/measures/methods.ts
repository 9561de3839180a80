/** Methods of the solver, as files and commands name them, and the engines behind them: their words in sentences. */

/**
 * `auto` takes the best method that applies (workers/solve/solve-scenario.ts). mm1 and mm1k are Dor's models: every stage
 * alone, its arrivals actual Poisson rates; mmc and mmck the same with several servers. chain is always the Markov chain.
 * selfTimed: constant times, run until the schedule repeats.
 * productForm: open, closed and mixed networks that have one, or a refusal. mva, convolution: the same for closed
 * populations by that algorithm; linearizer, schweitzer: approximate mean values of closed populations of any size.
 * qna: every stage alone with the variability of its arrivals. blocking: finite stages that block each other, two by two.
 */
export const METHOD_NAMES = [
  'auto',
  'mm1',
  'mm1k',
  'mmc',
  'mmck',
  'chain',
  'selfTimed',
  'productForm',
  'mva',
  'convolution',
  'linearizer',
  'schweitzer',
  'qna',
  'blocking',
] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

/** The solver chooses. */
export const isAutomatic = (method: string): method is 'auto' => method === 'auto';
/** Hands the variability of streams from stage to stage. */
export const followsVariability = (method: MethodName): method is 'qna' => method === 'qna';
/** Follows the states of the whole network. */
export const followsStates = (method: MethodName): method is 'chain' => method === 'chain';
/** Follows who blocks whom. */
export const followsBlocking = (method: MethodName): method is 'blocking' => method === 'blocking';

export const methodLabel = (method: MethodName): string => LABELS[method];

const LABELS: Readonly<Record<MethodName, string>> = {
  auto: 'isolated analytic queues',
  mm1: 'isolated M/M/1 queues',
  mm1k: 'isolated M/M/1/K queues',
  mmc: 'isolated M/M/c queues',
  mmck: 'isolated M/M/c/K queues',
  chain: 'Markov chain of the whole scenario',
  selfTimed: 'self-timed execution (constant times)',
  productForm: 'product form',
  mva: 'exact mean value analysis (MVA)',
  convolution: 'product form by convolution',
  linearizer: 'approximate MVA (Linearizer)',
  schweitzer: 'approximate MVA (Bard–Schweitzer)',
  qna: 'two-moment decomposition (QNA)',
  blocking: 'two-node decomposition (blocking)',
};

/** As called inside a sentence: "not supported by …". */
interface EngineWords {
  readonly name: string;
  /** What to do where another engine refuses. */
  readonly advice?: string;
}

/**
 * formulas: every stage alone. closed: mean values, convolution and product form of closed populations. quick: points of a
 * study.
 */
export const ENGINES = {
  formulas: { name: 'analytic queues' },
  qna: { name: `the ${methodLabel('qna')}` },
  blocking: { name: `the ${methodLabel('blocking')}` },
  closed: { name: 'the methods for closed classes' },
  chain: { name: 'the Markov chain', advice: 'use the Markov chain' },
  selfTimed: {
    name: 'self-timed execution, which needs constant times',
    advice: 'use self-timed execution',
  },
  transient: { name: 'the transient solver' },
  bounds: { name: 'worst-case bounds' },
  simulator: { name: 'the simulator', advice: 'simulate' },
  quick: { name: 'quick points' },
} as const satisfies Readonly<Record<string, EngineWords>>;

export type Engine = keyof typeof ENGINES;

export const wordsOf = (engine: Engine): EngineWords => ENGINES[engine];
