/**
 * Runs the long statistical checks and writes their tables: `npm run verify [approximations|capacities|chains|coverage|dataflow|engines|fits|fuzz|guided|hostile|nodes|posterior|posterior-laws|posterior-paths|properties|random-numbers|rates|requests|rings|stories|tests|trace-changes|virtual-queues|walks|what-if] …`.
 * Without a name all of them.
 */
import { writeFileSync } from 'node:fs';
import { type approximationErrors, approximationTable, FIRST, statedLines } from './approximations.ts';
import { APART, NUMBERS_APART } from './blocking-networks.ts';
import { type capacitiesOf, capacitiesTable } from './capacities.ts';
import { chainsTable, type compareSeeds } from './chains.ts';
import { coverageTable, type coverSeeds, LEAST_HELD, MOST_HELD } from './coverage.ts';
import { dataflowTable, type dataflowTallies } from './dataflow.ts';
import { type directionsHeld, directionsTable } from './directions.ts';
import { verifyEngines } from './engines.ts';
import { verifyFits } from './fits.ts';
import { type fuzzNumbers, fuzzTable } from './fuzz.ts';
import { verifyGuided } from './guided.ts';
import { verifyHostile } from './hostile.ts';
import { verifyNodes } from './nodes.ts';
import { inProcesses } from './parts.ts';
import { verifyPosterior } from './posterior.ts';
import { verifyLaws } from './posterior-laws.ts';
import { verifyPaths } from './posterior-paths.ts';
import { hasDieharder, testRandomNumbers } from './random-numbers.ts';
import { verifyRates } from './rates.ts';
import { verifyRequests } from './requests.ts';
import { type ringErrors, ringsTable } from './rings.ts';
import { verifyStories, verifyWalks } from './stories.ts';
import { verifyTraceChanges } from './trace-changes.ts';
import { verifyLongTests, verifyProperties } from './unit-tests.ts';
import { judgeCases, VIRTUAL_QUEUE_CASES, virtualQueueTable } from './virtual-queues.ts';
import { verifyWhatIf } from './what-if.ts';

/** 20 of each kind. */
const APPROXIMATED_NETWORKS = 300;
const CAPACITY_LINES = 60;
/** 200 of each kind. */
const DIRECTION_NETWORKS = 1_800;
const CHAIN_NETWORKS = 300;
const COVERAGE_RUNS = 1_000;
const DATAFLOW_SEEDS = 2_500;
const FUZZ_SCENARIOS = 10_000;
/** Seconds of simulating for each random scenario. */
const FUZZ_SECONDS = Number(process.env.FUZZ_SECONDS ?? 1);
const GUIDED_SECONDS = 3_600;
const HOSTILE_FILES = 10_000;
/** Verbs take a hundred times as long as readers: they get a part of the files. */
const HOSTILE_EVERY = 50;
const PROPERTY_SEEDS = 3;
const REQUESTS = 10_000;
const RINGS = 100;
const WALKS = 10;
const WALK_SECONDS = 180;

interface Report {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

const CHECKS: Readonly<Record<string, () => Promise<Report>>> = {
  approximations: async () => {
    const errorsOf = (name: string, count: number) =>
      inProcesses<ReturnType<typeof approximationErrors>>(name, count);
    const parts = await errorsOf('approximations', APPROXIMATED_NETWORKS);
    const apart = await errorsOf('apart', NUMBERS_APART.length);
    const { lines, failed } = approximationTable([...parts, ...apart].flat());
    const fresh = await errorsOf('fresh', APPROXIMATED_NETWORKS);
    const freshApart = await errorsOf('fresh-apart', NUMBERS_APART.length);
    const stated = statedLines([...fresh, ...freshApart].flat());
    const [splits, near, strong, few, unequal, shared] = APART;
    const held = await inProcesses<ReturnType<typeof directionsHeld>>('directions', DIRECTION_NETWORKS);
    const directions = directionsTable(held.flat());
    return {
      failed: failed || stated.failed || directions.failed,
      lines: [
        '# Errors of the answers that are given unasked',
        '',
        `${APPROXIMATED_NETWORKS} random open networks of two to five layers of finite stages, 10 to 300 slots each, loads of the`,
        'bottleneck of 0.6 to 1.3 (overload: to 20), against two simulations of up to 10 million events. Errors of throughput are',
        'relative, those of occupancies are of the capacity, those of blocked servers and of full stages are shares of time; of',
        `these each stage counts. Networks ${FIRST} to ${FIRST + APPROXIMATED_NETWORKS - 1}, none of which the method was made with. What an answer states of`,
        'itself are the 95 % columns of the kinds that it is of, and at least those of all. Of a kind of 20 networks the 95 % of throughput are its worst',
        'network, and a kind is over the goal when one of its columns is. A truth is unsettled where the two longest runs differ by more than 0.2 % of throughput,',
        '1 % of a capacity or 1 % of time; then the error is in part that of the truth.',
        `Saturated splits are ${splits.count} networks (${splits.first} on) of one or two stages that split over two to four of equal or nearly equal loads, which chance`,
        `seldom draws; splits near capacity are ${near.count} (${near.first} on) whose stage deals out over two to five, 5 to 100 slots each, and is offered 0.85 to 1.05`,
        'of what the tightest can take; of their blocked servers those that deal out count alone. Strong feedback are',
        `${strong.count} (${strong.first} on) with a cycle of one to four stages that an element goes round two to fifty times, or until it is lost, at its first`,
        'stage, which loses what finds it full; of their throughputs that of this stage counts. Few places are',
        `${few.count} (${few.first} on) with one to nine slots a stage, or less than twice what its servers take at once, and half as often each of what networks of`,
        `everything have. Unequal shortest queues are ${unequal.count} (${unequal.first} on) of one to four stages of different speeds of which the shortest is chosen, some`,
        `beside a sink or with an overdrive; shared ones ${shared.count} (${shared.first} on) that two stages choose among. Of their throughputs that of the first stage`,
        'counts. They are in no other row.',
        '',
        ...lines,
        '',
        ...stated.lines,
        '',
        '## What is said beside an answer of which way the truth is',
        '',
        `${DIRECTION_NETWORKS} random networks of one to six stages, 200 of each of nine kinds: arrivals, services, batches, several servers, limits, forks,`,
        'timeouts, and mixtures of these with blocking, shared resources, schedules and routing by turns or by the shortest queue; against exact chains and four',
        'simulations of up to 500,000 events. Of each network one stage counts for each sentence. The truth is too near to tell where four runs leave both sides',
        'open with 99 %.',
        '',
        ...directions.lines,
      ],
    };
  },
  capacities: async () => {
    const parts = await inProcesses<ReturnType<typeof capacitiesOf>>('capacities', CAPACITY_LINES);
    const { lines, failed } = capacitiesTable(parts.flat());
    return {
      failed,
      lines: [
        '# Capacities of all stages together',
        '',
        `${CAPACITY_LINES} lines of two or three exponential stages behind a Poisson source of 0.19 to 0.7 of their rates, blocking after or before service:`,
        'the least total capacity with 99 % of the greatest throughput, by the exact Markov chain of every capacity of a total, against what the',
        'search finds when it asks the chain, and when it asks the decomposition, before simulation has put that right.',
        '',
        ...lines,
      ],
    };
  },
  chains: async () => {
    const parts = await inProcesses<ReturnType<typeof compareSeeds>>('chains', CHAIN_NETWORKS);
    const { lines, failed } = chainsTable(parts);
    return {
      failed,
      lines: [
        '# The simulator against Markov chains written out',
        '',
        `${CHAIN_NETWORKS} random networks of each kind, less those whose chain has more than 1,500 states or comes to a stop. A 95 % interval`,
        'should hold the truth in 95 % of the comparisons; below 93 % or above 97 % is a failure.',
        '',
        ...lines,
      ],
    };
  },
  coverage: async () => {
    const parts = await inProcesses<ReturnType<typeof coverSeeds>>('coverage', COVERAGE_RUNS);
    const { lines, failed } = coverageTable(parts);
    return {
      failed,
      lines: [
        '# Coverage of the simulated intervals',
        '',
        `${COVERAGE_RUNS} runs of each model with the seeds 0 to ${COVERAGE_RUNS - 1}, 10 replications each. A 95 % interval should hold the`,
        `exact value in 95 % of the runs (the ± is one standard error of that share); less than ${100 * LEAST_HELD} % or more than ${100 * MOST_HELD} %`,
        'is a failure. The last models are run far too short on purpose: there a warning must come.',
        '',
        ...lines,
      ],
    };
  },
  dataflow: async () => {
    const parts = await inProcesses<ReturnType<typeof dataflowTallies>>('dataflow', DATAFLOW_SEEDS);
    const { lines, failed } = dataflowTable(parts);
    return {
      failed,
      lines: [
        '# Dataflow graphs: throughput, deadlocks and depths',
        '',
        `Graphs of two to eight stages from ${DATAFLOW_SEEDS} seeds, multi-rate and cyclo-static, with times by phase, several servers, initial tokens, cycles`,
        'and both ways of blocking, against a simulation tick by tick, the firing of whole iterations in any order, and all depths of the same',
        'cost. Nothing may be wrong. Below, graphs that others published, through the import.',
        '',
        ...lines,
      ],
    };
  },
  engines: async () => {
    const { lines, failed } = await verifyEngines();
    return {
      failed,
      lines: [
        '# The same bytes in every JavaScript engine',
        '',
        'Elementary functions, answers, simulations, fits and posteriors, computed by each engine: the digests',
        'of all digits must be the same. What could not be run here is not checked.',
        '',
        ...lines,
      ],
    };
  },
  fits: async () => {
    const { lines, failed } = await verifyFits();
    return {
      failed,
      lines: ['# Fits of distributions, stations and scenarios that are known', '', ...lines],
    };
  },
  fuzz: async () => {
    const parts = await inProcesses<ReturnType<typeof fuzzNumbers>>(
      'fuzz',
      FUZZ_SCENARIOS,
      String(FUZZ_SECONDS),
    );
    return {
      failed: parts.some(({ failures }) => failures.length > 0),
      lines: [
        '# Random scenarios',
        '',
        `${FUZZ_SCENARIOS} random valid scenarios that use everything the format can say, each simulated for about ${FUZZ_SECONDS} s.`,
        'None may hang, crash or break a distribution: flow balance, Little, histograms, intervals and frames that add up to the run,',
        'classes, paths, groups and resources to their parts, no level above the capacity, no number that is not finite, the',
        'same bytes when the start is simulated again, the same from its twin in the tests. Only deadlocks and scenarios in which',
        'nothing moves any more have no answer.',
        '',
        ...fuzzTable(parts),
      ],
    };
  },
  guided: async () => {
    const [seconds, first] = [
      Number(process.env.GUIDED_SECONDS ?? GUIDED_SECONDS),
      Number(process.env.HOSTILE_FIRST ?? 0),
    ];
    const { lines, failed } = await verifyGuided(seconds, first);
    return {
      failed,
      lines: [
        '# Files that are damaged where readers branch',
        '',
        `Files of every format through every reader for ${seconds} s: what takes a branch that none before has taken is damaged further. Nothing may be`,
        'thrown, hang for 10 s of processor time, hold more than 500 MB, or refuse without a word or with words of the program.',
        '',
        ...lines,
      ],
    };
  },
  hostile: async () => {
    const count = Number(process.env.HOSTILE_FILES ?? HOSTILE_FILES);
    const { lines, failed } = await verifyHostile(
      count,
      Number(process.env.HOSTILE_FIRST ?? 0),
      Number(process.env.HOSTILE_EVERY ?? HOSTILE_EVERY),
    );
    return {
      failed,
      lines: [
        '# Damaged files',
        '',
        'Files with one to three faults each through the readers of all formats, and a part of them through every verb that reads such a file.',
        'Each must answer or refuse with a sentence within 10 s of processor time (60 s where it searches, 20 s for all readers together) and 500 MB; none may crash, hang,',
        'or say nothing.',
        '',
        ...lines,
      ],
    };
  },
  properties: async () => {
    const first = Math.floor(Date.now() / 1000);
    const seeds = Array.from({ length: PROPERTY_SEEDS }, (_, i) => first + i);
    const { lines, failed } = verifyProperties(seeds);
    return { failed, lines: ['# Property tests with fresh examples', '', ...lines] };
  },
  'random-numbers': async () => {
    if (!hasDieharder())
      return { failed: true, lines: ['dieharder is not installed (`apt-get install dieharder`).'] };
    const { lines, failed } = await testRandomNumbers();
    return { failed: failed > 0, lines: ['# Random numbers under dieharder', '', ...lines] };
  },
  nodes: async () => {
    const { lines, failed } = verifyNodes();
    const head = ['# The command line and the library in the versions of Node', ''];
    return { failed, lines: [...head, ...lines] };
  },
  posterior: async () => {
    const { lines, failed } = verifyPosterior();
    return { failed, lines: ['# Services that are known, from incomplete traces', '', ...lines] };
  },
  'posterior-laws': async () => {
    const { lines, failed } = verifyLaws();
    return { failed, lines: ['# Models that are right and wrong, from incomplete traces', '', ...lines] };
  },
  'posterior-paths': async () => {
    const { lines, failed } = verifyPaths();
    return { failed, lines: ['# Hidden tasks that may have taken several paths', '', ...lines] };
  },
  'trace-changes': async () => {
    const { lines, failed } = await verifyTraceChanges();
    return { failed, lines: ['# Changes in the traces of a service', '', ...lines] };
  },
  'what-if': async () => {
    const { lines, failed } = verifyWhatIf();
    return { failed, lines: ['# What would be, from incomplete traces', '', ...lines] };
  },
  'virtual-queues': async () => {
    const all = Array.from({ length: VIRTUAL_QUEUE_CASES }, (_, number) => number);
    const { lines, failed } = virtualQueueTable([await judgeCases(all)]);
    return { failed, lines: ['# Verdicts on virtual queues', '', ...lines] };
  },
  requests: async () => {
    const count = Number(process.env.REQUESTS ?? REQUESTS);
    const { lines, failed } = await verifyRequests(count);
    return {
      failed,
      lines: ['# Malformed requests', '', `${count} malformed requests, half to each server.`, '', ...lines],
    };
  },
  stories: async () => {
    const { lines, failed } = verifyStories();
    return { failed, lines: ['# Stories in the browser that take long', '', ...lines] };
  },
  tests: async () => {
    const { lines, failed } = verifyLongTests();
    return { failed, lines: ['# Unit tests that take long', '', ...lines] };
  },
  walks: async () => {
    const first = Number(process.env.WALKS_FIRST ?? 1);
    const seconds = Number(process.env.WALK_SECONDS ?? WALK_SECONDS);
    const seeds = Array.from({ length: WALKS }, (_, index) => first + index);
    const { lines, failed } = verifyWalks(seeds, seconds);
    return {
      failed,
      lines: [
        '# Random actions in the page',
        '',
        `Whatever can be pressed, typed and dropped, for ${seconds} s from each of ${WALKS} seeds: no error of the page, and each reload brings back what`,
        'was there. Memory: the heap after a collection, at the start, after the edits, after the runs, and after the sweeps.',
        '',
        ...lines,
      ],
    };
  },
  rates: async () => {
    const { lines, failed } = verifyRates();
    return { failed, lines: ['# Service rates that are known, estimated', '', ...lines] };
  },
  rings: async () => {
    const parts = await inProcesses<ReturnType<typeof ringErrors>>('rings', RINGS);
    const { lines, failed } = ringsTable(parts.flat());
    return {
      failed,
      lines: [
        '# Errors of closed rings of finite stages',
        '',
        `${RINGS} random rings of two to six stages, as many of each kind, 5 to 100 slots each, speeds up to 2.5 apart, one in three with two to`,
        'four servers, jobs for a tenth to nine tenths of the slots; those that the chain solves exactly are left out. Against two simulations of up to 10 million',
        'events. Errors of throughput are relative, those of occupancies are of the capacity, those of the blocked time are shares of time; of occupancies and',
        'blocked times each stage counts. What an answer states of itself are the 95 % columns.',
        '',
        ...lines,
      ],
    };
  },
};

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(CHECKS)) {
  const check = CHECKS[name];
  if (!check) throw new Error(`No check is called "${name}"; there are ${Object.keys(CHECKS).join(', ')}.`);
  const { lines, failed } = await check();
  writeFileSync(new URL(`${name}.md`, import.meta.url), `${lines.join('\n')}\n`);
  process.stderr.write(`${lines.join('\n')}\n`);
  if (failed) process.exitCode = 1;
}
