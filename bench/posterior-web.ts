/**
 * The web experiment of Sutton & Jordan (2009) in its full size, as the terminal answers it: how long until the chains agree, and
 * in how much memory.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PosteriorReport } from '../workers/posterior/contract.ts';
import {
  simulateWeb,
  WEB_SEED,
  webFile,
  webShares,
} from '../workers/posterior/web-experiment.test-support.ts';
import type { BenchRow } from './row.ts';
import { runVerb } from './verb-cost.ts';

/** Requests of the hour that the paper measured; each is three events. */
const REQUESTS = 42_936;
const SHARE = 0.25;
const GOAL_SECONDS = 600;
const GOAL_MEGABYTES = 1000;

export async function webRow(): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-web-'));
  try {
    const known = simulateWeb(REQUESTS, WEB_SEED);
    const file = join(folder, 'web.csv');
    writeFileSync(file, webFile(known, SHARE));
    const asked = ['estimate', file, '--posterior', '--even-routes', '--json'];
    const { out, seconds, megabytes } = await runVerb(asked);
    const report = JSON.parse(out) as PosteriorReport;
    const agree = report.kind === 'answer';
    const held = agree ? sharesHeld(report.whole.states, webShares(known)) : 0;
    return {
      what: `web experiment of the paper, simulated: ${REQUESTS} requests, ${report.events} events, 11 queues with random selection, 25 % observed; model checked, then until R-hat is below 1.1 (${report.sweeps} sweeps of four chains), on two cores, and its most memory`,
      result: `${(seconds / 2).toFixed(0)} s${agree ? '' : ', not yet'}, ${megabytes.toFixed(0)} MB; ${held} of 4 shares of time in their 95 % intervals`,
      goal: `under ${GOAL_SECONDS} s and ${GOAL_MEGABYTES} MB`,
      met: agree && seconds / 2 < GOAL_SECONDS && megabytes < GOAL_MEGABYTES,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Shares = Extract<PosteriorReport, { kind: 'answer' }>['whole']['states'];

function sharesHeld(states: Shares, truths: ReturnType<typeof webShares>): number {
  // Intervals that are withheld are null.
  const holds = ({ low, high }: Shares[number]['waiting'], truth: number): boolean =>
    Number.isFinite(low) && low <= truth && truth <= high;
  return truths
    .map(({ state, waiting, service }) => {
      const found = states.find(({ name }) => name === state)!;
      return Number(holds(found.waiting, waiting)) + Number(holds(found.service, service));
    })
    .reduce((sum, held) => sum + held, 0);
}
