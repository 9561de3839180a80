/** The options of every verb, one schema each: the library checks them, assistants and HTTP clients are told them. */
import * as z from 'zod/mini';
import {
  fields,
  integerAtLeast,
  listOf,
  nameUpTo,
  nonNegative,
  oneOf,
  positive,
  probability,
} from '../core/base/schema-fields.ts';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { faultsOfIssues, inputFault, isObject } from '../core/scenario/input-fault.ts';
import { RATE_METHODS } from '../workers/estimate/contract.ts';
import { FITTED_FAMILIES } from '../workers/fit/contract.ts';
import { DISTRIBUTION_FAMILIES } from '../workers/posterior/contract.ts';
import { PRECISION_MEASURES } from '../workers/solve/exact-part/contract.ts';
import { SERVICE_EVIDENCE } from '../workers/virtual-queue/contract.ts';
import { BadInput } from './bad-input.ts';
import { FIT_KINDS } from './fit-kinds.ts';

const meaning = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

/** An optional field with what it means. */
const may = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(meaning(schema, description));

/** A copy, so that one schema may stand in many places with a meaning of its own. */
const again = <Schema extends z.ZodMiniType>(schema: Schema): Schema => z.clone(schema) as Schema;

const flag = () => z.boolean({ error: 'true or false' });

const method = may(
  oneOf(METHOD_NAMES),
  'How it is solved; auto, the default, is exact where that can be, else the best approximation.',
);
const erlang = may(
  integerAtLeast(1, 1000),
  'By the Markov chain, with constant times as Erlang distributions of so many phases.',
);
const seed = may(integerAtLeast(0, 2 ** 32 - 1), 'The same seed gives the same numbers; default 1.');
const replications = may(integerAtLeast(2, 100_000), 'Independent repeats; default 10.');
const horizon = may(again(positive), 'End of each replication, s; chosen from the scenario by default.');
const warmup = may(again(nonNegative), 'Dropped start of each replication, s.');
const precision = may(
  again(positive),
  'Replications go on until the means of every stage are known to this share, such as 0.01.',
);

/** Depth of a FIFO in a trace; depths are held in 32 bits. */
const fifoDepth = integerAtLeast(1, 2 ** 31 - 1);

const reading = {
  frameSeconds: may(again(positive), 'Length of a frame of a trace, s.'),
  timeScale: may(again(positive), 'Times of older TimeTrial files are multiplied by it.'),
  queueMap: may(z.record(z.string(), nameUpTo(1000)), 'The stage that each queue feeds, where names differ.'),
};

const study = {
  vary: may(
    listOf(nameUpTo(1000), 100),
    'Inputs and their values, such as "1b.capacity=10:100:10", "1a.service.rate=log:1:1000:4", "b.capacity=10,20" or "inputs=~5%".',
  ),
  measure: may(
    listOf(nameUpTo(1000), 1000),
    'What is kept of each design, such as "1b.meanOccupancy" or "network.throughput".',
  ),
  method,
  simulate: may(
    z.boolean({ error: 'true or false' }),
    'Simulates each design, all with the same random numbers.',
  ),
  ...{ seed, replications, horizon, warmup, precision },
};

const SHARE = 'a number between 0 and 1';

const refine = may(again(positive), 'Simulates what is not exact, for at most so many seconds.');

export const OPTIONS = {
  solve: fields({
    ...{ method, erlang },
    refine,
  }),
  simulate: fields({
    ...{ seed, replications, horizon, warmup, precision },
    precisionMeasures: may(listOf(oneOf(PRECISION_MEASURES), 20), 'What precision is asked of.'),
    frameLength: may(again(positive), 'Length of the frames of means over time, s.'),
    look: z.optional(z.literal(true)),
  }),
  diff: fields({ method }),
  render: fields({
    format: may(oneOf(['svg', 'html']), 'svg, the default, or a page with drawing, stage table and remarks.'),
    theme: may(oneOf(['light', 'dark']), 'Colours; default light.'),
    method,
  }),
  size: fields({
    stage: meaning(nameUpTo(80), 'Id of the stage whose capacity is sought.'),
    below: meaning(
      z.number({ error: SHARE }).check(z.gt(0, SHARE), z.lt(1, SHARE)),
      'Largest share of time that it may be full, such as 1e-6.',
    ),
    method,
  }),
  sizeDepths: fields({
    cost: may(
      oneOf(['slots', 'bits', 'memory']),
      'What is least: slots (default), bits, or the price of memory blocks.',
    ),
    memory: may(
      nameUpTo(100_000),
      'With cost memory: amd (default), intel, or lines such as "BRAM18K 36x512 208" (name, bits x words, price).',
    ),
    throughput: may(again(positive), 'Ends at the first depths that reach it, firings per second.'),
  }),
  traceDepths: fields({
    fifos: may(
      z.record(
        z.string(),
        fields({
          source: z.optional(nameUpTo(1000)),
          dest: z.optional(nameUpTo(1000)),
          depth: z.optional(again(fifoDepth)),
        }),
      ),
      'By FIFO, where the file does not tell: source that writes it, dest that reads it, depth in the traced run.',
    ),
    latency: may(
      again(nonNegative),
      'From a write until the element can be read, s; by default what the trace tells of it.',
    ),
    roomLatency: may(
      again(nonNegative),
      'From a read until its slot can be filled, s; by default estimated from the trace.',
    ),
    sequential: may(flag(), 'Operations of a process at one instant come one after the other.'),
    depths: may(z.record(z.string(), again(fifoDepth)), 'Depths by FIFO; the others as in the traced run.'),
    least: may(flag(), 'The least depths that keep the time of the run with room for everything.'),
    total: may(again(nonNegative), 'The least depths with which the run takes at most so long, s.'),
    vary: may(
      z.record(z.string(), z.tuple([again(fifoDepth), again(fifoDepth)], { error: 'first and last depth' })),
      'First and last depth by FIFO: the total time of every combination.',
    ),
  }),
  transient: fields({
    until: may(again(positive), 'Last time, s; by default until the steady state is near.'),
    from: may(
      z.union([oneOf(['empty', 'full']), z.record(z.string(), integerAtLeast(0))], {
        error: 'empty, full, or elements by stage',
      }),
      'Start: empty (default), full, or elements by stage.',
    ),
    steps: may(integerAtLeast(1, 1000), 'Equal steps of time; default 100.'),
    distributionTimes: may(listOf(again(nonNegative), 200), 'Times whose distributions are wanted, s.'),
    distributionSteps: may(integerAtLeast(1, 200), 'Instead: distributions after each of so many steps.'),
  }),
  bounds: fields({}),
  chainSize: fields({ erlang }),
  compare: fields({
    method: may(oneOf([...METHOD_NAMES, 'simulation']), 'Who predicts; default auto.'),
    refine,
    ...reading,
    mapping: z.optional(z.looseObject({})),
  }),
  replay: fields({
    stage: may(nameUpTo(80), 'Id of the only stage; by default all that have a trace of insertions.'),
    replications: may(integerAtLeast(19, 100_000), 'Runs with services drawn anew; default 39.'),
    seed,
    ...reading,
    mapping: z.optional(z.looseObject({})),
  }),
  posterior: fields({
    distribution: may(
      oneOf(DISTRIBUTION_FAMILIES),
      'Family of the distributions of service; default exponential.',
    ),
    components: may(integerAtLeast(2, 8), 'Components of a mixture; default 4.'),
    discipline: may(oneOf(['FCFS', 'RSS']), 'Of queues that nothing is known of; default FCFS.'),
    servers: may(integerAtLeast(1), 'Of queues that nothing is known of; default 1.'),
    evenRoutes: may(flag(), 'Tasks choose alike among the queues of a state; else that is estimated.'),
    windows: may(integerAtLeast(1, 100), 'Stretches of time that are told apart; default 12.'),
    sweeps: may(integerAtLeast(50), 'Of each chain in a round; default 125.'),
    chains: may(integerAtLeast(4), 'From starts apart; default 4.'),
    rounds: may(integerAtLeast(1), 'At most, until the chains agree; default 64.'),
    whatIf: may(
      listOf(nameUpTo(1000), 20),
      'What would be: db.servers=+1, db.service=0.5x, load=2x, state>queue.share=0.7. Empty: the usual.',
    ),
    seed,
    ...reading,
    mapping: z.optional(z.looseObject({})),
    scenario: z.optional(z.unknown()),
  }),
  estimate: fields({
    method: may(oneOf(['auto', ...RATE_METHODS]), 'How rates are estimated; default auto.'),
    departure: may(
      oneOf(['end', 'start']),
      'What a departure of events, visits or counters is: the end of a service, or its start, as the item is taken from the queue.',
    ),
    queue: may(nameUpTo(1000), 'Only this queue.'),
    ...reading,
    mapping: z.optional(z.looseObject({})),
    scenario: z.optional(z.unknown()),
  }),
  fit: fields({
    queue: may(nameUpTo(1000), 'Only this queue.'),
    of: may(oneOf(FIT_KINDS), 'What is fitted; by default what says most of the stage.'),
    distribution: may(oneOf(FITTED_FAMILIES), 'Only this distribution.'),
    bootstraps: may(
      integerAtLeast(0, 10_000),
      'Bootstrap samples for the p value of each distribution; default 99, 0: no p values.',
    ),
    ...reading,
    mapping: z.optional(z.looseObject({})),
  }),
  calibrate: fields({
    unknowns: meaning(
      listOf(
        fields({ path: nameUpTo(1000), low: z.optional(again(positive)), high: z.optional(again(positive)) }),
        100,
      ),
      'Parameters that are not known, such as { path: "1a.service.rate", low: 10, high: 200 }.',
    ),
    method: may(oneOf([...METHOD_NAMES, 'simulation']), 'What answers the model; default auto.'),
    error: may(
      z.number({ error: SHARE }).check(z.gt(0, SHARE), z.lt(1, SHARE)),
      'Standard error of what was measured, relative; default 0.05.',
    ),
    starts: may(integerAtLeast(1, 1000), 'Starting points of the search; default 6, simulated 2.'),
    seed,
    ...reading,
    mapping: z.optional(z.looseObject({})),
  }),
  verdict: fields({
    queue: may(nameUpTo(1000), 'Only this queue.'),
    tail: may(nameUpTo(1000), 'Its measured tail, where the file does not say.'),
    head: may(nameUpTo(1000), 'Its measured head.'),
    bulk: may(integerAtLeast(1), 'Elements of one transfer of the bus.'),
    transfer: may(again(nonNegative), 'Time of one transfer, s.'),
    latency: may(again(nonNegative), 'From the end of a transfer until its elements can be read, s.'),
    tailCapacity: may(integerAtLeast(1), 'Most elements in the tail.'),
    headCapacity: may(integerAtLeast(1), 'Most elements in the head.'),
    flush: may(flag(), 'What is left at the end of the run is sent; by default as what came over says.'),
    gaps: may(oneOf(SERVICE_EVIDENCE), 'Departure gaps that drive the server.'),
    serviceRate: may(again(positive), 'Rate of an exponential server instead of measured gaps, 1/s.'),
    align: may(flag(), 'Puts the clock of the head onto that of the tail first.'),
    running: may(flag(), 'The measurement began in the middle of a run.'),
    replications: may(integerAtLeast(39, 100_000), 'Replays of each model; default 99.'),
    seed,
    ...reading,
    mapping: z.optional(z.looseObject({})),
  }),
  trace: fields({
    sampled: may(again(probability), 'Share of the requests that were traced.'),
    whatIf: may(listOf(nameUpTo(1000), 20), 'What would be: db.servers=+1, db.service=0.5x, load=2x.'),
    servers: may(
      z.record(z.string(), integerAtLeast(1)),
      'Requests that each instance of a service works on at once.',
    ),
    window: may(
      fields({ from: again(nonNegative), to: again(positive), ofDay: z.optional(flag()) }),
      'Compared with the rest: s from the start, or of the day (UTC) with ofDay.',
    ),
  }),
  explore: fields({
    ...study,
    sample: z.optional(z.looseObject({})),
    cost: z.optional(z.looseObject({})),
    goal: z.optional(z.array(z.string())),
  }),
  seek: fields({
    ...study,
    goal: may(listOf(nameUpTo(1000), 100), 'What is sought, such as "smallest K at 1b with P_BP <= 1e-6".'),
    sample: z.optional(z.looseObject({})),
    cost: z.optional(z.looseObject({})),
  }),
} as const satisfies Readonly<Record<string, z.ZodMiniType>>;

export type WithOptions = keyof typeof OPTIONS;

/** More than any machine has cores for. */
const MOST_THREADS = 1024;

const callback = () => z.optional(z.custom((value) => typeof value === 'function', { error: 'a function' }));
const isSignal = (value: unknown): boolean =>
  isObject(value) && typeof value.aborted === 'boolean' && typeof value.throwIfAborted === 'function';

/** How a computation is run: options that change no number of its answer. */
const RUN = z.object({
  signal: z.optional(z.custom(isSignal, { error: 'an AbortSignal' })),
  threads: z.optional(integerAtLeast(1, MOST_THREADS)),
  onProgress: callback(),
  onPartial: callback(),
});

type RunOption = keyof typeof RUN.shape;

/**
 * Refuses options that the verb does not have, and values that it does not take; `run`: what it is told of how to run,
 * `name`: what the one who asks calls the verb.
 */
export function refuseOptions(
  verb: WithOptions,
  options: unknown,
  run: readonly RunOption[] = ['signal', 'onProgress'],
  name: string = verb,
): void {
  if (!isObject(options) || Array.isArray(options))
    throw new BadInput([`${name}: options: ${inputFault(options, [], 'an object').message}`]);
  // What is undefined is not given.
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const isRun = ([option]: readonly [string, unknown]): boolean => run.some((each) => each === option);
  const read = [
    OPTIONS[verb].safeParse(Object.fromEntries(given.filter((each) => !isRun(each)))),
    RUN.safeParse(Object.fromEntries(given.filter(isRun))),
  ];
  const issues = read.flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0)
    throw new BadInput(
      faultsOfIssues(Object.fromEntries(given), issues).map(({ message }) => `${name}: ${message}`),
    );
}
