/** Links that chance has chosen, some at once: with all of them known early, nothing has to wait for the draw. */
import { AT_ONCE, Draws, refill } from './draws';
import { take, takeAligned } from './memory';

/** Among so many links four shares at most decide, which are compared at once. */
const FEW: i32 = 5;

@unmanaged
export class Choice {
  /** The next place; read early, so that nothing waits for it. 0 before the first. */
  upcoming: i32 = 0;
  /** What follows in the block, and the end of the block. */
  next: usize = 0;
  end: usize = 0;
  block: usize = 0;
  draws: Draws = changetype<Draws>(0);
  /** Addresses: of the targets, and of the running sums of their shares. */
  targets: usize = 0;
  shares: usize = 0;
  count: i32 = 0;
}

export function openChoice(draws: Draws, targets: usize, count: i32): Choice {
  const choice = new Choice();
  choice.block = take(AT_ONCE * 4);
  choice.end = choice.next = choice.block + AT_ONCE * 4;
  choice.draws = draws;
  choice.targets = targets;
  choice.count = count;
  choice.shares = takeAligned(<usize>max(count, FEW) << 3);
  for (let i = 0; i < FEW; i++) store<f64>(choice.shares + (<usize>i << 3), Infinity);
  return choice;
}

@inline
export function choose(choice: Choice): i32 {
  const place = choice.upcoming;
  let next = choice.next;
  if (next == choice.end) next = chooseMore(choice);
  choice.upcoming = load<i32>(next);
  choice.next = next + 4;
  return place;
}

/** To be called before the first choice, once the host has written the shares. What passes all others is the last. */
export function startChoice(choice: Choice): void {
  if (choice.upcoming != 0) return;
  store<f64>(choice.shares + (<usize>(choice.count - 1) << 3), Infinity);
  choose(choice);
}

/** Chooses a block; where it begins. */
function chooseMore(choice: Choice): usize {
  if (choice.count <= FEW) chooseAmongFew(choice);
  else chooseAmongMany(choice);
  return choice.block;
}

function chooseAmongFew(choice: Choice): void {
  const targets = choice.targets;
  const end = choice.end;
  const first = v128.load(choice.shares);
  const second = v128.load(choice.shares, 16);
  let at = refill(choice.draws);
  for (let chosen = choice.block; chosen < end; chosen += 4) {
    const u = f64x2.splat(load<f64>(at));
    const passed = i64x2.bitmask(f64x2.le(first, u)) | (i64x2.bitmask(f64x2.le(second, u)) << 2);
    store<i32>(chosen, load<i32>(targets + (<usize>popcnt(passed) << 2)));
    at += 8;
  }
}

function chooseAmongMany(choice: Choice): void {
  const draws = choice.draws;
  const shares = choice.shares;
  const behindLast = shares + (<usize>(choice.count - 1) << 3);
  let at = refill(draws);
  for (let chosen = choice.block; chosen < choice.end; chosen += 4) {
    const u = load<f64>(at);
    // Counted, not searched: how far a search goes cannot be foreseen, and that costs more than to look at all.
    let place: i32 = 0;
    for (let share = shares; share < behindLast; share += 8) place += i32(load<f64>(share) <= u);
    store<i32>(chosen, load<i32>(choice.targets + (<usize>place << 2)));
    at += 8;
  }
}
