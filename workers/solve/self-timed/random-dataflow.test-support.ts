/**
 * For tests: dataflow graphs drawn at random, and what becomes of them by the definition, tick by tick. Shares nothing with
 * the machine that solves them, nor with the event graph that sizes them.
 */
import { drawing, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Link, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { type Draw, drawsFrom } from '../chain/random-chain.test-support.ts';

export interface GraphShape {
  readonly stages: number;
  /** Share of stages with phases, and of those whose senders hold their results instead of asking for room first. */
  readonly phased: number;
  readonly held: number;
  /** Links besides those that connect all. */
  readonly more: number;
  /** Most initial tokens of a link back, in firings of its receiver. */
  readonly tokens: number;
  /** Links have depths, from too few to plenty. */
  readonly deep: boolean;
}

/** Consistent rates by construction: each stage has a number of rounds in an iteration, and links have rates to match. */
export function randomGraph(seed: number, shape: GraphShape): Scenario {
  const draw = drawsFrom(seed);
  const ids = Array.from({ length: shape.stages }, (_, i) => String.fromCharCode(97 + i));
  const rounds = ids.map(() => draw.integer(1, 4));
  const phases = ids.map(() => (draw.chance(shape.phased) ? draw.integer(2, 3) : 1));
  const holds = ids.map(() => draw.chance(shape.held));
  const pairs = ids.slice(1).map((_, i) => [draw.integer(0, i), i + 1] as const);
  for (let n = 0; n < shape.more; n++) {
    const pair = [draw.integer(0, shape.stages - 1), draw.integer(0, shape.stages - 1)] as const;
    const isNew = pair[0] !== pair[1] && !pairs.some(([from, to]) => from === pair[0] && to === pair[1]);
    if (isNew) pairs.push(pair);
  }
  const links = pairs.map(([from, to]): Link => {
    const scale = draw.chance(0.3) ? 2 : 1;
    const common = lcm(rounds[from]!, rounds[to]!);
    // Tokens of a round, dealt out over its phases.
    const produced = dealt(draw, (scale * common) / rounds[from]!, phases[from]!);
    const consumed = dealt(draw, (scale * common) / rounds[to]!, phases[to]!);
    const [most, least] = [Math.max(...consumed), Math.max(...produced)];
    const initialTokens =
      to > from ? (draw.chance(0.2) ? draw.integer(1, 3) : 0) : draw.integer(0, shape.tokens * most);
    const depth = Math.max(most, holds[to] ? 1 : least, initialTokens) + draw.integer(0, most + least);
    return {
      ...{ from: ids[from]!, to: ids[to]!, produced, consumed },
      ...(initialTokens > 0 && { initialTokens }),
      ...(shape.deep && { depth }),
    };
  });
  const unfed = ids.filter((id) => !links.some(({ to }) => to === id));
  const nodes = ids.map((id, i): StageNode => {
    const times = Array.from({ length: draw.chance(0.5) ? phases[i]! : 1 }, () => draw.integer(1, 4));
    const isPhased = times.length > 1;
    return stage(id, 1, {
      ...{ firing: 'everyInput', whenFull: holds[i] ? 'block' : 'blockBefore' },
      ...(!isPhased && draw.chance(0.15) && { serverCount: 2 }),
      service: {
        distribution: 'deterministic',
        mean: times.reduce((sum, time) => sum + time, 0) / times.length,
      },
      ...(isPhased && { firingTimes: times }),
    });
  });
  return {
    ...drawing(nodes, []),
    links: [...links, ...unfed.map((id): Link => ({ from: id, to: id, initialTokens: 1 }))],
  };
}

function lcm(a: number, b: number): number {
  let most = a;
  while (most % b !== 0) most += a;
  return most;
}

/** Whole numbers with this sum for each round, not all 0. */
function dealt(draw: Draw, sum: number, count: number): readonly number[] {
  const parts = Array.from({ length: count }, () => 0);
  for (let n = 0; n < sum; n++) parts[draw.integer(0, count - 1)]!++;
  return parts;
}

interface Tokens {
  readonly from: number;
  readonly to: number;
  readonly give: readonly number[];
  readonly take: readonly number[];
  readonly asks: boolean;
  readonly depth: number;
  /** There, and reserved or taken by firings under way. */
  there: number;
  claimed: number;
}

interface Running {
  readonly of: number;
  readonly phase: number;
  left: number;
  /** Tokens by link that wait for room, once it has ended. */
  held: number[] | undefined;
}

function tokensOf({ nodes, links }: Scenario): Tokens[] {
  const at = (id: string) => nodes.findIndex((node) => node.id === id);
  return links.map(
    ({ from, to, produced = [1], consumed = [1], initialTokens = 0, depth = Number.POSITIVE_INFINITY }) => {
      const receiver = nodes[at(to)]!;
      const asks = receiver.kind === 'stage' && receiver.whenFull === 'blockBefore';
      return {
        ...{ from: at(from), to: at(to), give: produced, take: consumed, asks, depth },
        ...{ there: initialTokens, claimed: 0 },
      };
    },
  );
}

/** Firings of each stage per tick: tokens leave, and places come free, at the end of a firing. 0 of all in a deadlock. */
export function tickByTick(scenario: Scenario): readonly number[] {
  const fifos = tokensOf(scenario);
  const stages = scenario.nodes.filter((node): node is StageNode => node.kind === 'stage');
  const times = stages.map(
    ({ service, firingTimes }) => firingTimes ?? ['mean' in service ? service.mean! : 0],
  );
  const servers = stages.map(({ serverCount = 1 }) => serverCount);
  const fired = stages.map(() => 0);
  let running: Running[] = [];
  const seen = new Map<string, { readonly now: number; readonly fired: readonly number[] }>();
  const at = (list: readonly number[], k: number): number => list[k % list.length]!;
  const isReady = (v: number): boolean =>
    running.filter(({ of }) => of === v).length < servers[v]! &&
    fifos.every(({ to, from, there, claimed, take, give, depth, asks }) => {
      const hasTokens = to !== v || there >= at(take, fired[v]!);
      return hasTokens && (from !== v || !asks || depth - there - claimed >= at(give, fired[v]!));
    });
  const start = (v: number): void => {
    const phase = fired[v]!++;
    for (const fifo of fifos) {
      if (fifo.to === v) {
        fifo.there -= at(fifo.take, phase);
        fifo.claimed += at(fifo.take, phase);
      }
      if (fifo.from === v && fifo.asks) fifo.claimed += at(fifo.give, phase);
    }
    running.push({ of: v, phase, left: at(times[v]!, phase), held: undefined });
  };
  const end = (one: Running): void => {
    one.held = fifos.map((fifo) => {
      if (fifo.to === one.of) fifo.claimed -= at(fifo.take, one.phase);
      if (fifo.from !== one.of) return 0;
      const given = at(fifo.give, one.phase);
      if (!fifo.asks) return given;
      fifo.claimed -= given;
      fifo.there += given;
      return 0;
    });
  };
  const deliver = (one: Running): boolean => {
    let moved = false;
    one.held!.forEach((count, i) => {
      const fifo = fifos[i]!;
      const fits = Math.min(count, fifo.depth - fifo.there - fifo.claimed);
      // Results of one sender enter in the order of their firings.
      const isFirst = !running.some(
        (other) => other !== one && other.phase < one.phase && (other.held?.[i] ?? 0) > 0,
      );
      if (fits <= 0 || !isFirst) return;
      fifo.there += fits;
      one.held![i] = count - fits;
      moved = true;
    });
    return moved;
  };
  for (let now = 0; ; now++) {
    for (const one of running) if (one.held === undefined && --one.left === 0) end(one);
    for (let moves = true; moves; ) {
      moves = false;
      for (const one of running) if (one.held !== undefined && deliver(one)) moves = true;
      const left = running.filter(({ held }) => held === undefined || held.some((count) => count > 0));
      if (left.length < running.length) moves = true;
      running = left;
      for (const [v] of stages.entries())
        if (isReady(v)) {
          start(v);
          moves = true;
        }
    }
    if (running.every(({ held }) => held !== undefined)) return fired.map(() => 0);
    const key = [
      ...fifos.map(({ there, claimed }) => `${there}/${claimed}`),
      ...fired.map((k) => k % 12),
      ...running.map(({ of, left, held }) => `${of}:${left}:${held?.join('+') ?? ''}`),
    ].join();
    const before = seen.get(key);
    if (before) return fired.map((count, v) => (count - before.fired[v]!) / (now - before.now));
    // Only a queue without a bound grows so long.
    if (seen.size > 20_000) return fired.map((count) => count / now);
    seen.set(key, { now, fired: [...fired] });
  }
}

/**
 * Whether an iteration can be fired to its end, in any order: which firing goes first never matters to whether another can
 * (Karp & Miller 1966). For stages whose senders ask for room first.
 */
export function locks(scenario: Scenario): boolean {
  const fifos = tokensOf(scenario);
  const fired = scenario.nodes.map(() => 0);
  const at = (list: readonly number[], k: number): number => list[k % list.length]!;
  const canFire = (v: number): boolean =>
    fifos.every(({ from, to, there, give, take, depth }) => {
      const taken = to === v ? at(take, fired[v]!) : 0;
      const given = from === v ? at(give, fired[v]!) : 0;
      return there >= taken && (from !== v || depth - there >= given);
    });
  const fire = (v: number): void => {
    for (const fifo of fifos) {
      if (fifo.to === v) fifo.there -= at(fifo.take, fired[v]!);
      if (fifo.from === v) fifo.there += at(fifo.give, fired[v]!);
    }
    fired[v]!++;
  };
  // Rates repeat after 3 phases at most, and rounds after 12: with so many firings each, no FIFO keeps what only delays a deadlock.
  const enough = 12 * 3 * 20;
  for (let moves = true; moves && fired.some((count) => count < enough); ) {
    moves = false;
    for (const [v] of fired.entries()) for (; fired[v]! < enough && canFire(v); fire(v)) moves = true;
  }
  return fired.some((count) => count < enough / 12);
}

export const withDepths = (scenario: Scenario, depths: readonly number[]): Scenario => {
  let next = 0;
  const links = scenario.links.map((link) =>
    link.from === link.to ? link : { ...link, depth: depths[next++]! },
  );
  return { ...scenario, links };
};

/** Firings of the first stage per tick, and least cost, of all depths up to a cost: each cost that is faster than all below. */
export function frontByTrial(
  scenario: Scenario,
  mostCost: number,
  speedOf: (drawn: Scenario) => number = (drawn) => tickByTick(drawn)[0] ?? 0,
): readonly (readonly [number, number])[] {
  const sized = scenario.links.filter(({ from, to }) => from !== to);
  const best = new Map<number, number>();
  const tryAll = (depths: readonly number[], cost: number): void => {
    if (depths.length === sized.length) {
      const speed = speedOf(withDepths(scenario, depths));
      if (speed > (best.get(cost) ?? 0)) best.set(cost, speed);
      return;
    }
    const { initialTokens = 0 } = sized[depths.length]!;
    const others = sized.length - depths.length - 1;
    for (let depth = Math.max(1, initialTokens); cost + depth + others <= mostCost; depth++)
      tryAll([...depths, depth], cost + depth);
  };
  tryAll([], 0);
  let fastest = 1e-9;
  return [...best]
    .sort(([a], [b]) => a - b)
    .filter(([, speed]) => {
      const isFaster = speed > fastest + 1e-9;
      if (isFaster) fastest = speed;
      return isFaster;
    });
}

/**
 * Whether some order of the ends of firings leads to a state in which nothing can ever happen, by going through all states: the times
 * do not matter, only that each firing takes some. For stages of one server each whose senders ask for room first. Undefined
 * where there are more states than `most`.
 */
export function canLockInAnyOrder(scenario: Scenario, most = 20_000): boolean | undefined {
  const fifos = tokensOf(scenario);
  const at = (list: readonly number[], k: number): number => list[k % list.length]!;
  const phases = scenario.nodes.map((_, v) =>
    fifos.reduce(
      (all, { from, to, give, take }) =>
        lcm(lcm(all, from === v ? give.length : 1), to === v ? take.length : 1),
      1,
    ),
  );
  /** Tokens of each FIFO, then of each stage twice its phase, and 1 while it fires. */
  type State = readonly number[];
  const v0 = fifos.length;
  const start: State = [...fifos.map(({ there }) => there), ...scenario.nodes.map(() => 0)];
  const claims = (state: State, fifo: Tokens): number => {
    const [from, to] = [state[v0 + fifo.from]!, state[v0 + fifo.to]!];
    return (from % 2 === 1 ? at(fifo.give, from >> 1) : 0) + (to % 2 === 1 ? at(fifo.take, to >> 1) : 0);
  };
  const canStart = (state: State, v: number): boolean => {
    const now = state[v0 + v]!;
    if (now % 2 === 1) return false;
    return fifos.every((fifo, i) => {
      const hasTokens = fifo.to !== v || state[i]! >= at(fifo.take, now >> 1);
      const room = fifo.depth - state[i]! - claims(state, fifo);
      return hasTokens && (fifo.from !== v || room >= at(fifo.give, now >> 1));
    });
  };
  const moves = (state: State): State[] =>
    phases.flatMap((count, v) => {
      const now = state[v0 + v]!;
      const next = [...state];
      if (canStart(state, v)) {
        for (const [i, { to, take }] of fifos.entries()) if (to === v) next[i]! -= at(take, now >> 1);
        next[v0 + v] = now + 1;
        return [next];
      }
      if (now % 2 === 0) return [];
      for (const [i, { from, give }] of fifos.entries()) if (from === v) next[i]! += at(give, now >> 1);
      next[v0 + v] = (now + 1) % (2 * count);
      return [next];
    });
  const seen = new Set([start.join()]);
  const open: State[] = [start];
  for (let state = open.pop(); state; state = open.pop()) {
    const following = moves(state);
    if (following.length === 0) return true;
    for (const next of following) {
      const key = next.join();
      if (seen.has(key)) continue;
      if (seen.size >= most) return undefined;
      seen.add(key);
      open.push(next);
    }
  }
  return false;
}
