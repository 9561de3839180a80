/** What is drawn from logs, traces and samples of a line of which every number is known. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../core/base/group-by.ts';
import { log } from '../../core/numeric/elementary.ts';
import { readScenarioText } from '../../core/scenario/read-scenario.ts';
import { isStage } from '../../core/scenario/scenario.ts';
import { scenarioText } from '../../core/scenario/scenario-text.ts';
import type { DrawAnswer, DrawSettings } from './contract.ts';
import { drawMeasurement } from './draw-measurement.ts';
import {
  dice,
  eventLog,
  KINDS,
  KNOWN,
  knownVisits,
  sampledQueues,
  tracedQueues,
  traceEvents,
  visitsOfKinds,
} from './known-flow.test-support.ts';

const draw = (text: string, settings?: DrawSettings) =>
  drawMeasurement(new Blob([text]), { fileName: 'known.csv' }, settings);

async function drawn(text: string, settings?: DrawSettings): Promise<DrawAnswer> {
  const answer = await draw(text, settings);
  if (!answer.ok) throw new Error(answer.error.map(({ message }) => message).join('\n'));
  // What is proposed can be opened.
  expect(readScenarioText(scenarioText(answer.value.scenario)).ok).toBe(true);
  return answer.value;
}

function part({ parts }: DrawAnswer, id: string) {
  const found = parts.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is none of ${parts.map((one) => one.id).join(', ')}`);
  return found;
}

/** Three of the half widths that are told: a right interval of 95 % misses that once in 10^8 times. */
function expectNear(answer: DrawAnswer, id: string, truth: number): void {
  const { value, low, high } = part(answer, id);
  expect(Math.abs(value - truth)).toBeLessThanOrEqual((3 * (high! - low!)) / 2 + 1e-9);
}

const stageIn = ({ scenario }: DrawAnswer, id: string) =>
  scenario.nodes.filter(isStage).find((node) => node.id === id)!;

describe('an event log', () => {
  describe.each([
    ['with starts', true],
    ['of completions alone', false],
  ])('%s', (_, starts) => {
    it('gives arrivals, shares, services and servers', { tags: starts ? [] : ['long'] }, async () => {
      const answer = await drawn(eventLog(knownVisits(4000, 2), { starts }));
      expectNear(answer, 'arrivals of cases', KNOWN.gap);
      expectNear(answer, 'service of prepare', KNOWN.prepare);
      expectNear(answer, 'share of prepare → check', KNOWN.toCheck);
      expect(part(answer, 'servers of prepare').value).toBe(2);
      expect(part(answer, 'servers of check').value).toBe(1);
      expect(stageIn(answer, 'prepare')).toMatchObject({
        serverCount: 2,
        service: { distribution: 'exponential' },
      });
      expect(part(answer, 'service of check').value).toBeCloseTo(KNOWN.check, 3);
      expect(answer.validation.rows).toHaveLength(6);
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    });
  });

  it.each([
    'case_id;activity;start_timestamp;end_timestamp',
    'case:concept:name;concept:name;start_timestamp;time:timestamp',
    'CaseID;Task;Started;Finished',
  ])('that tells begin and end of each step in its row (%s) gives the same', async (head) => {
    const at = (seconds: number): string =>
      new Date(Date.UTC(2026, 4, 3) + Math.round(seconds * 1000)).toISOString();
    const rows = [...knownVisits(2400, 2)]
      .sort((a, b) => a.begun - b.begun)
      .map(({ task, place, begun, done }) => `case ${task};${place};${at(begun)};${at(done)}`);
    const answer = await drawn([head, ...rows].join('\n'));
    expectNear(answer, 'arrivals of cases', KNOWN.gap);
    expectNear(answer, 'service of prepare', KNOWN.prepare);
    expectNear(answer, 'share of prepare → check', KNOWN.toCheck);
    expect(part(answer, 'service of check').value).toBeCloseTo(KNOWN.check, 3);
    expect(part(answer, 'servers of check').value).toBe(1);
    expect(answer.remarks.join('\n')).not.toContain('something else');
    // When the first step came is not in it; both servers are often at work.
    expect(stageIn(answer, 'prepare')).toMatchObject({ serverCount: 2 });
    expect(answer.remarks.join('\n')).toContain('prepare: when elements came to it is not in the log');
  });

  it('is held against what it was not drawn from: a server that slows down is noticed', {
    tags: ['long'],
  }, async () => {
    const visits = knownVisits(2400, 2);
    const middle = visits[1200]!.came;
    const slower = visits.map((visit) =>
      visit.came > middle && visit.place === 'check'
        ? { ...visit, done: visit.done + 2 * KNOWN.check }
        : visit,
    );
    const { validation } = await drawn(eventLog(slower, { starts: true }));
    expect(validation.sentences.join('\n')).toContain('reject the model at check');
  });

  it('does not reject what it was drawn from at a high load, where a level is hardly known', {
    tags: ['long'],
  }, async () => {
    // One server at a load of 0.75: a thousand services of each half leave its level open by more than half.
    const verdicts = [];
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { validation } = await drawn(eventLog(knownVisits(2000, 1, seed), { starts: true }));
      verdicts.push(validation.sentences.join('\n').includes('reject'));
    }
    expect(verdicts.filter(Boolean).length).toBeLessThanOrEqual(1);
  });

  it('of work that nobody waits for is drawn as delays, and waits for others are told', async () => {
    const free = knownVisits(200, 2).map((visit) => ({
      ...{ ...visit, came: visit.begun },
      done: visit.begun + 40 * KNOWN.check,
    }));
    const answer = await drawn(eventLog(free, { starts: true }));
    expect(answer.scenario.nodes.find(({ id }) => id === 'prepare')).toMatchObject({ kind: 'delay' });
  });
});

describe('an event log that does not say when cases came, only when work on them began', () => {
  it.each([1, 2] as const)(
    'has %i servers where they are often all at work, and says what is not told',
    async (workers) => {
      const answer = await drawn(eventLog(knownVisits(2400, workers), { starts: true, arrivals: false }));
      expect(part(answer, 'servers of prepare').value).toBe(workers);
      expect(part(answer, 'arrivals of cases').from).toContain('taken as Poisson');
      expectNear(answer, 'service of prepare', KNOWN.prepare / (workers === 1 ? 2 : 1));
      expect(answer.remarks.join('\n')).toMatch(/prepare: when elements came to it is not in the log/);
      const source = answer.scenario.nodes.find(({ kind }) => kind === 'source');
      expect(source).toMatchObject({ interarrival: { distribution: 'exponential' } });
      // What waited is not seen: how many were inside is nothing that a model could be held against.
      const held = answer.validation.rows.filter(
        ({ stage, measured }) => stage === 'prepare' && measured !== undefined,
      );
      expect(held.map(({ quantity }) => quantity)).toEqual(['arrivalRate']);
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    },
  );

  it('has a delay where nobody is seen to hold another up', async () => {
    const free = knownVisits(400, 2).map((visit) => ({
      ...visit,
      begun: visit.came,
      done: visit.came + KNOWN.prepare,
    }));
    const answer = await drawn(eventLog(free, { starts: true, arrivals: false }));
    expect(answer.scenario.nodes.find(({ id }) => id === 'prepare')).toMatchObject({ kind: 'delay' });
    expect(answer.remarks.join('\n')).not.toContain('not in the log');
  });
});

describe('an event log of two kinds of cases', () => {
  for (const starts of [true, false]) {
    const tags = starts ? [] : ['long'];
    it(`has a class for each where they differ (starts: ${starts})`, { tags }, async () => {
      const { visits, kindOf } = visitsOfKinds(3600);
      const answer = await drawn(eventLog(visits, { starts, kindOf }));
      expect(answer.scenario.classes).toEqual([{ id: 'long' }, { id: 'short' }]);
      for (const kind of ['short', 'long'] as const) {
        expectNear(answer, `arrivals of cases ${kind}`, 1.25 / KINDS[kind].share);
        expectNear(answer, `service of prepare for ${kind}`, KINDS[kind].service);
        expectNear(answer, `share of prepare → check for ${kind}`, KINDS[kind].toCheck);
      }
      // Where both are served alike, nothing is told twice.
      expect(answer.parts.filter(({ id }) => id.startsWith('service of check'))).toHaveLength(1);
      const prepare = stageIn(answer, 'prepare');
      expect(Object.keys(prepare.byClass ?? {}).sort()).toEqual(['long', 'short']);
      // One server of both kinds: the formula of Pollaczek and Khinchine holds for the mixture.
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    });
  }

  it('has one class where they are served and routed alike, or only steps have kinds', {
    tags: ['long'],
  }, async () => {
    const { visits, kindOf } = visitsOfKinds(2000, true);
    const alike = await drawn(eventLog(visits, { starts: true, kindOf }));
    expect(alike.scenario.classes).toBeUndefined();
    expect(alike.remarks.join('\n')).toContain('(long, short) are served and routed alike');
    const next = dice(3);
    const kindOfStep = (): string => `kind ${Math.floor(3 * next())}`;
    const ofSteps = await drawn(eventLog(visitsOfKinds(2000).visits, { starts: true, kindOf: kindOfStep }));
    expect(ofSteps.scenario.classes).toBeUndefined();
    expect(ofSteps.remarks.join('\n')).toContain('it is none of cases');
  });

  it('takes kinds from attributes of the traces of a log in XES', async () => {
    const { visits, kindOf } = visitsOfKinds(600);
    const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 3) + seconds * 1000).toISOString();
    const traces = [...groupBy(visits, ({ task }) => task)].map(
      ([task, own]) =>
        `<trace><string key="concept:name" value="${task}"/><string key="case type" value="${kindOf(task)}"/>${own
          .flatMap(({ place, came, begun, done }) =>
            (
              [
                ['schedule', came],
                ['start', begun],
                ['complete', done],
              ] as const
            ).map(
              ([what, time]) =>
                `<event><string key="concept:name" value="${place}"/><string key="lifecycle:transition" value="${what}"/><date key="time:timestamp" value="${at(time)}"/></event>`,
            ),
          )
          .join('')}</trace>`,
    );
    const answer = await drawn(`<?xml version="1.0"?><log xes.version="1.0">${traces.join('')}</log>`);
    expect(answer.scenario.classes).toEqual([{ id: 'long' }, { id: 'short' }]);
    expectNear(answer, 'service of prepare for short', KINDS.short.service);
  });

  it('leaves out what is not accepted', { tags: ['long'] }, async () => {
    const { visits, kindOf } = visitsOfKinds(2000);
    const without = ['share of prepare → check for short', 'service of prepare for long'];
    const answer = await drawn(eventLog(visits, { starts: true, kindOf }), { without });
    expect(Object.keys(stageIn(answer, 'prepare').byClass!)).toEqual(['short']);
    expect(answer.scenario.links.every(({ byClass }) => byClass === undefined)).toBe(true);
  });
});

describe('slices of threads', () => {
  for (const form of ['v1', 'v2'] as const) {
    const tags = form === 'v1' ? ['long'] : [];
    it(`give the links of their flows (${form}), with what waited between`, { tags }, async () => {
      const answer = await drawn(traceEvents(knownVisits(2400, 2), form));
      expectNear(answer, 'arrivals of cases', KNOWN.gap);
      expectNear(answer, 'service of prepare', KNOWN.prepare);
      expectNear(answer, 'share of prepare → check', KNOWN.toCheck);
      expect(part(answer, 'servers of prepare').value).toBe(2);
      expect(part(answer, 'service of check').value).toBeCloseTo(KNOWN.check, 3);
      const links = answer.scenario.links.map(({ from, to }) => `${from} > ${to}`);
      expect(links).toEqual(expect.arrayContaining(['receive > prepare', 'prepare > check']));
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    });
  }
});

it('calls whose answers come back are links to what was called, once, and told', async () => {
  const flow = (id: number, ph: 's' | 'f', ts: number, pid: number) => ({
    ...{ name: 'call', cat: 'rpc', ph, id, ts, pid, tid: 1 },
    ...(ph === 'f' && { bp: 'e' }),
  });
  const traceEvents = Array.from({ length: 60 }, (_, n) => 1000 * n).flatMap((at, n) => [
    { name: 'client', ph: 'X', ts: at, dur: 400, pid: 1, tid: 1 },
    { name: 'server', ph: 'X', ts: at + 100, dur: 200, pid: 2, tid: 1 },
    ...[flow(2 * n, 's', at + 90, 1), flow(2 * n, 'f', at + 110, 2)],
    ...[flow(2 * n + 1, 's', at + 290, 2), flow(2 * n + 1, 'f', at + 310, 1)],
  ]);
  const answer = await drawn(JSON.stringify({ traceEvents }));
  expect(answer.scenario.links.map(({ from, to }) => `${from} > ${to}`)).toContain('client > server');
  expect(answer.scenario.links.map(({ from, to }) => `${from} > ${to}`)).not.toContain('server > client');
  expect(answer.warnings.map(({ code }) => code)).toContain('W39');
});

describe('a trace of queues with their ends', () => {
  it('gives arrivals, services, capacities as stated, and the share that goes on', async () => {
    const answer = await drawn(tracedQueues(knownVisits(2400, 1)));
    expectNear(answer, 'arrivals of clients', KNOWN.gap);
    expectNear(answer, 'service of prepare', KNOWN.prepare / 2);
    expectNear(answer, 'pass of prepare', KNOWN.toCheck);
    expect(stageIn(answer, 'check')).toMatchObject({ capacity: 12 });
    expect(answer.validation.sentences.join('\n')).not.toContain('reject');
  });

  it('tells that there were two servers, by how often elements leave, and how sure that is', {
    tags: ['long'],
  }, async () => {
    const answer = await drawn(tracedQueues(knownVisits(2400, 2)));
    expect(part(answer, 'servers of prepare')).toMatchObject({ value: 2, low: 2 });
    expect(part(answer, 'servers of prepare').from).toContain('if services are exponential');
    expectNear(answer, 'service of prepare', KNOWN.prepare);
    expect(answer.remarks.join('\n')).toContain('prepare: it has more than one server');
    expect(answer.remarks.join('\n')).not.toContain('check: it has more than one server');
    expect(part(answer, 'servers of check').from).toContain('assumed');
    expect(answer.validation.sentences.join('\n')).not.toContain('reject');
  });

  it('leaves what is not accepted at its default', async () => {
    const text = tracedQueues(knownVisits(400, 1));
    const answer = await drawn(text, { without: ['capacity of check', 'pass of prepare'] });
    expect(stageIn(answer, 'check').capacity).toBeUndefined();
    expect(stageIn(answer, 'prepare').passProbability).toBeUndefined();
    expect(part(answer, 'capacity of check').isAccepted).toBe(false);
    const unknown = await draw(text, { without: ['capacity of nothing'] });
    expect(!unknown.ok && unknown.error[0]!.message).toContain('expected one of arrivals of clients');
  });

  it('draws a filter whose elements become three each as what it is', async () => {
    const rows = Array.from({ length: 400 }, (_, n) => [
      `a,${10 * n},I`,
      `a,${10 * n + 4},D`,
      ...(n % 4 === 0
        ? [0, 1, 2].map(() => `b,${10 * n + 4},I`).concat([5, 6, 7].map((at) => `b,${10 * n + at},D`))
        : []),
    ]).flat();
    const head =
      '#qtm 1 queues time=us\nqueueId,source,dest\na,in,A\nb,A,B\n#qtm 1 events time=us\nqueueId,time,kind';
    const answer = await drawn(`${head}\n${rows.join('\n')}`);
    expect(part(answer, 'pass of A').value).toBeCloseTo(0.25, 9);
    expect(part(answer, 'factor of B')).toMatchObject({
      ...{ value: 3, from: 'A took 400 and gave 300, so many at a time' },
    });
    expect(stageIn(answer, 'A')).toMatchObject({ passProbability: 0.25 });
    expect(stageIn(answer, 'B')).toMatchObject({ conversionFactor: 3 });
  });

  it('does not take what a bulk service sends at once for an expansion, and says that it leaves so', async () => {
    // Four leave at once, and three of them go on.
    const rows = Array.from({ length: 100 }, (_, n) => [
      ...[0, 1, 2, 3].map((at) => `a,${40 * n + at},I`),
      ...[0, 1, 2, 3].map(() => `a,${40 * n + 20},D`),
      ...[0, 1, 2].map(() => `b,${40 * n + 20},I`).concat([1, 2, 3].map((at) => `b,${40 * n + 20 + at},D`)),
    ]).flat();
    const head =
      '#qtm 1 queues time=us\nqueueId,source,dest\na,in,A\nb,A,B\n#qtm 1 events time=us\nqueueId,time,kind';
    const answer = await drawn(`${head}\n${rows.join('\n')}`);
    expect(part(answer, 'pass of A').value).toBeCloseTo(0.75, 9);
    expect(stageIn(answer, 'B').conversionFactor).toBeUndefined();
    expect(answer.remarks.join('\n')).toMatch(
      /^A: 4 leave it at a time in the mean, as from a bulk service/m,
    );
  });

  it('gives the factor by which elements become more, and what was seen full', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => [
      `a,${10 * n},I,1,`,
      `a,${10 * n + 4},D,1,`,
      `b,${10 * n + 4},I,4,${n % 2 === 0 ? '' : '1'}`,
      `b,${10 * n + 7},D,4,`,
    ]).flat();
    const answer = await drawn(
      [
        '#qtm 1 queues time=us',
        'queueId,name,source,dest,kind,parentId,capacity',
        'a,,in,A,regular,,',
        'b,,A,B,regular,,',
        '#qtm 1 events time=us',
        'queueId,time,kind,count,blockedFor',
        ...rows,
      ].join('\n'),
    );
    expect(part(answer, 'factor of B')).toMatchObject({ value: 4, from: 'A took 50 and gave 200' });
    expect(stageIn(answer, 'B')).toMatchObject({ conversionFactor: 4, capacity: 4 });
    expect(part(answer, 'capacity of B').from).toContain('writers waited for room');
  });
});

describe('queues that several serve', () => {
  /** A queue of so many servers in the order of arrival. */
  const moves = (servers: number, load: number, service: (u: number) => number, seed: number) => {
    const next = dice(seed);
    const free = Array.from({ length: servers }, () => 0);
    let time = 0;
    return Array.from({ length: 3000 }, () => {
      time += -log(next()) / (load * servers);
      const server = free.indexOf(Math.min(...free));
      free[server] = Math.max(time, free[server]!) + service(next());
      return { came: time, done: free[server]! };
    });
  };
  type Moved = ReturnType<typeof moves>;
  const us = (seconds: number): number => Math.round(seconds * 1e6);
  const visits = (all: Moved): string =>
    ['queue,arrival_us,departure_us', ...all.map(({ came, done }) => `a,${us(came)},${us(done)}`)].join('\n');
  const events = (all: Moved): string =>
    [
      ...[
        '#qtm 1 queues time=us',
        'queueId,source,dest',
        'a,in,a',
        '#qtm 1 events time=us',
        'queueId,time,kind',
      ],
      ...all
        .flatMap(({ came, done }) => [
          { at: came, kind: 'I' },
          { at: done, kind: 'D' },
        ])
        .sort((a, b) => a.at - b.at)
        .map(({ at, kind }) => `a,${us(at)},${kind}`),
    ].join('\n');
  const exponential = (u: number): number => -log(u);

  for (const [servers, load] of [
    [2, 0.5],
    [3, 0.6],
    [4, 0.5],
    [5, 0.9],
  ] as const) {
    const tags = servers === 2 ? [] : ['long'];

    it(`are told by visits without cases that overtake each other: ${servers} at a load of ${load}`, {
      tags,
    }, async () => {
      const answer = await drawn(visits(moves(servers, load, exponential, 100 + servers)));
      expect(part(answer, 'servers of a').value).toBe(servers);
      expectNear(answer, 'service of a', 1);
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    });

    it(`are told by insertions and departures: ${servers}`, { tags }, async () => {
      const answer = await drawn(events(moves(servers, 0.6, exponential, 200 + servers)));
      expect(part(answer, 'servers of a').value).toBe(servers);
      expectNear(answer, 'service of a', 1);
      expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    });
  }

  describe.each([
    ['exponential', 0.5, exponential],
    ['exponential', 0.9, exponential],
    ['uniform', 0.8, (u: number) => 0.5 + u],
    ['constant', 0.6, () => 1],
  ] as const)('with %s services at a load of %f', (_, load, service) => {
    it('are not told of one', { tags: ['long'] }, async () => {
      for (const text of [visits, events]) {
        const answer = await drawn(text(moves(1, load, service, 7)));
        expect(part(answer, 'servers of a').value).toBe(1);
        expect(answer.remarks.join('\n')).not.toContain('more than one server');
      }
    });
  });

  it('are told where services are equal, since with fewer they would not be', async () => {
    const answer = await drawn(visits(moves(2, 0.9, () => 1, 9)));
    expect(part(answer, 'servers of a')).toMatchObject({
      value: 2,
      from: 'with 2 servers all services are equally long, with fewer they are not',
    });
    expectNear(answer, 'service of a', 1);
  });

  it('are said to be several, and not how many for sure, where services are equal and nothing tells which element leaves', async () => {
    const answer = await drawn(events(moves(2, 0.9, () => 1, 9)));
    const { value, low, high } = part(answer, 'servers of a');
    expect(value).toBeGreaterThan(1);
    expect([low, high]).toEqual([2, undefined]);
    expect(answer.remarks.join('\n')).toContain('How many cannot be told from this');
  });

  it('cannot be told where any of those inside leaves next: visits are drawn without waiting, and it is said', async () => {
    const answer = await drawn(visits(moves(200, 0.02, exponential, 11)));
    expect(answer.scenario.nodes.find(({ id }) => id === 'a')).toMatchObject({ kind: 'delay' });
    expect(answer.remarks.join('\n')).toMatch(
      /^a: visits overtake each other, so more than one is worked on/m,
    );
  });
});

it('samples of counters give rates, and services from the share of samples with something inside', async () => {
  const answer = await drawn(sampledQueues(knownVisits(2400, 1), 0.7));
  expectNear(answer, 'arrivals of clients', KNOWN.gap);
  expectNear(answer, 'service of prepare', KNOWN.prepare / 2);
  expectNear(answer, 'pass of prepare', KNOWN.toCheck);
  expect(part(answer, 'arrivals of clients').from).toContain('Poisson arrivals are assumed');
});

describe('arrivals that come together', () => {
  const next = dice(12);
  /** A queue of one server; `sizes` come at a time. */
  const rowsOf = (sizes: readonly number[]): string[] => {
    const rows: { at: number; kind: 'I' | 'D' }[] = [];
    let [time, free] = [0, 0];
    for (let n = 0; n < 2000; n += 1) {
      time += -1000 * log(next());
      for (let i = 0; i < sizes[n % sizes.length]!; i += 1) {
        free = Math.max(free, time) + -100 * log(next());
        rows.push({ at: time, kind: 'I' }, { at: free, kind: 'D' });
      }
    }
    return rows.sort((a, b) => a.at - b.at).map(({ at, kind }) => `a,${Math.round(at * 1000)},${kind}`);
  };
  const traced = (sizes: readonly number[]): string =>
    [
      ...['#qtm 1 queues time=us', 'queueId,source,dest', 'a,in,A'],
      ...['#qtm 1 events time=us', 'queueId,time,kind', ...rowsOf(sizes)],
    ].join('\n');

  it('are batches, with the gaps between them, and predict what the other half holds', async () => {
    const text = traced([5]);
    const answer = await drawn(text);
    expectNear(answer, 'arrivals of in', 1);
    expect(part(answer, 'batch of in').value).toBe(5);
    expect(answer.scenario.nodes[0]).toMatchObject({ batchSize: 5 });
    expect(answer.validation.sentences.join('\n')).not.toContain('reject');
    // One by one, as many.
    const single = await drawn(text, { without: ['batch of in'] });
    const [source] = single.scenario.nodes;
    expect(source).not.toHaveProperty('batchSize');
    expect(source?.kind === 'source' && source.interarrival).toMatchObject({ distribution: 'exponential' });
    expect(part(single, 'batch of in').isAccepted).toBe(false);
  });

  it('are told where they are not always as many', { tags: ['long'] }, async () => {
    const answer = await drawn(traced([1, 2, 4]));
    expect(answer.scenario.nodes[0]).not.toHaveProperty('batchSize');
    expect(answer.remarks.join('\n')).toMatch(/^in: 2.33 come at a time in the mean/m);
  });
});

describe('counters of what becomes more', () => {
  const next = dice(7);
  /** Elements of A at random instants; of each B and C get so many at the next. Sampled every `every` at times that waver. */
  const sampled = (given: () => { b: number; c: number }, every: number): string => {
    const counts = { a: [0, 0], b: [0, 0], c: [0, 0] };
    const rows: string[] = [];
    let due = every;
    for (let time = 0; time < 40_000; time += 1) {
      if (time >= due) {
        due += every * (0.8 + 0.4 * next());
        for (const [id, [came, done]] of Object.entries(counts)) rows.push(`${id},${time},${came},${done}`);
      }
      for (const id of ['b', 'c'] as const) if (counts[id][1]! < counts[id][0]!) counts[id][1]! += 1;
      if (counts.a[1]! < counts.a[0]!) {
        counts.a[1]! += 1;
        const { b, c } = given();
        counts.b[0]! += b;
        counts.c[0]! += c;
      }
      if (next() < 0.2) counts.a[0]! += 1;
    }
    return [
      ...['#qtm 1 queues time=us', 'queueId,source,dest', 'a,in,A', 'b,A,B', 'c,A,C'],
      ...['#qtm 1 counters time=us', 'queueId,timestamp,inCount,outCount', ...rows],
    ].join('\n');
  };

  it.each([5, 200])(
    'are those of a filter with an expansion behind it, sampled every %i us',
    async (every) => {
      const answer = await drawn(sampled(() => ({ b: next() < 0.25 ? 3 : 0, c: 0 }), every));
      expectNear(answer, 'pass of A', 0.25);
      expect(part(answer, 'factor of B').value).toBe(3);
      expect(stageIn(answer, 'B')).toMatchObject({ conversionFactor: 3 });
    },
  );

  it('are those of a filter and an expansion that undo each other', async () => {
    const answer = await drawn(sampled(() => ({ b: next() < 0.5 ? 2 : 0, c: 0 }), 9));
    expectNear(answer, 'pass of A', 0.5);
    expect(part(answer, 'factor of B').value).toBe(2);
  });

  it('are those of one way alone, and the others carry what they carry', async () => {
    const answer = await drawn(sampled(() => (next() < 0.3 ? { b: 4, c: 0 } : { b: 0, c: 1 }), 9));
    expectNear(answer, 'share of A → B', 0.3);
    expect(part(answer, 'factor of B').value).toBe(4);
    expect(stageIn(answer, 'C').conversionFactor).toBeUndefined();
    expect(stageIn(answer, 'A').passProbability).toBeUndefined();
  });

  it('are not those of a filter alone, and it is told what would look the same', async () => {
    const answer = await drawn(sampled(() => ({ b: next() < 0.75 ? 1 : 0, c: 0 }), 9));
    expectNear(answer, 'pass of A', 0.75);
    expect(stageIn(answer, 'B').conversionFactor).toBeUndefined();
    expect(answer.remarks.join('\n')).toContain('one after the other, look the same');
  });

  it('are not those of a steady flow that is sampled by its own clock, now and then late', async () => {
    const rows: string[] = [];
    for (let time = 0; time < 4000; time += next() < 0.3 ? 20 : 10)
      rows.push(`a,${time},${time},${time}`, `b,${time},${time / 2},${time / 2}`);
    const answer = await drawn(
      [
        ...['#qtm 1 queues time=us', 'queueId,source,dest', 'a,in,A', 'b,A,B'],
        ...['#qtm 1 counters time=us', 'queueId,timestamp,inCount,outCount', ...rows],
      ].join('\n'),
    );
    expect(part(answer, 'pass of A').value).toBeCloseTo(0.5, 2);
    expect(answer.remarks.join('\n')).not.toContain('at a time');
    expect(stageIn(answer, 'B').conversionFactor).toBeUndefined();
  });
});

it('a single instant tells no rate and no service, and what is drawn can be opened', async () => {
  const once = await drawn(
    [
      ...['#qtm 1 events time=us', 'queueId,time,kind,count,blockedFor', 'a,5,I,1,', 'b,5,I,1,'],
      ...['b,9,D,1,', 'c,7,I,1,', 'c,7,D,1,'],
    ].join('\n'),
  );
  expect(part(once, 'arrivals of to a').from).toContain('no rate is told');
});

it('what tells no flow is refused with what would', async () => {
  const template = (name: string): string =>
    readFileSync(new URL(`../../public/measurements/${name}`, import.meta.url), 'utf8');
  for (const [name, why] of [
    ['template-levels.csv', 'nothing in it tells a flow'],
    ['mm1-occupancy.csv', 'nothing in it tells a flow'],
    ['template-zipkin.json', 'it holds spans'],
  ]) {
    const answer = await draw(template(name!));
    expect(answer.ok ? '' : answer.error.map(({ message }) => message).join('\n')).toContain(why);
  }
});
