/** Models of JMT: what is read, what is told, what is refused, and that what is written is read the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distributionMean, distributionScv } from '../../distributions/index.ts';
import {
  delay,
  drawing,
  sink as drawnSink,
  source as drawnSource,
  stage as drawnStage,
} from '../../scenario/drawing.test-support.ts';
import { findFaults } from '../../scenario/faults.ts';
import { parseScenario, readScenarioText } from '../../scenario/read-scenario.ts';
import type { Scenario, StageNode } from '../../scenario/scenario.ts';
import { modelsIn } from '../read-model.ts';
import { EXPORT_FORMATS, exportModel } from '../write-model.ts';
import {
  archive,
  byClass,
  CENTRAL_SERVER,
  chances,
  closedClass,
  exponentialTimes,
  leaf,
  MM1K,
  openClass,
  routing,
  sink,
  source,
  station,
  times,
} from './jmt.test-support.ts';

function read(text: string, timeUnit?: number) {
  const [model] = modelsIn([{ name: 'model', text }]);
  const found = model!.read(timeUnit);
  if (!found.ok) throw new Error(found.error.join('; '));
  const scenario = parseScenario(found.value.scenario);
  if (!scenario.ok) throw new Error(scenario.error.map(({ message }) => message).join('; '));
  return { ...found.value, scenario: scenario.value };
}

const stageOf = ({ scenario }: { readonly scenario: Scenario }, id: string): StageNode =>
  scenario.nodes.find((node) => node.id === id) as StageNode;

const errors = (scenario: Scenario) => findFaults(scenario).filter(({ severity }) => severity === 'error');

/** One open class through one station with these services. */
const alone = (service: string, queue?: Parameters<typeof station>[3]): string =>
  archive(
    openClass('c', 'in') +
      source('in', { c: exponentialTimes(1) }, { c: routing('RandomStrategy') }) +
      station('q', { c: service }, { c: routing('RandomStrategy') }, queue) +
      sink('out'),
    'in>q q>out',
  );

describe('a simulation model of JMT', () => {
  it('becomes stages with their room, in any unit of time', () => {
    const { scenario, remarks } = read(MM1K, 1e-3);
    expect(scenario.name).toBe('own');
    expect(scenario.classes).toBeUndefined();
    expect(scenario.nodes).toEqual([
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 9000 } },
      {
        ...{ id: 'q', kind: 'stage', capacity: 11, whenFull: 'drop' },
        service: { distribution: 'exponential', rate: 10_000 },
      },
      { id: 'out', kind: 'sink' },
    ]);
    expect(remarks).toContain('One unit of time is taken as 0.001 s.');
    expect(remarks.join(' ')).toContain('Left out: 1 measure');
    expect(errors(scenario)).toEqual([]);
  });

  // Means and squared coefficients of variation by the definitions of the distributions.
  it.each([
    ['Erlang', 'ErlangPar', { alpha: 6, r: 3 }, 0.5, 1 / 3],
    ['HyperExp', 'HyperExpPar', { p: 0.25, lambda1: 1, lambda2: 3 }, 0.5, 2 * (0.25 + 0.75 / 9) * 4 - 1],
    [
      'CoxianDistr',
      'CoxianPar',
      { lambda0: 2, lambda1: 4, phi0: 0.5 },
      0.625,
      (0.25 + 0.75 / 16) / 0.625 ** 2,
    ],
    ['DeterministicDistr', 'DeterministicDistrPar', { t: 2 }, 2, 0],
    ['Uniform', 'UniformPar', { min: 1, max: 3 }, 2, 1 / 12],
    ['GammaDistr', 'GammaDistrPar', { alpha: 4, beta: 0.5 }, 2, 0.25],
    ['Lognormal', 'LognormalPar', { mu: 0, sigma: 1 }, Math.exp(0.5), Math.E - 1],
    ['Weibull', 'WeibullPar', { alpha: 2, r: 2 }, Math.sqrt(Math.PI), 4 / Math.PI - 1],
    ['Pareto', 'ParetoPar', { alpha: 3, k: 2 }, 3, 1 / 3],
    ['Normal', 'NormalPar', { mean: 4, standardDeviation: 1 }, 4, 1 / 16],
  ] as const)('reads %s, and writes it so that it is read the same', (kind, numbers, values, mean, scv) => {
    const once = read(alone(times(kind, numbers, values)));
    const { service } = stageOf(once, 'q');
    expect(distributionMean(service)).toBeCloseTo(mean, 12);
    expect(distributionScv(service)).toBeCloseTo(scv, 12);
    const again = stageOf(read(written(once.scenario)), 'q').service;
    expect(distributionMean(again)).toBeCloseTo(mean, 12);
    expect(distributionScv(again)).toBeCloseTo(scv, 12);
  });

  it('keeps bursts of arrivals, and of services their distribution alone', () => {
    const mmpp = times('MMPP2Distr', 'MMPP2Par', { lambda0: 4, lambda1: 1, sigma0: 0.1, sigma1: 0.2 });
    const service = alone(mmpp);
    const { remarks, ...served } = read(service);
    expect(remarks).toContain('Left out: what one service time says about the next of q.');
    // (sigma0 + sigma1) / (sigma0 lambda1 + sigma1 lambda0)
    expect(distributionMean(stageOf(served, 'q').service)).toBeCloseTo(0.3 / 0.9, 12);
    const arrivals = read(
      archive(
        openClass('c', 'in') +
          source('in', { c: mmpp }, { c: routing('RandomStrategy') }) +
          station('q', { c: exponentialTimes(9) }, { c: routing('RandomStrategy') }) +
          sink('out'),
        'in>q q>out',
      ),
    );
    expect(arrivals.scenario.nodes[0]).toMatchObject({
      interarrival: { distribution: 'onOff', peakRate: 4, idleRate: 1, meanOnTime: 10, meanOffTime: 5 },
    });
  });

  it('turns what happens at a full station into its rule, and says what it cannot', () => {
    const full = (drop: string) => read(alone(exponentialTimes(2), { size: 5, drop }));
    expect(stageOf(full('drop'), 'q')).toMatchObject({ capacity: 5, whenFull: 'drop' });
    expect(stageOf(full('BAS blocking'), 'q').capacity).toBe(5);
    expect(stageOf(full('BAS blocking'), 'q').whenFull).toBeUndefined();
    const outside = full('waiting queue');
    expect(stageOf(outside, 'q').capacity).toBeUndefined();
    expect(outside.remarks.join(' ')).toContain('Jobs that find "q" full (5) wait outside');
    expect(full('retrial').remarks).toContain('Left out: retrial when full (read as drop) of q.');
  });

  it.each([
    ['HeadStrategy', 'Server', { discipline: 'LCFS' }],
    ['RandStrategy', 'Server', { discipline: 'RSS' }],
    ['TailStrategyPriority', 'Server', { discipline: 'priority' }],
    ['TailStrategy', 'PSServer', { discipline: 'PS' }],
  ])('reads the order of service %s of a %s', (put, server, expected) => {
    expect(stageOf(read(alone(exponentialTimes(2), { put, server })), 'q')).toMatchObject(expected);
  });

  it('finds the services of a server under the name that LINE gives them', () => {
    const text = alone(exponentialTimes(2));
    const [source, server] = text.split(/(?=<node name="q")/);
    expect(server).toContain('"ServiceStrategy"');
    const named = read(`${source}${server!.replace('"ServiceStrategy"', '"ServerStrategy"')}`);
    expect(named).toEqual(read(text));
  });

  it('names an order of service that it does not have', () => {
    const { remarks } = read(alone(exponentialTimes(2), { put: 'SJFStrategy' }));
    expect(remarks).toContain('Left out: SJFStrategy (read as FCFS) of q.');
  });

  it('gives classes their sources, services, ways and urgency', () => {
    const both = (one: string, other: string) => ({ gold: one, iron: other });
    const found = read(
      archive(
        openClass('gold', 'in', 3) +
          openClass('iron', 'in', 1) +
          source(
            'in',
            both(exponentialTimes(1), exponentialTimes(2)),
            both(routing('RandomStrategy'), routing('RandomStrategy')),
          ) +
          station(
            'q',
            both(exponentialTimes(9), exponentialTimes(8)),
            both(chances({ out: 1 }), chances({ out: 0.25, back: 0.75 })),
            { put: 'TailStrategyPriority' },
          ) +
          station(
            'back',
            both(exponentialTimes(9), exponentialTimes(9)),
            both(routing('RandomStrategy'), routing('RandomStrategy')),
          ) +
          sink('out'),
        'in>q q>out q>back back>out',
      ),
    );
    expect(found.scenario.classes).toEqual([{ id: 'gold' }, { id: 'iron', priority: 2 }]);
    expect(found.scenario.nodes.slice(0, 2)).toMatchObject([
      { id: 'in gold', class: 'gold', interarrival: { rate: 1 } },
      { id: 'in iron', class: 'iron', interarrival: { rate: 2 } },
    ]);
    expect(stageOf(found, 'q')).toMatchObject({
      service: { rate: 9 },
      byClass: { iron: { service: { rate: 8 } } },
    });
    expect(found.scenario.links).toContainEqual({ from: 'q', to: 'back', byClass: { iron: 0.75 } });
    expect(found.scenario.links).toContainEqual({ from: 'q', to: 'out', byClass: { gold: 1, iron: 0.25 } });
    expect(errors(found.scenario)).toEqual([]);
  });

  it('gives each class a router where their rules differ, and keeps closed classes out of sinks', () => {
    const both = (one: string, other: string) => ({ o: one, c: other });
    const found = read(
      archive(
        openClass('o', 'in') +
          closedClass('c', 'a', 3) +
          source('in', { o: exponentialTimes(1) }, { o: routing('RandomStrategy') }) +
          station(
            'a',
            both(exponentialTimes(9), exponentialTimes(8)),
            both(routing('RoundRobinStrategy'), routing('RandomStrategy')),
          ) +
          station(
            'b',
            both(exponentialTimes(9), exponentialTimes(8)),
            both(routing('RandomStrategy'), routing('RandomStrategy')),
          ) +
          sink('out'),
        'in>a a>b a>out b>a b>out',
      ),
    );
    expect(found.scenario.nodes).toContainEqual({
      id: 'a o',
      kind: 'router',
      routing: { rule: 'roundRobin' },
    });
    expect(found.scenario.links).toContainEqual({ from: 'a', to: 'a c', byClass: { c: 1 } });
    expect(found.scenario.links).toContainEqual({ from: 'a c', to: 'b' });
    expect(found.scenario.links).not.toContainEqual(expect.objectContaining({ from: 'a c', to: 'out' }));
    expect(found.scenario.links).toContainEqual({ from: 'b', to: 'a', byClass: { o: 0.5, c: 1 } });
  });

  it('reads class switches, and names regions around several stations, and unknown parameters', () => {
    const switching = `<node name="s"><section className="Queue"/><section className="ClassSwitch">${byClass(
      'matrix',
      {
        a: byRow({ a: 0.5, b: 0.5 }),
        b: byRow({ a: 0, b: 1 }),
      },
    )}</section><section className="Router">${byClass('RoutingStrategy', { a: routing('RandomStrategy'), b: routing('RandomStrategy') })}</section></node>`;
    const both = { a: exponentialTimes(9), b: exponentialTimes(9) };
    const ways = { a: routing('RandomStrategy'), b: routing('RandomStrategy') };
    const { scenario, remarks } = read(
      archive(
        openClass('a', 'in') +
          openClass('b', 'in') +
          source('in', both, ways) +
          switching +
          station('q', both, ways).replace(
            '<section className="Server">',
            '<section className="Server"><parameter classPath="x" name="newThing"><value>7</value></parameter><parameter classPath="x" name="toString"><value>7</value></parameter>',
          ) +
          sink('out'),
        'in>s s>q q>out',
        '<blockingRegion name="both"><regionNode nodeName="q"/><regionNode nodeName="s"/><globalConstraint maxJobs="4"/></blockingRegion>',
      ),
    );
    expect(scenario.nodes.find(({ id }) => id === 's')).toEqual({
      id: 's',
      kind: 'router',
      classSwitch: { a: { a: 0.5, b: 0.5 } },
    });
    expect(remarks).toContain(
      'Left out: finite capacity region "both" around q, s (its limits do not hold).',
    );
    expect(remarks).toContain('Left out: newThing (Server) of q.');
    expect(remarks).toContain('Left out: toString (Server) of q.');
  });

  it('reads closed classes that only switches bring about, and leaves out those that none become', () => {
    const both = { idle: exponentialTimes(1), busy: exponentialTimes(3), ghost: exponentialTimes(1) };
    const ways = {
      idle: routing('RandomStrategy'),
      busy: routing('RandomStrategy'),
      ghost: routing('RandomStrategy'),
    };
    const switching = (name: string, matrix: Readonly<Record<string, string>>) =>
      `<node name="${name}"><section className="Queue"/><section className="ClassSwitch">${byClass('matrix', matrix)}</section><section className="Router">${byClass('RoutingStrategy', ways)}</section></node>`;
    const stay = { ghost: byRow({ idle: 0, busy: 0, ghost: 1 }) };
    const { scenario, remarks } = read(
      archive(
        closedClass('idle', 'think', 3) +
          closedClass('busy', 'cpu', 0) +
          closedClass('ghost', 'cpu', 0) +
          station('think', both, ways) +
          switching('go', {
            idle: byRow({ idle: 0.1, busy: 0.9, ghost: 0 }),
            busy: byRow({ idle: 0, busy: 1, ghost: 0 }),
            ...stay,
          }) +
          station('cpu', both, ways) +
          switching('back', { idle: byRow({ idle: 1 }), busy: byRow({ idle: 1, busy: 0 }), ...stay }),
        'think>go go>cpu cpu>back back>think',
      ),
    );
    expect(remarks).toContain('Class "ghost" is closed and has no jobs, and none become it. It is left out.');
    expect(scenario.classes).toEqual([
      { id: 'idle', closed: { population: 3, start: 'think' } },
      { id: 'busy', closed: { population: 0, start: 'cpu' } },
    ]);
    expect(scenario.nodes.flatMap((node) => (node.kind === 'router' ? [node.classSwitch] : []))).toEqual([
      { idle: { idle: 0.1, busy: 0.9 } },
      { busy: { idle: 1 } },
    ]);
  });

  it('comes back from JMT with the same class switches', () => {
    const go = { id: 'go', kind: 'router', classSwitch: { idle: { idle: 0.1, busy: 0.9 } } } as const;
    const ring = drawing(
      [
        delay('think', 2),
        go,
        drawnStage('cpu', 3),
        { id: 'back', kind: 'router', classSwitch: { busy: { idle: 1 } } },
      ],
      'think>go go>cpu cpu>back back>think',
      {
        classes: [
          { id: 'idle', closed: { population: 3, start: 'think' } },
          { id: 'busy', closed: { population: 0, start: 'cpu' } },
        ],
      },
    );
    const open = drawing(
      [drawnSource('in', 1, { class: 'idle' }), go, drawnStage('cpu', 3), drawnSink()],
      'in>go go>cpu:busy=1 go>out:idle=1 cpu>out',
      { classes: [{ id: 'idle' }, { id: 'busy' }] },
    );
    for (const scenario of [ring, open]) {
      const written = exportModel(scenario, 'jsimg');
      if (!written.ok) throw new Error(written.error);
      const back = read(written.value.text).scenario;
      expect(written.value.remarks.join(' ')).not.toContain('witch');
      for (const node of scenario.nodes)
        if (node.kind === 'router') expect(back.nodes).toContainEqual(expect.objectContaining(node));
      const populations = ({ classes }: Scenario) => classes!.map(({ id, closed }) => [id, closed]);
      expect(populations(back)).toEqual(populations(scenario));
    }
    expect(exportModel(ring, 'jmva')).toEqual({
      ok: false,
      error: '"go" switches classes, which an analytic model of JMT cannot have; take jsimg',
    });
  });

  it('takes a region around one station as its room', () => {
    const text = MM1K.replace('<value>11</value>', '<value>-1</value>').replace(
      '</sim>',
      '<blockingRegion name="r"><regionNode nodeName="q"/><globalConstraint maxJobs="7"/><dropRules jobClass="c" dropThisClass="true"/></blockingRegion></sim>',
    );
    expect(stageOf(read(text), 'q')).toMatchObject({ capacity: 7, whenFull: 'drop' });
  });

  it('reads a speed by load: a mean service time for ranges of the number of jobs', () => {
    const range = (from: number, law: string) =>
      `<subParameter classPath="LDParameter" name="LDParameter">${leaf('Integer', 'from', from)}
       <subParameter classPath="jmt.engine.random.Exponential" name="Exponential"/>
       <subParameter classPath="jmt.engine.random.ExponentialPar" name="distrPar">${leaf('Double', 'lambda', 1)}</subParameter>
       ${leaf('String', 'function', law)}</subParameter>`;
    const text = alone(
      `<subParameter classPath="x.LoadDependentStrategy" name="LoadDependentStrategy"><subParameter array="true" classPath="x.LDParameter" name="LDParameter">${range(1, '2')}${range(3, '0.5')}</subParameter></subParameter>`,
    );
    expect(stageOf(read(text), 'q')).toMatchObject({ speeds: [1, 1, 4, 4], service: { rate: 0.5 } });
  });

  it.each([
    [alone(times('Exotic', 'ExoticPar', {})), 'times of Exotic are not read'],
    [alone(exponentialTimes(2)).replace('target="out"', 'target="nowhere"'), 'there is no station "nowhere"'],
    [
      alone(exponentialTimes(2)).replace('<value>2</value>', '<value>fast</value>'),
      'expected a number as lambda',
    ],
    [
      MM1K.replace('<section className="JobSink"/>', '<section className="Storage"/>'),
      'it is a place or a transition of a Petri net',
    ],
  ])('refuses what it does not know, with the line', (text, message) => {
    const found = modelsIn([{ name: 'model', text }])[0]!.read();
    expect(found.ok ? '' : found.error.join('; ')).toMatch(/^line \d+: /);
    expect(found.ok ? '' : found.error.join('; ')).toContain(message);
  });
});

describe('an analytic model of JMT', () => {
  it('becomes a router that sends jobs to the stations in proportion to their visits', () => {
    const { scenario, remarks } = read(CENTRAL_SERVER);
    expect(scenario.classes).toEqual([{ id: 'jobs', closed: { population: 4, start: 'think' } }]);
    const shares = scenario.links.filter(({ from }) => from === 'visits').map(({ byClass: of }) => of!.jobs);
    expect(shares).toEqual([20 / 31, 10 / 31, 1 / 31]);
    expect(remarks).toContain('Left out: algorithm (see stagegraph solve --method).');
    expect(errors(scenario)).toEqual([]);
  });

  it('puts stations that are visited once one after the other', () => {
    const open = CENTRAL_SERVER.replace(
      '<closedclass name="jobs" population="4"/>',
      '<openclass name="jobs" rate="0.25"/>',
    ).replace(/>(?:20|10)<\/visit>/g, '>1</visit>');
    const { scenario } = read(open, 2);
    expect(scenario.links).toEqual([
      { from: 'cpu', to: 'disk1' },
      { from: 'disk1', to: 'think' },
      { from: 'source', to: 'cpu' },
      { from: 'think', to: 'sink' },
    ]);
    expect(scenario.nodes[0]).toMatchObject({ interarrival: { rate: 0.125 } });
    expect(stageOf({ scenario }, 'cpu').service).toMatchObject({ mean: 0.04 });
  });

  it('is written with the visits that follow from the links', () => {
    const text = exportText(read(CENTRAL_SERVER).scenario, 'jmva');
    const visits = [...text.matchAll(/<visit customerclass="jobs">([^<]+)</g)].map(([, count]) =>
      Number(count),
    );
    for (const [at, count] of [20, 10, 1].entries()) expect(visits[at]).toBeCloseTo(count, 9);
    expect(read(text).scenario.classes).toEqual([{ id: 'jobs', closed: { population: 4, start: 'think' } }]);
  });

  it('refuses two of one name, which would be counted twice', () => {
    const twice = (text: string, part: RegExp): string => text.replace(part, (found) => found + found);
    for (const [text, words] of [
      [twice(CENTRAL_SERVER, /<closedclass[^>]*>/), /line 5: there are two classes "jobs"/],
      [CENTRAL_SERVER.replace('"disk1"', '"cpu"'), /line \d+: there are two stations "cpu"/],
      [twice(MM1K, /<userClass[^>]*>/), /line 4: there are two classes "c"/],
      [MM1K.replace('<node name="out"', '<node name="q"'), /line \d+: there are two stations "q"/],
    ] as const)
      expect(() => read(text)).toThrow(words);
  });

  it('refuses a station without anybody, and visits that are no number', () => {
    const refused = (text: string) => {
      const found = modelsIn([{ name: 'm', text }])[0]!.read();
      return found.ok ? '' : found.error.join('; ');
    };
    expect(refused(CENTRAL_SERVER.replace('>4.0<', '>0<'))).toContain('station "think" serves nobody');
    expect(refused(CENTRAL_SERVER.replace('>20<', '>many<'))).toContain(
      'line 8: expected visits of at least 0',
    );
  });
});

describe('scenarios as models of JMT', () => {
  it('are read as what they were: nodes, ways, classes, rooms, rules', () => {
    const text = written(SHOP);
    const again = read(text).scenario;
    expect(again.classes).toEqual(SHOP.classes);
    expect(again.nodes).toEqual(SHOP.nodes);
    expect(new Set(again.links.map((link) => JSON.stringify(link)))).toEqual(
      new Set(SHOP.links.map((link) => JSON.stringify(link))),
    );
  });

  it('say what JMT has no place for', () => {
    const bulk: Scenario = {
      ...SHOP,
      nodes: SHOP.nodes.map((node) =>
        node.id === 'cpu'
          ? ({ ...node, bulk: { rule: 'full', size: 4 }, conversionFactor: 2 } as StageNode)
          : node,
      ),
    };
    const exported = exportModel(bulk, 'jsimg');
    const remarks = exported.ok ? exported.value.remarks : [];
    expect(remarks).toContain(
      'Left out: service in bulk (elements are served one by one, as many per second) of cpu.',
    );
    expect(remarks).toContain(
      'Left out: expansion factor 2 (taken as 1, so that the flow there and behind is smaller than drawn) of cpu.',
    );
  });

  it('filter by a sink of its own', () => {
    const filtered: Scenario = {
      ...read(MM1K).scenario,
      nodes: read(MM1K).scenario.nodes.map((node) =>
        node.id === 'q' ? ({ ...node, passProbability: 0.25 } as StageNode) : node,
      ),
    };
    const text = written(filtered);
    expect(text).toContain('<connection source="q" target="q filtered out"/>');
    const { scenario } = read(text);
    expect(scenario.nodes).toMatchObject(filtered.nodes);
    expect(scenario.links).toEqual(filtered.links);
    // Under another name it is a way out, and what goes there counts.
    const renamed = read(text.replaceAll('q filtered out', 'reject')).scenario;
    expect(renamed.links).toContainEqual({ from: 'q', to: 'reject', probability: 0.75 });
    expect(renamed.links).toContainEqual({ from: 'q', to: 'out', probability: 0.25 });
  });

  it.each(['probabilistic', 'roundRobin', 'joinShortestQueue'] as const)(
    'filter by class and send the rest on: %s',
    (rule) => {
      const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;
      const shares = rule === 'probabilistic' ? ([0.3, 0.7] as const) : ([undefined, undefined] as const);
      const filtering: Scenario = {
        ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'filter' },
        classes: [{ id: 'web' }, { id: 'batch' }],
        nodes: [
          { id: 'in web', kind: 'source', class: 'web', interarrival: exponential(2), ...at(100) },
          { id: 'in batch', kind: 'source', class: 'batch', interarrival: exponential(1), ...at(100, 300) },
          {
            ...{ id: 'cpu', kind: 'stage', service: exponential(9), passProbability: 0.028, ...at(300) },
            byClass: { batch: { passProbability: 0.7 } },
            ...(rule !== 'probabilistic' && { routing: { rule } }),
          },
          { id: 'a', kind: 'stage', service: exponential(4), ...at(500) },
          { id: 'b', kind: 'stage', service: exponential(4), ...at(500, 300) },
          { id: 'out', kind: 'sink', ...at(700) },
        ],
        links: [
          { from: 'in web', to: 'cpu' },
          { from: 'in batch', to: 'cpu' },
          ...['a', 'b'].map((to, way) => {
            const probability = shares[way];
            return { from: 'cpu', to, ...(probability !== undefined && { probability }) };
          }),
          { from: 'a', to: 'out' },
          { from: 'b', to: 'out' },
        ],
      };
      const again = read(written(filtering)).scenario;
      expect(again.nodes).toEqual(filtering.nodes);
      expect(again.links).toEqual(filtering.links);
    },
  );

  it('filter as they did in every example that ships', () => {
    const folder = join(import.meta.dirname, '../../../public/examples');
    let filters = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const scenario = readScenarioText(readFileSync(join(folder, file), 'utf8'));
      if (!scenario.ok) continue;
      const exported = exportModel(scenario.value, 'jsimg');
      if (!exported.ok) continue;
      const again = read(exported.value.text).scenario;
      for (const node of scenario.value.nodes) {
        if (node.kind !== 'stage' || node.passProbability === undefined) continue;
        filters += 1;
        const found = again.nodes.find(({ id }) => id === node.id) as StageNode;
        expect(found.passProbability, `${file} ${node.id}`).toBeCloseTo(node.passProbability, 12);
        expect(again.nodes.filter(({ id }) => id.startsWith(`${node.id} filtered`))).toEqual([]);
      }
    }
    expect(filters).toBeGreaterThan(10);
  });

  it('take every example that ships, as text that is read again without error', () => {
    const folder = join(import.meta.dirname, '../../../public/examples');
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.length).toBeGreaterThan(20);
    let readAgain = 0;
    for (const file of files) {
      const scenario = readScenarioText(readFileSync(join(folder, file), 'utf8'));
      if (!scenario.ok) continue;
      for (const format of EXPORT_FORMATS) {
        const exported = exportModel(scenario.value, format);
        if (!exported.ok) continue;
        const { scenario: again } = read(exported.value.text);
        expect(again.nodes.length, file).toBeGreaterThanOrEqual(
          scenario.value.nodes.filter(({ kind }) => kind === 'stage').length,
        );
        readAgain += 1;
      }
    }
    expect(readAgain).toBeGreaterThan(30);
  });
});

const byRow = (cells: Readonly<Record<string, number>>): string =>
  `<subParameter array="true" classPath="java.lang.Float" name="row">${Object.entries(cells)
    .map(([id, value]) => `<refClass>${id}</refClass>${leaf('java.lang.Float', 'cell', value)}`)
    .join('')}</subParameter>`;

function exportText(scenario: Scenario, format: 'jsimg' | 'jmva'): string {
  const exported = exportModel(scenario, format);
  if (!exported.ok) throw new Error(exported.error);
  return exported.value.text;
}

const written = (scenario: Scenario): string => exportText(scenario, 'jsimg');

const at = (x: number, y = 100) => ({ position: { x, y } });

/** A shop with two classes, one of them closed, and most rules that JMT has. */
const SHOP: Scenario = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'shop & "more"' },
  classes: [
    { id: 'web', priority: 1 },
    { id: 'staff', closed: { population: 6, start: 'desk' } },
  ],
  nodes: [
    {
      id: 'in',
      kind: 'source',
      class: 'web',
      interarrival: { distribution: 'exponential', rate: 2 },
      ...at(100),
    },
    {
      ...{
        id: 'cpu',
        kind: 'stage',
        capacity: 40,
        serverCount: 2,
        discipline: 'priority',
        preemption: 'resume',
      },
      service: { distribution: 'exponential', rate: 5 },
      byClass: { staff: { service: { distribution: 'erlang', mean: 0.5, shape: 2 } } },
      ...at(300),
    },
    { id: 'turns', kind: 'router', routing: { rule: 'roundRobin' }, ...at(500) },
    {
      id: 'a',
      kind: 'stage',
      discipline: 'PS',
      service: { distribution: 'exponential', rate: 4 },
      ...at(700),
    },
    {
      id: 'b',
      kind: 'stage',
      discipline: 'LCFS',
      service: { distribution: 'exponential', rate: 4 },
      ...at(700, 300),
    },
    { id: 'desk', kind: 'delay', service: { distribution: 'uniform', min: 1, max: 3 }, ...at(100, 300) },
    { id: 'out', kind: 'sink', ...at(900) },
  ],
  links: [
    { from: 'in', to: 'cpu' },
    { from: 'desk', to: 'cpu' },
    { from: 'cpu', to: 'turns' },
    { from: 'turns', to: 'a' },
    { from: 'turns', to: 'b' },
    { from: 'a', to: 'out', byClass: { web: 1 } },
    { from: 'a', to: 'desk', byClass: { staff: 1 } },
    { from: 'b', to: 'out', byClass: { web: 1 } },
    { from: 'b', to: 'desk', byClass: { staff: 1 } },
  ],
};
