import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawExponential } from '../../core/distributions/draws.ts';
import { readScenarioText } from '../../core/scenario/read-scenario.ts';
import { isSource, isStage } from '../../core/scenario/scenario.ts';
import { someOf } from '../../tests/examples.ts';
import { openStream } from '../random/random-stream.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { analyseTraces } from './analyse-traces.ts';
import type { TraceAnswer, TraceSettings, TraceWhatIf } from './contract.ts';
import { readTraces } from './read-traces.ts';
import { rateRange } from './sampling.ts';
import {
  asJaeger,
  asOtlp,
  asStored,
  asZipkin,
  CHECKOUT,
  checkoutExample,
  type KnownSpan,
  knownService,
  nestedService,
} from './service.test-support.ts';

async function readText(text: string) {
  const read = await readTraces(new Blob([text]), { fileName: 'spans.json' });
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join('\n'));
  return read.value;
}

async function answerTo(document: object | string, settings: TraceSettings = {}): Promise<TraceAnswer> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const answer = analyseTraces(await readText(text), settings);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const at = ({ report }: TraceAnswer, name: string) =>
  report.services.find(({ service }) => service === name)!;
const BUSY = { requests: 1500, rate: 45, servers: 1 };
/** What several tests look at is computed once. */
const once = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => (made ??= make());
};
const busy = once(() => answerTo(asOtlp(knownService(BUSY).spans)));

describe('where the time of requests went', () => {
  it.each(
    someOf(
      [
        [1, 45],
        [2, 90],
        [4, 180],
      ] as const,
      2,
    ),
  )(
    'tells %i servers by the order of departures, and with them waiting from service',
    async (servers, rate) => {
      const truth = knownService({ requests: 2000, rate, servers });
      const answer = await answerTo(asOtlp(truth.spans));
      const db = at(answer, 'db');
      expect(db).toMatchObject({ servers, known: 'order', impossible: 0 });
      expect(db.waiting! / truth.waiting).toBeCloseTo(1, 5);
      expect(db.own / truth.service).toBeCloseTo(1, 5);
      expect(answer.report.response / truth.response).toBeCloseTo(1, 6);
      const parts = answer.report.services.map(({ waiting = 0, own }) => waiting + own);
      expect(parts.reduce((a, b) => a + b, answer.report.network) / truth.response).toBeCloseTo(1, 6);
      expect(answer.sentences[0]).toMatch(
        /^2,000 requests of 2 types in .* took .* on average: .*\d+ % waiting at db \(/,
      );
    },
  );

  describe.each([4, 10, 100, 1000])(
    'all are worked on at once, services as steady as %i phases',
    (steady) => {
      it('are not taken for a queue', { tags: steady === 1000 ? [] : ['long'] }, async () => {
        for (const rate of [60, 250]) {
          const { spans } = knownService({ requests: 2000, rate, servers: 1000, steady });
          expect(at(await answerTo(asOtlp(spans)), 'db').known).toBe('unseen');
        }
      });
    },
  );

  it.each([
    [1, 40, 100],
    [2, 85, 10],
    [4, 180, 10],
  ])('tells %i servers of steady services too', async (servers, rate, steady) => {
    const truth = knownService({ requests: 2000, rate, servers, steady });
    const db = at(await answerTo(asOtlp(truth.spans)), 'db');
    expect(db).toMatchObject({ servers, known: 'order' });
    expect(db.waiting! / truth.waiting).toBeCloseTo(1, 5);
  });

  it('says that it cannot where any of those inside leaves next, and asks for the servers', async () => {
    const answer = await busy();
    expect(at(answer, 'front')).toMatchObject({ known: 'unseen', waiting: undefined });
    expect(answer.sentences.join('\n')).toMatch(
      /at front was waiting cannot be told from this, because any of up to \d+ requests/,
    );
    expect(answer.questions[0]).toMatch(
      /^--servers front=\d+: how many requests does front work on at once\?$/,
    );
  });

  it('says what one more server would do, as the same service with one more does', async () => {
    const answer = await answerTo(asOtlp(knownService({ ...BUSY, rate: 46 }).spans));
    const responses = knownService({ ...BUSY, rate: 46, servers: 2 })
      .spans.filter(({ parent }) => parent === '')
      .map(({ start, end }) => end - start)
      .sort((a, b) => a - b);
    const [{ responses: withIt }] = answer.report.whatIf as [TraceWhatIf];
    expect(withIt!.p95 / responses[Math.ceil(0.95 * responses.length) - 1]!).toBeCloseTo(1, 5);
    expect(answer.report.responses.p95).toBeGreaterThan(2 * withIt!.p95);
    expect(answer.sentences[1]).toMatch(
      /^One more server at db \(2 instead of 1\) would take the 95th percentile from \d+ ms to \d+(\.\d)? ms/,
    );
  });

  it('takes servers that are given, and says when they cannot be right', async () => {
    const truth = knownService({ requests: 1000, rate: 90, servers: 2 });
    const given = await answerTo(asOtlp(truth.spans), { servers: { db: 1 } });
    expect(at(given, 'db').impossible).toBeGreaterThan(0.1);
    expect(given.sentences.join('\n')).toMatch(
      /% of the visits to db ended before 1 server, first come first served, can have begun them/,
    );
    await expect(answerTo(asOtlp(truth.spans), { servers: { dbb: 1 } })).rejects.toThrow(
      'expected one of front, db',
    );
  });

  it('gives a child time of its own, and counts calls in parallel once', async () => {
    const span = (id: string, parent: string, service: string, start: number, end: number): KnownSpan => ({
      ...{
        trace: 't',
        id,
        parent,
        service,
        name: service,
        kind: 'server',
        start: start / 1e3,
        end: end / 1e3,
      },
    });
    const spans = [
      ...[
        span('1', '', 'a', 0, 100),
        span('2', '1', 'b', 10, 50),
        span('3', '1', 'c', 30, 70),
        span('6', '1', 'e', 20, 25),
      ],
      ...[span('4', '3', 'd', 40, 60), { ...span('5', '1', 'a', 80, 95), kind: 'client' as const }],
    ];
    const answer = await answerTo(asOtlp(spans));
    const visits = Object.fromEntries(
      answer.report.services.map((one) => [one.service, Math.round(1e3 * one.meanService)]),
    );
    expect(visits).toEqual({ a: 40, b: 40, c: 20, d: 20, e: 5 });
    const path = Object.fromEntries(
      answer.report.services.map((one) => [one.service, Math.round(1e3 * one.own)]),
    );
    expect(path).toEqual({ a: 40, b: 20, c: 20, d: 20, e: 0 });
    expect(answer.report.parallel).toBeCloseTo(2 / 4);
  });

  const ofMany = async (count: number, parentOf: (i: number) => number): Promise<void> => {
    const spans = Array.from(
      { length: count },
      (_, i): KnownSpan => ({
        ...{ trace: 't', id: String(i + 1), parent: i === 0 ? '' : String(parentOf(i) + 1) },
        ...{ service: `s${i % 2}`, name: 'op', kind: 'server', start: i / 1e6, end: 1 - i / 1e6 },
      }),
    );
    const { report } = await answerTo(asOtlp(spans));
    expect(report.response).toBeCloseTo(1);
    expect(report.services.reduce((sum, { own }) => sum + own, report.network)).toBeCloseTo(1);
  };

  it('takes a trace that is deeper than the stack', { tags: ['long'] }, () => ofMany(20_000, (i) => i - 1));

  it('takes a trace that is wider than a call takes arguments', { tags: ['long'] }, () =>
    ofMany(150_000, () => 0),
  );
});

describe('calls that hold a server of their caller', () => {
  const NESTED = { requests: 1000, rate: 40, threads: 4, servers: 1 };
  const p95Of = (responses: readonly number[]): number =>
    [...responses].sort((a, b) => a - b)[Math.ceil(0.95 * responses.length) - 1]!;
  const meanOf = (responses: readonly number[]): number =>
    responses.reduce((sum, one) => sum + one, 0) / responses.length;

  it.each([2, 4, 64])(
    'tells %i threads and one server behind them, and no limit where there is none',
    async (threads) => {
      const truth = nestedService({ ...NESTED, rate: threads === 2 ? 30 : 40, threads });
      const answer = await answerTo(asOtlp(truth.spans));
      expect(at(answer, 'front').known).toBe('unseen');
      expect(at(answer, 'db')).toMatchObject({ servers: 1, known: 'order', impossible: 0 });
      expect(at(answer, 'db').waiting! / truth.waiting.db).toBeCloseTo(1, 5);
      if (threads === 64) expect(at(answer, 'app').known).toBe('unseen');
      else {
        expect(at(answer, 'app')).toMatchObject({ servers: threads, known: 'order', impossible: 0 });
        expect(at(answer, 'app').waiting! / truth.waiting.app).toBeCloseTo(1, 5);
      }
    },
  );

  it('tells what other servers, services and loads would do, as the same service with them does', async () => {
    const changes = {
      'db.servers=+1': { servers: 2 },
      'app.servers=+1': { threads: 5 },
      'db.service=0.5x': { slower: { times: 0.5 } },
      'load=1.25x': { rate: 50 },
      'app.servers=6, db.servers=3, load=2x': { threads: 6, servers: 3, rate: 80 },
    };
    const questions = Object.keys(changes);
    const answer = await answerTo(asOtlp(nestedService(NESTED).spans), { whatIf: questions });
    const asked = answer.report.whatIf.filter(({ isAsked }) => isAsked);
    expect(asked).toHaveLength(questions.length);
    for (const [i, changed] of Object.values(changes).entries()) {
      const { responses } = nestedService({ ...NESTED, ...changed });
      expect(asked[i]!.responses!.p95 / p95Of(responses), questions[i]).toBeCloseTo(1, 4);
      expect(asked[i]!.responses!.mean / meanOf(responses), questions[i]).toBeCloseTo(1, 4);
    }
  });

  it('says what the drawing leaves out, which gives servers back during calls', async () => {
    const { spans, load } = nestedService(NESTED);
    const answer = await answerTo(asOtlp(spans));
    const { nodes } = answer.scenario;
    const app = nodes.find(({ name }) => name === 'app');
    expect(app).toMatchObject({ kind: 'stage', serverCount: 4 });
    const said = /has app ([\d.]+) % loaded; its servers were taken ([\d.]+) % of the time/.exec(
      answer.sentences.join('\n'),
    );
    expect(Math.abs(Number(said![1]) / 100 / load.worked - 1)).toBeLessThan(0.05);
    expect(Math.abs(Number(said![2]) / 100 / load.taken - 1)).toBeLessThan(0.02);
    // Four threads, 40 requests a second: 15 ms of own work, and 19.2 ms for a call that waits for nobody.
    expect(load.worked).toBeCloseTo(0.15, 2);
    expect(load.taken).toBeGreaterThan(0.342);
    expect(answer.scenario.notes).toContain('has app');
    // The database calls nobody.
    expect(answer.sentences.join('\n')).not.toContain('has db');
  });

  it('tells no servers of a database that only its callers saw: answers overtake each other on the network', {
    tags: ['long'],
  }, async () => {
    const { spans } = nestedService({ ...NESTED, threads: 64 });
    const seen = spans
      .filter(({ service }) => service !== 'db')
      .map((span) =>
        span.service === 'app' && span.kind === 'client' ? { ...span, peer: 'postgresql' } : span,
      );
    const answer = await answerTo(asOtlp(seen));
    expect(at(answer, 'postgresql')).toMatchObject({ known: 'unseen', waiting: undefined });
    expect(answer.sentences.join('\n')).toMatch(
      /at postgresql was waiting .* because it has no spans of its own/,
    );
    // Told, it is known when each visit began, but for the network.
    const told = await answerTo(asOtlp(seen), { servers: { postgresql: 1 } });
    expect(at(told, 'postgresql').known).toBe('given');
  });

  it.each([1, 2])('tells waiting where one span in a hundred of %i servers was lost', async (servers) => {
    const truth = knownService({ requests: 2000, rate: 45 * servers, servers });
    const lose = (every: number) =>
      asOtlp(
        truth.spans
          .map((span) => (span.kind === 'client' ? { ...span, peer: 'db' } : span))
          .filter(({ service }, i) => service !== 'db' || i % every !== 0),
      );
    const db = at(await answerTo(lose(97)), 'db');
    expect(db).toMatchObject({ servers, known: 'order', isOfCallers: false });
    expect(db.ofCallers).toBeGreaterThan(10);
    expect(db.waiting! / truth.waiting).toBeCloseTo(1, 1.5);
    expect(db.own / truth.service).toBeCloseTo(1, 1.5);
    // Beyond that it is said how many.
    const many = await answerTo(lose(7));
    expect(at(many, 'db')).toMatchObject({ isOfCallers: true });
    if (servers > 1)
      expect(many.sentences.join('\n')).toMatch(
        /because \d+ visits of 1,\d+ have no spans of their own: seen/,
      );
  });

  it('names the server that helps, not the one in front of which requests wait longest', async () => {
    const truth = nestedService({ ...NESTED, threads: 3 });
    const answer = await answerTo(asOtlp(truth.spans));
    expect(at(answer, 'app').waiting).toBeGreaterThan(at(answer, 'db').waiting!);
    expect(answer.sentences[1]).toMatch(
      /^One more server at db \(2 instead of 1\) would take the 95th percentile/,
    );
    expect(answer.sentences[2]).toMatch(/^One more server at app \(4 instead of 3\) would /);
  });

  it('gives a slower service that is called as the cause of waiting for its caller', async () => {
    const slower = { times: 6, from: 40, to: 50 };
    const { spans } = nestedService({ ...NESTED, requests: 3000, threads: 32, slower });
    const { sentences } = await answerTo(asOtlp(spans));
    expect(sentences.join('\n')).toMatch(
      /Waiting at app grew because what it calls took longer: one visit held/,
    );
    expect(sentences.join('\n')).toMatch(/one visit to db took [5-7]\.\d+ × .* as long/);
  });

  it('refuses what it cannot know, and words that it does not understand', { tags: ['long'] }, async () => {
    const document = asOtlp(nestedService(NESTED).spans);
    const ask = async (question: string, settings: TraceSettings = {}): Promise<unknown> =>
      answerTo(document, { ...settings, whatIf: [question] });
    await expect(ask('front.servers=+1')).rejects.toThrow('do not tell how many servers front has');
    await expect(ask('dbx.servers=1')).rejects.toThrow('there is no service "dbx"; did you mean db?');
    await expect(ask('a>b.share=1')).rejects.toThrow('expected db.servers=2');
    await expect(ask('load=2x', { sampled: 0.5 })).rejects.toThrow('cannot be told of a sample');
    await expect(ask('load=2x', { servers: { app: 1 } })).rejects.toThrow('do not come out as in the file');
  });
});

describe('the example of a shop', () => {
  it('is what its generator makes, and tells what is true of it', async () => {
    const file = new URL('../../public/measurements/checkout-spans.json.gz', import.meta.url);
    expect(gunzipSync(readFileSync(file)).toString()).toBe(checkoutExample());
    const truth = nestedService(CHECKOUT);
    const answer = await answerTo(checkoutExample());
    expect(at(answer, 'app')).toMatchObject({ servers: 16, known: 'order' });
    // Times of Zipkin are whole microseconds.
    expect(at(answer, 'app').waiting! / truth.waiting.app).toBeCloseTo(1, 3);
    expect(at(answer, 'db').waiting! / truth.waiting.db).toBeCloseTo(1, 3);
    const { course, response, requests, changes } = answer.report;
    expect(course.reduce((sum, one) => sum + one.requests * one.response, 0) / requests).toBeCloseTo(
      response,
      9,
    );
    expect(Math.abs(changes[0]!.from - 26)).toBeLessThan(1);
    expect(answer.sentences.join('\n')).toMatch(/because what it calls took longer/);
  });
});

describe('clocks', () => {
  it.each([0.25, -3])(
    'that are %d s ahead are found from parents and children, and put right',
    async (ahead) => {
      const right = await busy();
      const skewed = await answerTo(asOtlp(knownService({ ...BUSY, ahead }).spans));
      const [clock] = skewed.report.clocks;
      expect(right.report.clocks).toEqual([]);
      expect(clock).toMatchObject({ clock: 'db' });
      expect(Math.abs(clock!.offset - ahead)).toBeLessThan(5e-4);
      expect(clock!.low).toBeLessThan(ahead);
      expect(clock!.high).toBeGreaterThan(ahead);
      expect(at(skewed, 'db').waiting! / at(right, 'db').waiting!).toBeCloseTo(1, 4);
    },
  );

  it.each([2e-4, -5e-4])('that gain %d s in every second are put right', async (drift) => {
    const right = await busy();
    const drifting = await answerTo(asOtlp(knownService({ ...BUSY, drift }).spans));
    const [clock] = drifting.report.clocks;
    expect(clock).toMatchObject({ clock: 'db' });
    expect(Math.abs(clock!.drift! / drift - 1)).toBeLessThan(0.1);
    for (const measure of ['waiting', 'meanService'] as const)
      expect(Math.abs(at(drifting, 'db')[measure]! / at(right, 'db')[measure]! - 1)).toBeLessThan(0.02);
    expect(drifting.sentences.join('\n')).toMatch(
      drift > 0
        ? /The clock of db is [\d.]+ ms ahead in the middle of the file and gains (19\d|20\d) µs a second, and is put right/
        : /The clock of db is [\d.]+ ms behind in the middle of the file and loses (49\d|50\d) µs a second, and is put right/,
    );
  });
});

describe('sampled traces', () => {
  const sampled = knownService({ requests: 6000, rate: 45, servers: 1, kept: 0.25 });

  it('show their share by their ids, and give the rate of all requests', async () => {
    const answer = await answerTo(asOtlp(sampled.spans));
    expect(answer.report.sampling).toMatchObject({ from: 'ids', orphans: 0 });
    expect(answer.report.sampling.share).toBeCloseTo(0.25, 3);
    expect(Math.abs(answer.report.rate! / 45 - 1)).toBeLessThan(0.05);
    expect(at(answer, 'db').waiting).toBeUndefined();
    expect(answer.sentences.join('\n')).toMatch(
      /cannot be told from this, because only 25 % of the requests were traced/,
    );
    const rates = answer.scenario.nodes
      .filter(isSource)
      .map(({ interarrival }) => ('rate' in interarrival ? interarrival.rate! : 0));
    expect(Math.abs(rates.reduce((a, b) => a + b, 0) / 45 - 1)).toBeLessThan(0.05);
  });

  it.each([
    [1, 45],
    [3, 130],
  ])('tell what a model of %i servers makes of it, close to what was hidden', async (servers, rate) => {
    const truth = knownService({ requests: 12_000, rate, servers, kept: 0.25 });
    const answer = await answerTo(asOtlp(truth.spans), { servers: { db: servers } });
    // Waiting of one visit: eight in ten requests make one.
    expect(Math.abs(at(answer, 'db').waitingByModel! / (truth.waiting / 0.8) - 1)).toBeLessThan(0.1);
    expect(answer.sentences.join('\n')).toMatch(
      /Were its arrivals Poisson and its services exponential, .* of a visit would be/,
    );
  });

  it('are not taken from ids that count up', async () => {
    const { spans } = nestedService({ requests: 400, rate: 40, threads: 4, servers: 1 });
    const { sampling } = (await answerTo(asOtlp(spans))).report;
    expect(sampling).toMatchObject({ from: 'nothing', share: undefined });
  });

  it('show it by their trace state, or are told', { tags: ['long'] }, async () => {
    const stated = await answerTo(asOtlp(sampled.spans, 'vendor=1,ot=rv:12345678901234;th:c'));
    expect(stated.report.sampling).toMatchObject({ from: 'spans', share: 0.25 });
    const given = await answerTo(asOtlp(sampled.spans), { sampled: 0.5 });
    expect(given.report.sampling).toMatchObject({ from: 'given', share: 0.5 });
    expect(given.report.rate! / given.report.seenRate).toBe(2);
  });

  it('are not taken for all: without a word of it there is no sure rate', async () => {
    const whole = await busy();
    expect(whole.report.sampling).toMatchObject({ share: undefined, from: 'nothing' });
    expect(whole.report.rate).toBeUndefined();
    expect(whole.sentences.join('\n')).toMatch(
      /Nothing tells whether all requests were traced: 4\d(\.\d)? \/s were seen, and the rate is that or more/,
    );
    expect(whole.questions.at(-1)).toBe('--sampled 1: was every request traced?');
  });

  /** Whole traces by bits of their ids that no sampler looks at. */
  const keptOf = (spans: readonly KnownSpan[], share: number): KnownSpan[] =>
    spans.filter(({ trace }) => Number.parseInt(trace.slice(0, 8), 16) / 2 ** 32 < share);

  describe.each([
    [1, 0.5, 1],
    [1, 0.5, 4],
    [1, 0.25, 1],
    [2, 0.5, 1],
    [2, 0.5, 4],
  ])('of %i servers that say nothing of it (%d, %i phases)', (servers, share, steady) => {
    it('tell no waiting, and why', { tags: steady === 4 ? [] : ['long'] }, async () => {
      for (const seed of [1, 2]) {
        const { spans } = knownService({ requests: 2000, rate: 43 * servers, servers, steady, seed });
        const answer = await answerTo(asOtlp(keptOf(spans, share)));
        expect(at(answer, 'db').waiting).toBeUndefined();
        expect(answer.sentences.join('\n')).toMatch(/at db was waiting cannot be told from this, because/);
      }
    });
  });

  describe.each([
    [30, 0.25],
    [38, 0.5],
    [42, 0.25],
    [35, 0.1],
  ])('of %i requests/s, of which %d are there,', (rate, share) => {
    const tags = rate === 30 || rate === 38 ? [] : ['long'];

    it('are suspected where what comes out hangs together with arrivals', { tags }, async () => {
      const { spans } = knownService({ requests: Math.round(2500 / share), rate, servers: 1 });
      const answer = await answerTo(asOtlp(keptOf(spans, share)));
      expect(answer.report.sampling.missedAt).toContain('db');
      expect(answer.sentences.join('\n')).toMatch(/Requests seem to be missing from the file \(see .*db\)/);
    });
  });

  it('are not suspected in files of all requests, also where a service is slower for a while', {
    tags: ['long'],
  }, async () => {
    for (const seed of [1, 4]) {
      const usual = { requests: 2000, rate: 30, servers: 1, seed, steady: seed };
      for (const known of [usual, { ...usual, spell: { from: 40, to: 60, service: 4, rate: 0.7 } }]) {
        const answer = await answerTo(asOtlp(knownService(known).spans));
        expect(answer.report.sampling.missedAt).toEqual([]);
        expect(at(answer, 'db')).toMatchObject({ servers: 1, known: 'order' });
        expect(answer.sentences[0]).toMatch(/waiting at db .*; if all requests were traced\.$/);
      }
    }
  });

  it('in which no two met tell no waiting, and none where all were traced', async () => {
    const { spans } = knownService({ requests: 3000, rate: 20, servers: 1 });
    const few = asOtlp(keptOf(spans, 0.01));
    const answer = await answerTo(few);
    expect(at(answer, 'db')).toMatchObject({ mostAtOnce: 1, waiting: undefined });
    expect(answer.sentences.join('\n')).toMatch(
      /because none of its \d+ visits met another: where all requests were traced nobody waited/,
    );
    expect(at(await answerTo(few, { sampled: 1 }), 'db').waiting).toBe(0);
  });

  it('have a rate with an interval, as published for Poisson counts', async () => {
    // Gamma quantiles of shape 10 (half of those of χ² with 20 degrees: 9.5908 and 34.1696), of 1 and of 1000.
    for (const [gaps, low, high] of [
      [10, 0.47954, 1.70848],
      [1, 0.025318, 3.68888],
    ] as const) {
      expect(rateRange(gaps)[0]).toBeCloseTo(low, 5);
      expect(rateRange(gaps)[1]).toBeCloseTo(high, 4);
    }
    const given = await answerTo(asOtlp(sampled.spans), { sampled: 0.25 });
    const [low, high] = given.report.rateInterval!;
    expect(low).toBeLessThan(45);
    expect(high).toBeGreaterThan(45);
    expect(given.sentences.join('\n')).toMatch(
      /4\d(\.\d)? \/s came \(95 %: 4\d(\.\d)? \/s … 4\d(\.\d)? \/s\)/,
    );
  });

  it('without parents are said, and taken as requests where nothing else is there', async () => {
    const { spans } = knownService(BUSY);
    const cut = await answerTo(asOtlp(spans.filter(({ kind }, i) => kind === 'server' || i > 300)));
    expect(cut.sentences.join('\n')).toMatch(/\d+ spans lack their parent, so that requests are not whole/);
    const bare = await answerTo(asOtlp(spans.filter(({ service }) => service === 'db')));
    expect(bare.report.services.map(({ service }) => service)).toEqual(['db']);
    expect(bare.sentences.join('\n')).toMatch(
      /No span begins a trace: requests are taken from where they enter the file/,
    );
  });
});

describe('services that do not vary', () => {
  /** First come, first served, servers busy for 85 % of the time. */
  const steadySpans = (servers: number): KnownSpan[] => {
    const stream = openStream({ seed: 1, replication: 0, node: 'steady', purpose: 'interarrival' });
    const free = new Array<number>(servers).fill(0);
    let time = 0;
    return Array.from({ length: 2000 }, (_, i): KnownSpan => {
      time += (drawExponential(stream) * 0.02) / (0.85 * servers);
      const first = free.indexOf(Math.min(...free));
      const end = Math.max(time, free[first]!) + 0.02;
      free[first] = end;
      const trace = i.toString(16).padStart(32, 'a');
      return {
        trace,
        id: trace.slice(16),
        parent: '',
        service: 'db',
        name: 'get',
        kind: 'server',
        start: time,
        end,
      };
    });
  };

  it.each([1, 2, 3])('have %i servers, though all leave in order', async (servers) => {
    const db = at(await answerTo(asOtlp(steadySpans(servers))), 'db');
    expect(db).toMatchObject({ servers, known: 'order', impossible: 0 });
    expect(db.own).toBeCloseTo(0.02, 6);
  });
});

describe('spans that begin when a server takes the request', () => {
  it('show that calls wait before them, which is not the network', async () => {
    const { spans } = knownService({ ...BUSY, requests: 3000 });
    let free = 0;
    const late = spans.map((span) => {
      if (span.service !== 'db') return span;
      const start = Math.max(span.start, free);
      free = span.end;
      return { ...span, start };
    });
    const answer = await answerTo(asOtlp(late));
    expect(at(answer, 'db').waiting).toBeUndefined();
    expect(answer.sentences.join('\n')).toMatch(
      /Calls wait for db before its span begins, \d+(\.\d)? ms where it was at work and 1(\.\d+)? ms where it was not/,
    );
    const plain = await answerTo(asOtlp(spans));
    expect(plain.sentences.join('\n')).not.toContain('before its span');
  });
});

describe('a window', () => {
  const window = { from: 60, to: 90 };
  const changed = async (spell: object) => {
    const { spans } = knownService({
      requests: 5000,
      rate: 30,
      servers: 1,
      spell: { from: 60, to: 90, ...spell },
    });
    return (await answerTo(asOtlp(spans), { window })).sentences[1];
  };

  it('names the service that became slower', async () => {
    expect(await changed({ service: 1.6 })).toMatch(
      /^In the window \d+ requests took .* the other .*: waiting at db .* → .*; service of db 1\d(\.\d)? ms → 2\d(\.\d)? ms\.$/,
    );
  });

  it('names the waiting where only the load grew, and that the service did not change', async () => {
    expect(await changed({ rate: 1.7 })).toMatch(
      /: waiting at db .* → .* ms\. The service of db did not change beyond chance \(1\d(\.\d)? ms → 1\d(\.\d)? ms\)\.$/,
    );
  });

  it('says when nothing changed', { tags: ['long'] }, async () => {
    expect(await changed({})).toMatch(/: no more than chance explains\.$/);
  });

  it('may be told by the time of day', async () => {
    // The first request comes at 22:13:20 UTC.
    const { spans } = knownService(BUSY);
    const day = await answerTo(asOtlp(spans), { window: { from: 80_015, to: 80_025, ofDay: true } });
    const plain = await answerTo(asOtlp(spans), { window: { from: 15, to: 25 } });
    expect(Math.abs(day.report.window!.inside.requests - plain.report.window!.inside.requests)).toBeLessThan(
      20,
    );
    await expect(answerTo(asOtlp(spans), { window: { from: 900, to: 990 } })).rejects.toThrow(
      'the window holds 0 of',
    );
  });
});

describe('without a window', () => {
  const SPELL = { from: 200, to: 260 };
  const said = async (known: object) => {
    const { spans } = knownService({ requests: 5000, rate: 14, servers: 1, ...known });
    return answerTo(asOtlp(spans));
  };

  it('finds when a service became slower, by how much, and that the load did not change', async () => {
    const answer = await said({ spell: { ...SPELL, service: 6 } });
    const [change, ...others] = answer.report.changes;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ service: 'db', isToEnd: false });
    expect(Math.abs(change!.from - SPELL.from)).toBeLessThan(2);
    expect(Math.abs(change!.to - SPELL.to)).toBeLessThan(2);
    expect(change!.low).toBeLessThan(6);
    expect(change!.high).toBeGreaterThan(6);
    expect(change!.high / change!.low).toBeLessThan(1.5);
    // The first request comes at 22:13:20 UTC.
    expect(answer.sentences[1]).toMatch(
      /^From 22:16:\d\d to 22:17:\d\d \(UTC\) \d+ requests took .* on average, 9\d(\.\d)? % of it waiting at db; the other 4,\d+ took/,
    );
    expect(answer.sentences[2]).toMatch(
      /^Waiting at db grew because db itself changed, not its load: one visit took [567](\.\d+)? × \(95 %: .*\) as long/,
    );
    // Once is enough.
    expect(answer.sentences.join('\n')).not.toMatch(/From .* one visit to db took/);
    expect(answer.report.window).toMatchObject({ isFound: true });
  });

  it('finds when more requests came, and that no service changed', { tags: ['long'] }, async () => {
    const answer = await said({ rate: 28, spell: { from: 60, to: 90, rate: 1.7 } });
    expect(answer.report.changes.map(({ service }) => service)).toEqual([undefined]);
    expect(answer.sentences.join('\n')).toMatch(
      /Waiting at db grew because of its load, not because db changed: .*\nFrom 22:14:\d\d to 22:14:\d\d requests came 1\.\d+ ×/,
    );
  });

  it('finds when visits took longer of which waiting cannot be told', async () => {
    const SPELLED = { spell: { ...SPELL, service: 3 } };
    for (const known of [{ servers: 500 }, { kept: 0.5 }, { kept: 0.25 }]) {
      const answer = await said({ ...known, ...SPELLED });
      const [change, ...others] = answer.report.changes;
      expect(others).toEqual([]);
      expect(change).toMatchObject({ service: 'db', isUntold: true });
      expect(Math.abs(change!.from - SPELL.from)).toBeLessThan(5);
      // Waits grow with services.
      if (known.servers) expect(change!.low).toBeLessThan(3);
      expect(change!.high).toBeGreaterThan(3);
      expect(answer.sentences.join('\n')).toMatch(
        /From .* one visit to db took \d+(\.\d+)? × \(95 %: .*\) as long, waiting or service: /,
      );
    }
  });

  // Waits rise and fall for long.
  describe.each([1, 2, 3, 4, 5, 6])('half of the requests of a busy service, seed %i', (seed) => {
    it('finds nothing', { tags: seed === 1 ? [] : ['long'] }, async () => {
      expect((await said({ rate: 40, kept: 0.5, seed })).report.changes).toEqual([]);
    });
  });

  it('tells a change that stays from when it is there', { tags: ['long'] }, async () => {
    const answer = await said({ rate: 28, spell: { from: 90, to: 1e9, service: 1.5 } });
    expect(answer.sentences.join('\n')).toMatch(/From 22:14:[45]\d on \(UTC\) [\d,]+ requests took/);
  });

  describe.each([1, 2, 3, 5, 6, 7])('nothing changes, seed %i', (seed) => {
    it('finds nothing', { tags: seed === 1 ? [] : ['long'] }, async () => {
      const { report, sentences } = await said({ seed, rate: 35 });
      expect([report.changes, report.window]).toEqual([[], undefined]);
      expect(sentences.join('\n')).not.toMatch(/From/);
    });
  });
});

describe('a drawing', () => {
  it('has what was asked in it, and says so', async () => {
    const { spans } = knownService(BUSY);
    const answer = await answerTo(asOtlp(spans), {
      whatIf: ['db.servers=+1, db.service=0.5x, load=2x', 'load=3x'],
    });
    const [plain, changed] = [answer.scenario, answer.changed[0]!.scenario];
    expect(answer.changed.map(({ scenario }) => scenario.name)).toEqual([
      'spans, with 2 servers at db and services of db half as long and twice the load',
      'spans, with 3 × the load',
    ]);
    expect(changed.notes).toMatch(/^Changed: with 2 servers at db and/);
    expect(readScenarioText(JSON.stringify(changed)).ok).toBe(true);
    const meanOf = ({ nodes }: typeof plain, id: string): readonly unknown[] =>
      nodes.flatMap((node) => {
        if (node.id !== id || !isStage(node)) return [];
        const { service, byClass = {} } = node;
        return [service, ...Object.values(byClass).map((one) => one.service!)].map((one) =>
          'mean' in one! ? one.mean : undefined,
        );
      });
    expect(meanOf(changed, 'db')).toEqual(meanOf(plain, 'db').map((mean) => Number(mean) / 2));
    expect(meanOf(changed, 'front')).toEqual(meanOf(plain, 'front'));
    const ratesOf = ({ nodes }: typeof plain): readonly number[] =>
      nodes.filter(isSource).map(({ interarrival }) => ('rate' in interarrival ? interarrival.rate! : 0));
    expect(ratesOf(changed)).toEqual(ratesOf(plain).map((rate) => 2 * rate));
    const serversOf = ({ nodes }: typeof plain): readonly unknown[] =>
      nodes.filter(isStage).map(({ id, serverCount }) => [id, serverCount]);
    expect(serversOf(plain)).toContainEqual(['db', 1]);
    expect(serversOf(changed)).toContainEqual(['db', 2]);
  });

  it('has the services, shares and rates of the traces, and can be solved', async () => {
    const answer = await answerTo(asOtlp(knownService(BUSY).spans), { sampled: 1, servers: { front: 64 } });
    const read = readScenarioText(JSON.stringify(answer.scenario));
    if (!read.ok) throw new Error(read.error[0]!.message);
    const { nodes, links, classes } = read.value;
    expect(nodes.filter(isStage).map(({ id, serverCount }) => [id, serverCount])).toEqual([
      ['front', 64],
      ['db', 1],
    ]);
    expect(classes?.map(({ id }) => id)).toEqual(['front buy', 'front look']);
    const ask = links.find(({ from, to }) => from === 'front' && to === 'front – db')!;
    // Every buy asks and comes back, half of the looks do: of 2 steps at front, 1 goes on to the database; of 1.5, 0.5.
    expect(ask.byClass?.['front buy']).toBeCloseTo(0.5, 2);
    expect(ask.byClass?.['front look']).toBeCloseTo(1 / 3, 1);
    const solved = solveScenario(read.value, 'auto');
    if (solved.kind === 'noAnswer') throw new Error(solved.code);
    const db = solved.stages.db!;
    // Offered to the database: 45/s x 0.8 x 20 ms.
    expect(db.loadPerServer).toBeCloseTo(0.72, 1);
  });
});

describe('the files of tracers', () => {
  const { spans } = knownService({ requests: 400, rate: 45, servers: 1 });
  const otlp = asOtlp(spans) as { resourceSpans: object[] };
  const shapes: Readonly<Record<string, object | string>> = {
    'Tempo, batches': { batches: otlp.resourceSpans },
    'Tempo, a trace': { trace: otlp },
    'Jaeger, version 3': { result: otlp },
    'OTLP, lines': otlp.resourceSpans.map((one) => JSON.stringify({ resourceSpans: [one] })).join('\n'),
    Jaeger: asJaeger(spans),
    'Jaeger, lines': (asJaeger(spans) as { data: object[] }).data
      .map((one) => JSON.stringify(one))
      .join('\n'),
    'Jaeger in Elasticsearch': asStored(spans),
    Zipkin: asZipkin(spans),
  };

  const said = once(() => answerTo(otlp));

  it.each(Object.keys(shapes))('%s: say the same', async (shape) => {
    const { report } = await said();
    const other = (await answerTo(shapes[shape]!)).report;
    expect(other.requests).toBe(report.requests);
    expect(other.response / report.response).toBeCloseTo(1, 4);
    expect(other.types.map(({ name, requests }) => [name, requests])).toEqual(
      report.types.map(({ name, requests }) => [name, requests]),
    );
    for (const [i, service] of report.services.entries()) {
      const { service: name, own, visits, known } = other.services[i]!;
      expect([name, visits, known]).toEqual([service.service, service.visits, service.known]);
      expect(own / service.own, name).toBeCloseTo(1, 3);
    }
  });

  it('Jaeger, one trace as the whole document', async () => {
    const [trace] = (asJaeger(spans) as { data: object[] }).data;
    expect((await answerTo({ ...trace })).report.requests).toBe(1);
  });

  it('that hold no spans are refused by name', async () => {
    await expect(readText('#qtm 1 events time=ns\nqueueId,time,kind\nq,1,I\nq,2,D')).rejects.toThrow(
      'it holds no spans',
    );
  });
});

describe('very few requests', () => {
  const span = (id: string, service: string, start: number, end: number, parent?: string) => ({
    ...{ traceId: id.slice(0, 1), id, name: 'get', timestamp: start, duration: end - start },
    ...{ kind: 'SERVER', localEndpoint: { serviceName: service, ipv4: `10.0.0.${service.length}` } },
    ...(parent ? { parentId: parent } : {}),
  });

  it('that began at one instant tell no rate', async () => {
    const { sentences } = await answerTo([span('a1', 'front', 1000, 1050), span('b1', 'front', 1000, 1090)]);
    expect(sentences[0]).toMatch(/^2 requests took 70 µs on average: 100 % at front/);
    expect(sentences.join(' ')).toContain('2 that began at once were seen, which tells no rate;');
    expect(sentences.join(' ')).not.toMatch(/NaN|– were/);
  });

  it('with one call to a clock that is behind say so in the singular', async () => {
    const client = { ...span('a2', 'front', 1100, 1900, 'a1'), kind: 'CLIENT' };
    const called = { ...span('a2', 'database', 300, 1000, 'a1'), shared: true };
    const { report, sentences } = await answerTo([span('a1', 'front', 1000, 2000), client, called]);
    // The call of 800 µs holds the 700 µs of the one that is called, wherever its clock puts them.
    expect(report.clocks[0]!.high - report.clocks[0]!.low).toBeCloseTo(100e-6, 9);
    expect(sentences.join(' ')).toContain('1 call to it allows');
  });
});
