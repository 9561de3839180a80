/** Cycles that some class never gets out of, with delays, forks and joins, and with another such cycle: against a plain simulation of random drawings. */

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import {
  delay,
  drawing,
  fork,
  join,
  router,
  sink,
  source,
  stage,
} from '../../core/scenario/drawing.test-support.ts';
import type { Link, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

type Random = () => number;

/** Mulberry32. */
function generator(seed: number): Random {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CLASSES = ['A', 'B'] as const;

/**
 * A comes to a ring and stays in it; B passes the ring, or does not come there. Now and then a second ring, a delay before, a
 * source whose elements are split into tasks, and a router where A becomes B. A stage beside all that has nothing to do with it.
 */
function randomDrawing(random: Random): Scenario {
  const pick = (n: number) => Math.floor(random() * n);
  const often = (share: number) => random() < share;
  const finite = (id: string) => stage(id, 1 + random(), { capacity: 1 + pick(4) });
  const splits = often(0.5);
  const any = (id: string): ScenarioNode => {
    const kind = pick(6);
    if (kind === 0) return stage(id, 2.5 + random());
    if (kind === 1 && !splits) return stage(id, 1 + random(), { capacity: 1 + pick(4), whenFull: 'drop' });
    if (kind === 2) return delay(id, 0.3 + random());
    return finite(id);
  };
  const links: string[] = [];
  const link = (from: string, shares: Readonly<Record<string, Readonly<Record<string, number>>>>) => {
    for (const [to, byClass] of Object.entries(shares))
      links.push(`${from}>${to}:${Object.entries(byClass).map(([id, share]) => `${id}=${share}`)}`);
  };
  const before = ['a0', 'a1', 'a2'];
  const rings = [['r0', 'r1', 'r2'].slice(0, 1 + pick(3)), ...(often(0.3) ? [['p0', 'p1']] : [])];
  const passes = often(0.5);
  for (const ring of rings)
    ring.forEach((id, i) => {
      const next = ring[(i + 1) % ring.length]!;
      if (!passes || ring !== rings[0]) link(id, { [next]: { A: 1 } });
      else if (next === id || often(0.5)) link(id, { [next]: { A: 1 }, out: { B: 1 } });
      else link(id, { [next]: { A: 1, B: 0.5 }, out: { B: 0.5 } });
    });
  const entries = rings.map((ring) => ring[pick(ring.length)]!);
  const targets = (i: number, id: 'A' | 'B') => {
    const all = [...before.slice(i + 1), 'out', ...(id === 'A' ? entries : passes ? [entries[0]!] : [])];
    return all[pick(all.length)]!;
  };
  before.forEach((from, i) => {
    const shares: Record<string, Record<string, number>> = {};
    for (const id of CLASSES) {
      const [one, other] = [targets(i, id), targets(i, id)];
      for (const to of [one, other]) {
        shares[to] ??= {};
        shares[to][id] = (shares[to][id] ?? 0) + 0.5;
      }
    }
    link(from, shares);
  });
  links.push(`v>${entries[0]}`);
  const nodes: ScenarioNode[] = [
    source('s', 0.3 + random() / 3, { class: 'A' }),
    source('t', 0.3 + random() / 3, { class: 'B' }),
    source('v', 0.2, { class: 'A' }),
    ...before.map(any),
    ...rings.flat().map(finite),
    sink(),
    ...[source('q', 0.5, { class: 'A' }), stage('x', 1), sink('left')],
  ];
  links.push('q>x', 'x>left');
  if (often(0.3)) {
    nodes.push({ ...router('w'), classSwitch: { A: { A: 0.5, B: 0.5 } } });
    links.push('s>w', 'w>a0');
  } else links.push('s>a0');
  if (splits) {
    nodes.push(fork('f'), finite('m0'), often(0.8) ? finite('m1') : stage('m1', 2.5), join('j'));
    links.push('t>f', 'f>m0', 'f>m1', 'm0>j', 'j>a1');
    if (often(0.3)) links.push('m1>out:0.5', 'm1>j:0.5');
    else links.push('m1>j');
  } else links.push('t>a1');
  return drawing(nodes, links, { classes: CLASSES.map((id) => ({ id })) });
}

interface Job {
  readonly jobClass: string;
  /** Tasks on their way of each fork that it came through, the last one last. */
  readonly forks: readonly { left: number; join?: string }[];
}

/** A job that has been served (emitted) where it is. */
interface Leaving {
  readonly at: string;
  readonly job?: Job;
  /** What of it waits for a place. */
  pending: number;
}

interface Seen {
  /** In the last third of the run. */
  readonly served: number;
  readonly rate: number;
  /** At the end. */
  readonly held: number;
}

const EVENTS = 30_000;

/** Event by event, with exponential times, one server each, first come first served. */
function simulated({ nodes, links }: Scenario, random: Random): ReadonlyMap<string, Seen> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inside = new Map<string, Job[]>(nodes.map(({ id }) => [id, []]));
  const stuck = new Map<string, Set<Job | undefined>>(nodes.map(({ id }) => [id, new Set()]));
  const line = new Map<string, (readonly [Job, Leaving])[]>(nodes.map(({ id }) => [id, []]));
  const served = new Map(nodes.map(({ id }) => [id, 0]));
  const shareOf = (link: Link, out: readonly Link[], jobClass: string): number =>
    out.some(({ byClass }) => byClass?.[jobClass] !== undefined)
      ? (link.byClass?.[jobClass] ?? 0)
      : (link.probability ?? 1 / out.length);
  const drawn = (choices: readonly (readonly [string, number])[]): string => {
    let left = random();
    for (const [choice, share] of choices) {
      if (left < share) return choice;
      left -= share;
    }
    return choices.findLast(([, share]) => share > 0)![0];
  };
  const send = (job: Job, from: string, leaving: Leaving): void => {
    const out = links.filter((link) => link.from === from);
    const to = drawn(out.map((link) => [link.to, shareOf(link, out, job.jobClass)]));
    arrive(job, to, leaving);
  };
  /** The last one of its tasks goes on from where the others wait, if any do. */
  const ended = (job: Job, leaving: Leaving, at = job.forks.at(-1)?.join): void => {
    const tasks = job.forks.at(-1);
    if (tasks && --tasks.left > 0) return;
    if (at !== undefined) send({ ...job, forks: job.forks.slice(0, -1) }, at, leaving);
  };
  const arrive = (job: Job, to: string, leaving: Leaving): void => {
    const node = byId.get(to)!;
    if (node.kind === 'router') {
      const turns = Object.entries(node.classSwitch?.[job.jobClass] ?? { [job.jobClass]: 1 });
      send({ ...job, jobClass: drawn(turns) }, to, leaving);
    } else if (node.kind === 'fork') {
      const out = links.filter(({ from }) => from === to);
      const tasks = { left: out.length };
      for (const link of out) arrive({ ...job, forks: [...job.forks, tasks] }, link.to, leaving);
    } else if (node.kind === 'join') {
      const tasks = job.forks.at(-1);
      if (tasks) tasks.join = to;
      ended(job, leaving, to);
    } else if (node.kind === 'sink') ended(job, leaving);
    else if (node.kind === 'delay') inside.get(to)!.push(job);
    else if (node.kind === 'stage') {
      if (inside.get(to)!.length < (node.capacity ?? Infinity)) inside.get(to)!.push(job);
      else if (node.whenFull !== 'drop') {
        leaving.pending++;
        line.get(to)!.push([job, leaving]);
      }
    }
  };
  const leave = ({ at, job }: Leaving): void => {
    stuck.get(at)!.delete(job);
    if (job === undefined) return;
    inside.get(at)!.splice(inside.get(at)!.indexOf(job), 1);
    const first = line.get(at)!.shift();
    if (!first) return;
    inside.get(at)!.push(first[0]);
    if (--first[1].pending === 0) leave(first[1]);
  };
  const end = (at: string, job: Job | undefined, sent: Job): void => {
    const leaving: Leaving = { at, ...(job && { job }), pending: 0 };
    send(sent, at, leaving);
    if (leaving.pending === 0) leave(leaving);
    else stuck.get(at)!.add(job);
  };
  const rateOf = (node: ScenarioNode): number => {
    const held = stuck.get(node.id)!.size;
    if (node.kind === 'source') return held > 0 ? 0 : (node.interarrival as { readonly rate: number }).rate;
    const there = inside.get(node.id)!.length;
    if (node.kind === 'delay')
      return (there - held) / (node.service as unknown as { readonly mean: number }).mean;
    if (node.kind !== 'stage' || there === 0 || held > 0) return 0;
    return ((node as StageNode).service as { readonly rate: number }).rate;
  };
  let [time, start] = [0, 0];
  for (let event = 0; event < EVENTS; event++) {
    const rates = nodes.map(rateOf);
    const total = rates.reduce((sum, rate) => sum + rate, 0);
    if (total === 0) break;
    time -= Math.log(1 - random()) / total;
    const node = byId.get(drawn(nodes.map(({ id }, k) => [id, rates[k]! / total])))!;
    if (event === (EVENTS * 2) / 3) {
      start = time;
      for (const { id } of nodes) served.set(id, 0);
    }
    served.set(node.id, served.get(node.id)! + 1);
    if (node.kind === 'source') end(node.id, undefined, { jobClass: node.class!, forks: [] });
    else {
      const ready = inside.get(node.id)!.filter((job) => !stuck.get(node.id)!.has(job));
      const job = node.kind === 'delay' ? ready[Math.floor(random() * ready.length)]! : ready[0]!;
      end(node.id, job, job);
    }
  }
  if (start === 0) for (const { id } of nodes) served.set(id, 0);
  return new Map(
    nodes.map(({ id }) => {
      const [count, held] = [served.get(id)!, inside.get(id)!.length];
      return [id, { served: count, held, rate: count / (time - start || 1) }];
    }),
  );
}

describe('a cycle that some class never gets out of', () => {
  const answers = new Map<number, SolveAnswer>();

  it.each(Array.from({ length: examples(60) }, (_, seed) => seed))(
    'is answered as a simulation comes to it, as far as the drawing tells: drawing %i',
    (seed) => {
      const drawn = randomDrawing(generator(seed));
      const answer = solveScenario(drawn, 'auto');
      if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
      answers.set(seed, answer);
      expect(answer.stages.x!.meanOccupancy).toBeCloseTo(1, 9);
      const seen = simulated(drawn, generator(seed + 1000));
      for (const [id, told] of Object.entries(answer.stages)) {
        const { served, held, rate } = seen.get(id)!;
        if (told.model !== 'stands still') {
          // A saturated delay also serves elements that find no place and stay: its services are more than its departures.
          if (!told.saturated)
            expect(Math.abs(rate - told.throughput!), id).toBeLessThan(0.1 * told.throughput! + 0.02);
          else expect(held, id).toBeGreaterThan(100);
          continue;
        }
        expect(served, id).toBe(0);
        if (told.meanOccupancy !== undefined) expect(held, id).toBe(told.meanOccupancy);
        if (told.saturated) expect(held, id).toBeGreaterThan(100);
      }
    },
  );

  it('is answered whole in most drawings', () => {
    const whole = [...answers.values()].filter(
      ({ verdicts }) => !verdicts.some(({ code }) => code === 'undecided'),
    );
    expect(whole.length).toBeGreaterThan(answers.size / 2);
  });
});
