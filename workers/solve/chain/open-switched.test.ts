/** Open networks whose elements change their class, with servers whose speed depends on their load: against all states written out. */
import { describe, expect, it } from 'vitest';
import { drawing, exponential, router, sink, source } from '../../../core/scenario/drawing.test-support.ts';
import type { ScenarioNode } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { Dice } from '../../../verify/dice.ts';
import type { SolveAnswer } from '../contract.ts';
import { meansOverStates } from '../fixtures/states-written-out.ts';
import { solveScenario } from '../solve-scenario.ts';

interface OpenStation {
  readonly order: 'FCFS' | 'PS';
  /** By class. */
  readonly mu: readonly number[];
  readonly servers: number;
  readonly most: number;
  readonly loses: boolean;
  /** Speed of each server, by how many are there; the last one for all more. */
  readonly speeds: readonly number[];
  /** By the class that leaves: where it goes as which class, with which probability; -1 is out. */
  readonly next: readonly (readonly Step[])[];
}

type Step = readonly [to: number, as: number, share: number];

interface OpenSource {
  readonly rate: number;
  readonly first: readonly Step[];
}

interface Network {
  readonly stations: readonly OpenStation[];
  readonly sources: readonly OpenSource[];
}

/** Its class, and what it waits for where it has been served. */
type Job = readonly [jobClass: number, waits?: readonly [to: number, as: number]];

interface State {
  /** In the order of entry. */
  readonly at: readonly (readonly Job[])[];
  /** What each source waits for. */
  readonly held: readonly (readonly [to: number, as: number] | null)[];
  /** By station, who waits for it, the first first: a station and the place there, or a source (-1 and its number). */
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}

interface Truth {
  /** By station and class. */
  readonly occupancy: readonly (readonly number[])[];
  readonly throughput: readonly number[];
}

class Moved {
  readonly at: Job[][];
  readonly held: (readonly [number, number] | null)[];
  lines: (readonly [number, number])[][];
  readonly #stations: readonly OpenStation[];

  constructor({ at, held, lines }: State, stations: readonly OpenStation[]) {
    this.at = at.map((jobs) => [...jobs]);
    this.held = [...held];
    this.lines = lines.map((line) => [...line]);
    this.#stations = stations;
  }

  /** Whether it need not wait. */
  enters(to: number, as: number): boolean {
    if (to < 0) return true;
    const { most, loses } = this.#stations[to]!;
    if (this.at[to]!.length < most) this.at[to]!.push([as]);
    else if (!loses) return false;
    return true;
  }

  leaves(i: number, place: number): void {
    this.at[i]!.splice(place, 1);
    this.lines = this.lines.map((line) =>
      line.map(([from, k]) => (from === i && k > place ? [from, k - 1] : [from, k])),
    );
    const first = this.lines[i]!.shift();
    if (!first) return;
    const [from, k] = first;
    const [, as] = from < 0 ? this.held[k]! : this.at[from]![k]![1]!;
    this.at[i]!.push([as]);
    if (from < 0) this.held[k] = null;
    else this.leaves(from, k);
  }
}

/** All that can happen in a state, with its rates. */
function* moves(state: State, { stations, sources }: Network): Generator<readonly [State, number]> {
  for (const [s, { rate, first }] of sources.entries()) {
    if (state.held[s]) continue;
    for (const [to, as, share] of first) {
      const moved = new Moved(state, stations);
      if (!moved.enters(to, as)) {
        moved.held[s] = [to, as];
        moved.lines[to]!.push([-1, s]);
      }
      yield [moved, rate * share];
    }
  }
  for (const [i, { order, mu, servers, speeds, next }] of stations.entries()) {
    const jobs = state.at[i]!;
    const speed = speeds[Math.min(jobs.length, speeds.length) - 1] ?? 1;
    const kept = jobs.filter(([, waits]) => waits).length;
    for (const [place, [jobClass, waits]] of jobs.entries()) {
      if (waits) continue;
      const served =
        order === 'FCFS' ? Number(place < servers) : Math.min(1, (servers - kept) / (jobs.length - kept));
      if (served <= 0) continue;
      for (const [to, as, share] of next[jobClass]!) {
        const moved = new Moved(state, stations);
        // What comes back to where it was finds itself there.
        if (moved.enters(to, as)) moved.leaves(i, place);
        else {
          moved.at[i]![place] = [jobClass, [to, as]];
          moved.lines[to]!.push([i, place]);
        }
        yield [moved, mu[jobClass]! * speed * served * share];
      }
    }
  }
}

function truthOf(network: Network): Truth {
  const { stations, sources } = network;
  const empty: State = {
    at: stations.map(() => []),
    held: sources.map(() => null),
    lines: stations.map(() => []),
  };
  const mean = meansOverStates(empty, (state) => moves(state, network));
  return {
    occupancy: stations.map(({ mu }, i) =>
      mu.map((_, r) => mean(({ at }) => at[i]!.filter(([jobClass]) => jobClass === r).length)),
    ),
    throughput: stations.map(({ order, mu, servers, speeds }, i) =>
      mean(({ at }) => {
        const jobs = at[i]!;
        const kept = jobs.filter(([, waits]) => waits).length;
        const speed = speeds[Math.min(jobs.length, speeds.length) - 1] ?? 1;
        return jobs.reduce((sum, [jobClass, waits], place) => {
          if (waits) return sum;
          const served =
            order === 'FCFS' ? Number(place < servers) : Math.min(1, (servers - kept) / (jobs.length - kept));
          return sum + mu[jobClass]! * speed * Math.max(0, served);
        }, 0);
      }),
    ),
  };
}

/** Two or three stages; what waits for a place goes forwards only, so that nothing locks. */
function randomNetwork(number: number) {
  const dice = new Dice('open switched', number);
  const classes = Array.from({ length: dice.integer(2, 3) }, (_, r) => `k${r}`);
  const count = dice.integer(2, 3);
  const isAlike = dice.chance(0.3);
  const loses = Array.from({ length: count }, () => dice.chance(0.4));
  const shapes = loses.map((_, i) => {
    const one = dice.magnitude(0.5, 3);
    const servers = dice.integer(1, 2);
    const byLoad = dice.chance(0.4);
    return {
      order: dice.one(['FCFS', 'FCFS', 'PS'] as const),
      mu: classes.map(() => (isAlike ? one : dice.magnitude(0.5, 3))),
      servers,
      most: Math.max(servers, dice.integer(1, count === 2 && classes.length === 2 ? 4 : 2)),
      speeds: byLoad ? [1, ...Array.from({ length: dice.integer(1, 2) }, () => dice.between(0.4, 2.5))] : [],
      become: classes.map(() => (dice.chance(0.7) ? dice.shares(classes.length) : undefined)),
      targets: classes.map(() => {
        const all = loses.flatMap((loses, to) => (to > i || (loses && dice.chance(0.5)) ? [to] : []));
        return dice.chance(0.6) && all.length > 0 ? [dice.one(all), -1] : [-1];
      }),
      part: dice.between(0.2, 0.8),
    };
  });
  const turned = (
    become: readonly number[] | undefined,
    r: number,
  ): readonly (readonly [number, number])[] => (become ? become.map((share, as) => [as, share]) : [[r, 1]]);
  const stations = shapes.map(
    ({ become, targets, part, ...station }, i): OpenStation => ({
      ...station,
      loses: loses[i]!,
      next: classes.map((_, r) =>
        turned(become[r], r).flatMap(([as, share]): readonly Step[] => {
          const [one, other] = targets[as]!;
          return other === undefined
            ? [[one!, as, share]]
            : [
                [one!, as, share * part],
                [other, as, share * (1 - part)],
              ];
        }),
      ),
    }),
  );
  const starts = classes
    .slice(0, 2)
    .map((_, r) => ({ rate: dice.magnitude(0.3, 1.5), to: r === 0 ? 0 : dice.integer(0, count - 1) }));
  const nameOf = (to: number) => (to < 0 ? 'out' : `s${to}`);
  const nodes = shapes.flatMap(({ order, mu, servers, most, speeds, become }, i): ScenarioNode[] => [
    {
      ...{ id: `s${i}`, kind: 'stage', discipline: order, serverCount: servers, capacity: most },
      service: exponential(mu[0]!),
      byClass: Object.fromEntries(classes.map((id, r) => [id, { service: exponential(mu[r]!) }])),
      ...(loses[i] && { whenFull: 'drop' }),
      ...(speeds.length > 0 && { speeds }),
    },
    {
      ...router(`r${i}`),
      classSwitch: Object.fromEntries(
        become.flatMap((row, r) =>
          row ? [[classes[r]!, Object.fromEntries(row.map((share, as) => [classes[as]!, share]))]] : [],
        ),
      ),
    },
  ]);
  const links = shapes.flatMap(({ targets, part }, i) => {
    const shares = new Map<number, string[]>();
    for (const [r, [one, other]] of targets.entries())
      for (const [to, share] of [
        [one!, other === undefined ? 1 : part],
        [other, 1 - part],
      ] as const)
        if (to !== undefined) shares.set(to, [...(shares.get(to) ?? []), `${classes[r]}=${share}`]);
    return [`s${i}>r${i}`, ...[...shares].map(([to, each]) => `r${i}>${nameOf(to)}:${each}`)];
  });
  const scenario = drawing(
    [...starts.map(({ rate }, r) => source(`q${r}`, rate, { class: classes[r]! })), ...nodes, sink()],
    [...starts.map(({ to }, r) => `q${r}>s${to}`), ...links],
    { classes: classes.map((id) => ({ id })) },
  );
  const sources = starts.map(({ rate, to }, r): OpenSource => ({ rate, first: [[to, r, 1]] }));
  return { scenario, classes, network: { stations, sources } };
}

const NETWORKS = Math.max(16, examples(40));

/** Such networks without bounds, where every class finds out, served alike or all at once: flows by class, and M/M/c for each station. */
function randomProductForm(number: number) {
  const dice = new Dice('open product form', number);
  const classes = Array.from({ length: dice.integer(2, 3) }, (_, r) => `k${r}`);
  const count = dice.integer(2, 4);
  const rates = classes.map((_, r) => (r < 2 ? dice.between(0.2, 1) : 0));
  const become = Array.from({ length: count }, () => classes.map(() => dice.shares(classes.length)));
  // By station and class: to the next station, back to the first one, and out.
  const ways = become.map((_, i) =>
    classes.map(() => {
      const back = dice.chance(0.5) ? dice.between(0.05, 0.3) : 0;
      return i === count - 1 ? [0, back, 1 - back] : [(1 - back) * 0.7, back, (1 - back) * 0.3];
    }),
  );
  let flows = become.map(() => classes.map(() => 0));
  for (let round = 0; round < 2_000; round++) {
    const next = become.map((_, i) => classes.map((_, r) => (i === 0 ? rates[r]! : 0)));
    flows.forEach((row, i) => {
      row.forEach((flow, r) => {
        become[i]![r]!.forEach((share, as) => {
          const [on, back] = ways[i]![as]!;
          if (i + 1 < count) next[i + 1]![as]! += flow * share * on!;
          next[0]![as]! += flow * share * back!;
        });
      });
    });
    flows = next;
  }
  const shapes = flows.map((row) => {
    const order = dice.one(['FCFS', 'PS'] as const);
    const servers = order === 'FCFS' ? dice.integer(1, 3) : 1;
    const own = classes.map(() => (order === 'PS' ? dice.magnitude(0.5, 2) : 1));
    const work = row.reduce((sum, flow, r) => sum + flow * own[r]!, 0);
    const scale = (servers * dice.between(0.3, 0.9)) / work;
    return { order, servers, times: own.map((time) => time * scale) };
  });
  const truth = shapes.map(({ servers, times }, i) => {
    const loads = flows[i]!.map((flow, r) => flow * times[r]!);
    const load = loads.reduce((sum, each) => sum + each, 0);
    const rho = load / servers;
    // Erlang's C, by the weights of n = 0 .. c.
    let [weight, below] = [1, 0];
    for (let n = 1; n <= servers; n++) {
      below += weight;
      weight *= load / n;
    }
    const waits = weight / (1 - rho) / (below + weight / (1 - rho));
    const total = load + (waits * rho) / (1 - rho);
    return loads.map((each) => (total * each) / load);
  });
  const nodes = shapes.flatMap(({ order, servers, times }, i): ScenarioNode[] => [
    {
      ...{ id: `s${i}`, kind: 'stage', discipline: order, serverCount: servers },
      service: exponential(1 / times[0]!),
      byClass: Object.fromEntries(classes.map((id, r) => [id, { service: exponential(1 / times[r]!) }])),
    },
    {
      ...router(`r${i}`),
      classSwitch: Object.fromEntries(
        become[i]!.map((row, r) => [
          classes[r]!,
          Object.fromEntries(row.map((share, as) => [classes[as]!, share])),
        ]),
      ),
    },
  ]);
  const links = shapes.flatMap((_, i) => {
    const to = (k: 0 | 1 | 2) => classes.map((id, r) => `${id}=${ways[i]![r]![k]!}`);
    const on = i + 1 < count ? [`r${i}>s${i + 1}:${to(0)}`] : [];
    return [`s${i}>r${i}`, ...on, `r${i}>s0:${to(1)}`, `r${i}>out:${to(2)}`];
  });
  const sources = classes.slice(0, 2).map((id, r) => source(`q${r}`, rates[r]!, { class: id }));
  const scenario = drawing(
    [...sources, ...nodes, sink()],
    [...sources.map(({ id }) => `${id}>s0`), ...links],
    { classes: classes.map((id) => ({ id })) },
  );
  return { scenario, classes, truth };
}

describe('open networks whose elements change their class', () => {
  it.each(Array.from({ length: NETWORKS }, (_, number) => number))(
    'are right by the chain: network %i',
    (number) => {
      const { scenario, classes, network } = randomNetwork(number);
      const truth = truthOf(network);
      const answer = solveScenario(scenario, 'chain') as SolveAnswer;
      expect(answer.kind, JSON.stringify(answer)).toBe('answer');
      truth.occupancy.forEach((row, i) => {
        const { byClass, throughput } = answer.stages[`s${i}`]!;
        expect(throughput, `s${i}`).toBeCloseTo(truth.throughput[i]!, 8);
        row.forEach((wanted, r) => {
          expect(byClass?.[classes[r]!]?.meanOccupancy ?? 0, `s${i} ${classes[r]}`).toBeCloseTo(wanted, 8);
        });
      });
    },
  );

  it.each(Array.from({ length: 20 }, (_, number) => number))(
    'have their product form: network %i',
    (number) => {
      const { scenario, classes, truth } = randomProductForm(number);
      for (const method of ['auto', 'productForm'] as const) {
        const answer = solveScenario(scenario, method) as SolveAnswer;
        expect(answer, JSON.stringify(answer)).toMatchObject({ kind: 'answer', exact: true });
        truth.forEach((row, i) => {
          row.forEach((wanted, r) => {
            const found = answer.stages[`s${i}`]!.byClass?.[classes[r]!]?.meanOccupancy ?? 0;
            expect(found, `s${i} ${classes[r]}`).toBeCloseTo(wanted, 8);
          });
        });
      }
    },
  );
});
