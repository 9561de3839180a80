/** A replication that cannot go on ends at once: the host finds the reason and the node here. */

export const TOO_MANY: i32 = 1;
export const ROUTERS_GO_ROUND: i32 = 2;
export const DEADLOCK: i32 = 3;
export const GROUP_NEVER_FITS: i32 = 4;
export const STANDSTILL: i32 = 5;
export const NO_TIME_PASSES: i32 = 6;
/** As DEADLOCK, where dataflow stages wait for tokens, too: the host follows the waits. */
export const WAITS_FOR_GOOD: i32 = 7;

/** This many events in a row without time passing are taken for an endless loop (E4). */
export const MOST_AT_ONE_INSTANT: i32 = 1000000;

/** A network that comes to so many in one stage will never be seen to empty (E7). */
export const MOST_IN_STAGE: i32 = 1 << 24;

/** 0 while it goes on, and where the memory ended. */
export let haltReason: i32 = 0;
/** Index of a stage (in a line, its place in it); of a port where routers go round. */
export let haltAt: i32 = 0;

export function halt(reason: i32, at: i32): void {
  haltReason = reason;
  haltAt = at;
  unreachable();
}
