/** What each page on a method solves while it is read: an example of the gallery, or a scenario of its own. */
import type { Scenario, ScenarioNode, SourceNode, StageNode } from '../../core/scenario/scenario.ts';

export interface LiveExample {
  /** Slug of an example, or a scenario. */
  readonly shows: string | Scenario;
  /** Sliders; docs/embed.md says how they are written. */
  readonly inputs: string;
}

type Service = StageNode['service'];
type Arrivals = SourceNode['interarrival'];

const POISSON: Arrivals = { distribution: 'exponential', rate: 80 };
const EXPONENTIAL: Service = { distribution: 'exponential', rate: 100 };

/** A source, stages in a row, a sink. */
function row(
  name: string,
  stages: readonly Omit<StageNode, 'id' | 'kind'>[],
  interarrival: Arrivals = POISSON,
): Scenario {
  const nodes: readonly ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival },
    ...stages.map((stage, i) => ({ ...stage, id: `s${i + 1}`, kind: 'stage' as const })),
    { id: 'out', kind: 'sink' },
  ];
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 3,
    name,
    nodes,
    links: nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })),
  };
}

/** By the name of the page in docs/methods. */
export const LIVE_EXAMPLES: Readonly<Record<string, LiveExample>> = {
  exponential: {
    shows: row('M/M/2/K', [
      {
        name: 'Counter',
        serverCount: 2,
        capacity: 20,
        whenFull: 'drop',
        service: { ...EXPONENTIAL, rate: 50 },
      },
    ]),
    inputs: 'in.interarrival.rate 10..200; s1.service.rate 20..100; s1.capacity 2..60',
  },
  batches: {
    shows: row('Batches of eight', [
      { name: 'Transfer', bulk: { rule: 'full', size: 8 }, service: { ...EXPONENTIAL, rate: 14 } },
    ]),
    inputs: 'in.interarrival.rate 10..120; s1.service.rate 10..40',
  },
  'constant-times': { shows: 'cd-to-dat', inputs: 'inputs 0.5..1.5' },
  flows: { shows: 'web-service', inputs: 'inputs 0.5..1.5; app.serverCount 8..16' },
  'general-arrivals': {
    shows: row('Bursty arrivals', [{ name: 'Server', service: EXPONENTIAL }], {
      distribution: 'hyperexponential',
      rate: 80,
      scv: 4,
    }),
    inputs: 'in.interarrival.rate 10..120; in.interarrival.scv 1..20',
  },
  'general-service': {
    shows: row('M/G/1', [{ name: 'Server', service: { distribution: 'gamma', rate: 100, scv: 2 } }]),
    inputs: 'in.interarrival.rate 10..120; s1.service.scv 0.1..10',
  },
  'markov-chain': {
    shows: row('Two stages that block', [
      { name: 'First', capacity: 6, whenFull: 'drop', service: EXPONENTIAL },
      { name: 'Second', capacity: 3, whenFull: 'block', service: { ...EXPONENTIAL, rate: 110 } },
    ]),
    inputs: 'in.interarrival.rate 10..200; s1.capacity 1..12; s2.capacity 1..12',
  },
  networks: { shows: 'interactive-users', inputs: '' },
  phases: {
    shows: row('M/PH/1', [
      { name: 'Server', service: { distribution: 'hyperexponential', rate: 100, scv: 4 } },
    ]),
    inputs: 'in.interarrival.rate 10..120; s1.service.scv 1..20',
  },
  precision: {
    shows: row('Near saturation', [{ name: 'Server', service: { ...EXPONENTIAL, rate: 81 } }]),
    inputs: 's1.service.rate 80.5..100',
  },
  'sharing-and-priorities': { shows: 'packet-priorities', inputs: 'inputs 0.5..1.2' },
  'trace-depths': { shows: 'hls-branches', inputs: 'inputs 0.5..1.5' },
  'smallest-capacity': {
    shows: row('Capacity and loss', [
      { name: 'Queue', capacity: 12, whenFull: 'drop', service: EXPONENTIAL },
    ]),
    inputs: 's1.capacity 1..60; in.interarrival.rate 10..200',
  },
  times: {
    shows: row('M/M/3', [{ name: 'Servers', serverCount: 3, service: { ...EXPONENTIAL, rate: 32 } }]),
    inputs: 'in.interarrival.rate 10..120; s1.serverCount 1..8',
  },
  transient: { shows: 'timetrial-mm1-08', inputs: 'inputs 0.5..1.5' },
  'worst-case-bounds': { shows: 'tick-to-trade', inputs: 'inputs 0.5..1.2' },
};
