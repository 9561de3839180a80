import type { Neighbours } from './neighbours.ts';

/** States that are eliminated together, after the blocks below them have been. */
export interface Block {
  readonly states: Int32Array;
  /** Index of the block above; -1 of the topmost. */
  parent: number;
}

/**
 * States cut into blocks of which two have entries with each other only where one is above the other: a thin separator
 * halves the states, and each half is halved again. Blocks come after those below them; the last one is the topmost.
 * Separators are levels of a breadth-first walk from the rim. Takes time in proportion to entries * log(states).
 * Source: A. George and J. Liu, An automatic nested dissection algorithm for irregular finite element problems, SIAM J.
 * Numer. Anal. 15 (1978).
 */
export function dissect(neighbours: Neighbours): readonly Block[] {
  const cutter = new Cutter(neighbours);
  cutter.cut(
    Int32Array.from({ length: neighbours.starts.length - 1 }, (_, state) => state),
    0,
  );
  return cutter.blocks;
}

/** So few states are not cut any further. */
const LEAF = 32;
/** Cuts below cuts; a chain that still does not fall into pieces has no thin separators. */
const DEEPEST = 200;

const NOTHING = new Int32Array(0);
/** Stands for a walk that comes by no more. */
const CUT = -1;

/** Where it stands in a walk. */
interface Level {
  readonly from: number;
  readonly to: number;
}

class Cutter {
  readonly blocks: Block[] = [];
  private readonly neighbours: Neighbours;
  /** Last walk that came by each state; `CUT` of what is in a separator. States of one piece that was walked have the same. */
  private readonly walkOf: Int32Array;
  private walks = 0;
  /** How far from the start of that walk. */
  private readonly level: Int32Array;
  /** States in the order of the last walk. */
  private readonly walk: Int32Array;

  constructor(neighbours: Neighbours) {
    const size = neighbours.starts.length - 1;
    this.neighbours = neighbours;
    this.walkOf = new Int32Array(size);
    this.level = new Int32Array(size);
    this.walk = new Int32Array(size);
  }

  /** Adds the blocks of these states, which no walk can leave but into a separator; the topmost of each piece that hangs together. */
  cut(states: Int32Array, depth: number): readonly number[] {
    if (states.length <= LEAF) return [this.add(states, [])];
    const tops: number[] = [];
    let rest = states;
    while (rest.length > 0) {
      const before = this.walkOf[rest[0]!]!;
      const reached = this.walkAcross(rest[0]!);
      const piece = this.walk.slice(0, reached);
      rest = reached === rest.length ? NOTHING : rest.filter((state) => this.walkOf[state] === before);
      tops.push(this.cutPiece(piece, depth));
    }
    return tops;
  }

  /** The last walk was through this piece. */
  private cutPiece(piece: Int32Array, depth: number): number {
    const middle = depth < DEEPEST && piece.length > LEAF ? this.thinnestLevel(piece) : undefined;
    if (!middle) return this.add(piece, []);
    const { lower, separator } = this.split(piece, middle);
    for (const state of separator) this.walkOf[state] = CUT;
    const below = [lower, piece.subarray(middle.to)].flatMap((half) => this.cut(half, depth + 1));
    return this.add(separator, below);
  }

  /** Splits at a thin level; only the states that lead on are in the separator. */
  private split(piece: Int32Array, { from, to }: Level): { lower: Int32Array; separator: Int32Array } {
    const lower = piece.slice(0, to);
    const separator = piece.slice(from, to);
    let [below, cut] = [from, 0];
    for (let i = from; i < to; i++) {
      const state = piece[i]!;
      if (this.leadsOn(state)) separator[cut++] = state;
      else lower[below++] = state;
    }
    return { lower: lower.subarray(0, below), separator: separator.subarray(0, cut) };
  }

  private add(states: Int32Array, below: readonly number[]): number {
    for (const block of below) this.blocks[block]!.parent = this.blocks.length;
    return this.blocks.push({ states, parent: -1 }) - 1;
  }

  /** From the far end of a first walk, so from the rim of the piece. How many states are reached. */
  private walkAcross(start: number): number {
    const reached = this.walkFrom(start);
    return this.walkFrom(this.walk[reached - 1]!);
  }

  private walkFrom(start: number): number {
    const { starts, list } = this.neighbours;
    const { walkOf, level, walk } = this;
    const before = walkOf[start]!;
    const now = ++this.walks;
    walk[0] = start;
    walkOf[start] = now;
    level[start] = 0;
    let found = 1;
    for (let head = 0; head < found; head++) {
      const state = walk[head]!;
      const next = level[state]! + 1;
      for (let k = starts[state]!, end = starts[state + 1]!; k < end; k++) {
        const to = list[k]!;
        if (walkOf[to] !== before) continue;
        walkOf[to] = now;
        level[to] = next;
        walk[found++] = to;
      }
    }
    return found;
  }

  /** Where in the walk the fewest states are at one level, not too far from the middle and not the last one. */
  private thinnestLevel(walk: Int32Array): Level | undefined {
    const { level } = this;
    const shorter = SHORTER_SIDE * walk.length;
    let best: Level | undefined;
    for (let from = 0, to = 0; ; from = to) {
      while (to < walk.length && level[walk[to]!] === level[walk[from]!]) to++;
      if (to === walk.length) return best;
      const isMiddle = to > shorter && from < walk.length - shorter;
      if (!best || best.to <= shorter || (isMiddle && to - from < best.to - best.from)) best = { from, to };
    }
  }

  /** Has the state a neighbour one level further on? */
  private leadsOn(state: number): boolean {
    const { starts, list } = this.neighbours;
    const { walkOf, level } = this;
    for (let k = starts[state]!; k < starts[state + 1]!; k++)
      if (walkOf[list[k]!] === walkOf[state] && level[list[k]!]! > level[state]!) return true;
    return false;
  }
}

/** Share of the states that are on each side of a separator, about. */
const SHORTER_SIDE = 0.4;
