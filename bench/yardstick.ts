/** A loop in C for one queueing model (`yardstick.c`): what the machine gives at the moment to code that is as tight as can be. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './row.ts';

/** Events per second that the loop makes where goals in absolute figures were set. */
export const REFERENCE_SPEED = 72e6;

const HORIZON = 2e6;
const ROUNDS = 5;

/** Hands `use` what runs the loop once and tells its events per second; undefined on a machine without a compiler. */
function withLoop<T>(use: (runLoop: () => number) => T): T | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'stagegraph-bench-'));
  const program = join(directory, 'yardstick');
  const code = fileURLToPath(new URL('yardstick.c', import.meta.url));
  try {
    execFileSync('cc', ['-O2', '-o', program, code, '-lm'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  try {
    return use(() => {
      const { events, seconds } = JSON.parse(execFileSync(program, [String(HORIZON)], { encoding: 'utf8' }));
      return events / seconds;
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Events per second of the loop, the median of some rounds. */
export const speedInC = (): number | undefined =>
  withLoop((runLoop) => median(Array.from({ length: ROUNDS }, runLoop)));

export interface BesideLoop {
  /** Events per second of the loop. */
  readonly inC: number;
  /** The other speed as a share of it. */
  readonly share: number;
}

/**
 * Speeds beside that of the loop, in turn: both of a pair meet the same moment of a machine that is shared. Medians over pairs, which are
 * rounds apart, so that half a minute in which others work does not decide over one of the speeds.
 */
export const besideC = (speeds: readonly (() => number)[]): readonly BesideLoop[] | undefined =>
  withLoop((runLoop) => {
    const rounds = Array.from({ length: 2 * ROUNDS + 1 }, () =>
      speeds.map((speed) => {
        const inC = runLoop();
        return { inC, share: speed() / inC };
      }),
    );
    return speeds.map((_, i) => ({
      inC: median(rounds.map((round) => round[i]!.inC)),
      share: median(rounds.map((round) => round[i]!.share)),
    }));
  });
