/**
 * A copy, with everything known, of the web experiment of Sutton & Jordan (2009, section 4.2, figures 5 and 6): ten processes
 * of a web application, one database, all with random selection for service, and a workload that ramps up and breaks off.
 */
import { log } from '../../core/numeric/elementary.ts';
import { openStream } from '../random/random-stream.ts';
import { type KnownTasks, type KnownTier, observeTasks, simulateTasks } from './task-network.test-support.ts';

const WEB_PROCESSES = 10;

/** Exponential services in the processes and in the database; means in s. */
export const WEB_TIERS: readonly KnownTier[] = [
  {
    state: 'RAILS',
    queues: Array.from({ length: WEB_PROCESSES }, (_, i) => ({
      id: `RAILS${i + 1}`,
      discipline: 'RSS',
      service: { distribution: 'exponential', mean: 0.25 },
    })),
  },
  {
    state: 'DATABASE',
    queues: [
      {
        id: 'DB',
        discipline: 'RSS',
        service: { distribution: 'exponential', mean: 0.018 },
      },
    ],
  },
];

/** Requests per second at the share x of the way: a ramp to three times the rate of the start, which breaks off. */
const rateAt = (x: number, least: number): number => least * (x < 0.75 ? 1 + (2 * x) / 0.75 : 1);

/** `count` requests; the processes are 20 % busy at the start and 60 % at the top of the ramp. */
function webEntries(count: number, seed: number): Float64Array {
  const least = 0.2 * (WEB_PROCESSES / 0.25);
  // The mean of the ramp is 1.75 times the least rate.
  const length = count / (1.75 * least);
  const stream = openStream({ seed, replication: 0, node: 'requests', purpose: 'interarrival' });
  const entries = new Float64Array(count);
  let time = 0;
  for (let i = 0; i < count; ) {
    time -= log(stream.uniform()) / (3 * least);
    if (stream.uniform() * 3 * least < rateAt(time / length, least)) entries[i++] = time;
  }
  return entries;
}

export const simulateWeb = (count: number, seed: number): KnownTasks =>
  simulateTasks(WEB_TIERS, webEntries(count, seed), seed);

const REQUESTS = 1500;
export const WEB_SEED = 4;

/** `public/measurements/web-requests.csv`: every second request observed, and in comments what is true of all. */
export function webExample(): string {
  const known = simulateWeb(REQUESTS, WEB_SEED);
  return webFile(known, 0.5, [
    `# A copy of the web experiment of Sutton and Jordan (2009), simulated: ${REQUESTS} requests, every second one of them observed.`,
    `# What is true of all of them, as shares of their time: ${shareWords(known)}.`,
  ]);
}

/** The measurement file of these requests, of which this share is observed. */
export function webFile(known: KnownTasks, share: number, comments: readonly string[] = []): string {
  const seen = observeTasks(known, share, WEB_SEED);
  const ns = (seconds: number): string => (Number.isNaN(seconds) ? '' : String(Math.round(seconds * 1e9)));
  const rows = seen.task.map((task, i) =>
    [
      ...[task, seen.step[i], seen.state[i], seen.queue[i]],
      ...[seen.step[i] === 0 ? 0 : ns(seen.arrival[i]!), ns(seen.departure[i]!)],
      seen.step[i] === 0 ? seen.ordinal[i] : '',
    ].join(','),
  );
  return [
    ...['#qtm 1 queues time=ns', 'queueId,servers,discipline'],
    ...WEB_TIERS.flatMap(({ queues }) => queues.map(({ id }) => `${id},1,RSS`)),
    '#qtm 1 tasks time=ns',
    ...comments,
    'task,step,state,queue,arrival,departure,ordinal',
    ...rows,
    '',
  ].join('\n');
}

/** Waiting and service in each state, as shares of the time of all requests. */
export function webShares({
  visits,
}: KnownTasks): readonly { readonly state: string; readonly waiting: number; readonly service: number }[] {
  const all = visits.flat();
  const total = all.reduce((sum, { arrival, departure }) => sum + departure - arrival, 0);
  return WEB_TIERS.map(({ state }) => {
    const mine = all.filter((visit) => visit.state === state);
    const waiting = mine.reduce((sum, { start, arrival }) => sum + start - arrival, 0) / total;
    const service = mine.reduce((sum, { start, departure }) => sum + departure - start, 0) / total;
    return { state, waiting, service };
  });
}

function shareWords(known: KnownTasks): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return webShares(known)
    .map(({ state, waiting, service }) => `${state} waiting ${percent(waiting)}, service ${percent(service)}`)
    .join('; ');
}
