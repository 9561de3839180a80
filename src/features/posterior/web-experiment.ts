/**
 * What is true of the shipped example, which is simulated: all of its 1,500 requests are known, the hidden half as well. Shares
 * of the time of the requests that entered in each of twelve equal windows.
 */
import type { PosteriorAnswer } from '../../../workers/posterior/contract.ts';

/** Waiting and service in each state. */
interface TrueShare {
  readonly waiting: number;
  readonly service: number;
}
/** By state. */
export type TrueShares = Readonly<Record<string, TrueShare>>;

const shares = (wait: number, serve: number, dbWait: number, dbServe: number): TrueShares => ({
  RAILS: { waiting: wait, service: serve },
  DATABASE: { waiting: dbWait, service: dbServe },
});

export const TRUE_WHOLE = shares(0.4966, 0.4585, 0.0134, 0.0315);

export const TRUE_WINDOWS: readonly TrueShares[] = [
  shares(0.2121, 0.7368, 0.005, 0.0461),
  shares(0.3302, 0.6131, 0.0072, 0.0495),
  shares(0.3358, 0.5949, 0.0156, 0.0537),
  shares(0.3535, 0.5974, 0.0106, 0.0384),
  shares(0.3434, 0.5906, 0.018, 0.048),
  shares(0.5718, 0.3948, 0.0114, 0.022),
  shares(0.5092, 0.4509, 0.0121, 0.0277),
  shares(0.629, 0.3349, 0.0116, 0.0245),
  shares(0.5768, 0.3759, 0.0206, 0.0267),
  shares(0.6125, 0.3499, 0.0152, 0.0224),
  shares(0.3035, 0.6413, 0.0111, 0.0441),
  shares(0.1235, 0.819, 0.0057, 0.0519),
];

/** Mean of the distribution that the services of a queue were drawn from, s. */
export const trueMeanService = (queue: string): number => (queue === 'DB' ? 0.018 : 0.25);

/** Undefined where the answer is told apart by other windows. */
export const trueWindowsOf = ({ windows }: PosteriorAnswer): readonly TrueShares[] | undefined =>
  windows.length === TRUE_WINDOWS.length ? TRUE_WINDOWS : undefined;
