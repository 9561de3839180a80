import { describe, expect, it } from 'vitest';
import {
  type AnimationFrame,
  type AnimationOpened,
  LEVEL_COLUMNS,
} from '../../../workers/animate/contract.ts';
import { AnimationPicture } from './animation-picture.ts';

const opened: AnimationOpened = {
  kind: 'opened',
  places: ['a', 'b'],
  sinks: ['out'],
  busiestLinkRate: 10,
  moveRate: 20,
};
const move = { time: 1, links: [0], jobClass: 0, count: 1 };

function frameOf(part: Partial<AnimationFrame> = {}): AnimationFrame {
  return {
    kind: 'frame',
    time: 1,
    reached: true,
    levels: Float64Array.from({ length: 2 * LEVEL_COLUMNS.length }, (_, i) => i),
    arrived: Float64Array.of(7),
    linkMoves: new Float64Array(2),
    linkTokens: Float64Array.of(-1, 3),
    blockedLinks: [],
    moves: [],
    moveCount: 0,
    ...part,
  };
}

/** `speed` simulated seconds in one. */
function pictureAt(speed: number): AnimationPicture {
  const picture = new AnimationPicture(opened);
  picture.expect(speed);
  return picture;
}

describe('AnimationPicture', () => {
  it('has the tokens of links with a FIFO, and keeps what did not change', () => {
    const picture = pictureAt(1);
    const first = picture.take(frameOf()).links!;
    expect(first.map(({ tokens }) => tokens)).toEqual([undefined, 3]);
    const next = picture.take(frameOf({ linkTokens: Float64Array.of(-1, 4) })).links!;
    expect(next[0]).toBe(first[0]);
    expect(next[1]).toEqual({ blocked: false, flow: 0, tokens: 4 });
  });

  it('names the levels and the sinks', () => {
    const { places, arrived } = pictureAt(1).take(frameOf(), 0.02);
    expect(places!.b).toEqual({ occupancy: 6, waiting: 7, busy: 8, held: 9, served: 10, lost: 11 });
    expect(arrived).toEqual({ out: 7 });
  });

  it('keeps the object of whatever did not change', () => {
    const picture = pictureAt(1);
    const before = picture.take(frameOf(), 0.02);
    const levels = frameOf().levels.slice();
    levels[0] = 5;
    const after = picture.take(frameOf({ levels, blockedLinks: [1] }), 0.02);
    expect(after.places!.a).not.toBe(before.places!.a);
    expect(after.places!.b).toBe(before.places!.b);
    expect(after.links![0]).toBe(before.links![0]);
    expect(after.links![1]).toEqual({ blocked: true, flow: 0, tokens: 3 });
    expect(after.moves).toBe(before.moves);
  });

  it('shows few moves one by one, and many as a flow looked at now and then', () => {
    const moves = [move];
    expect(pictureAt(1).take(frameOf({ moves, moveCount: 1 }), 0.05).moves).toBe(moves);

    const fast = pictureAt(100);
    const frame = frameOf({ moves, moveCount: 100, linkMoves: Float64Array.of(100, 1) });
    const first = fast.take(frame, 0.05);
    expect(first.moves).toEqual([]);
    expect(first.places).toBeUndefined();
    const due = fast.take({ ...frame, linkMoves: Float64Array.of(200, 2) }, 0.1);
    // A hundredth of the largest flow is two of four decades below it.
    expect(due.links!.map(({ flow }) => flow)).toEqual([1, 0.5]);
  });

  it('goes over from one to the other as the moves become many or few, and not to and fro between', () => {
    const picture = pictureAt(1);
    const flowsAfter = (movesPerSecond: number): boolean => {
      const frame = frameOf({ moves: [move], moveCount: movesPerSecond / 10 });
      for (let i = 0; i < 100; i++) picture.take(frame, 0.1);
      return picture.take(frame, 0.1).moves.length === 0;
    };
    expect([20, 50, 70, 50, 30].map(flowsAfter)).toEqual([false, false, true, true, false]);
  });

  it('shows a single step whole, however much moves otherwise', () => {
    const step = { node: 'a', words: 'a: end of service' };
    const picture = pictureAt(100).take(frameOf({ moves: [move], moveCount: 1, step, reached: false }));
    expect(picture).toMatchObject({ moves: [move], step, late: false });
    expect(picture.places).toBeDefined();
  });
});
