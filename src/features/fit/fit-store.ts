/** What is chosen for fits and calibrations. May be lost; never in a file. */

import { create } from 'zustand';
import type { ArrivalDistribution } from '../../../core/distributions/index.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { FitData, FittedFamily, Unknown } from '../../../workers/fit/contract.ts';
import type { GapBins } from '../../../workers/measure/contract.ts';

export type FitView = 'distributions' | 'stations' | 'calibration';

/** Times of a queue, gaps by what is known of them. */
export type TimesKind = 'service' | 'latency' | `${'interInsertion' | 'interDeparture'} ${keyof GapBins}`;

/** Where the times come from; what is looked at under Data when nothing is chosen. */
export type TimesChoice =
  | { readonly kind: 'measured'; readonly queue?: string; readonly of?: TimesKind }
  /** s; `nth` tells one list from the next. */
  | { readonly kind: 'numbers'; readonly values: readonly number[]; readonly nth: number }
  | {
      readonly kind: 'example';
      readonly name: string;
      readonly role: TimesRole;
      readonly distribution: ArrivalDistribution;
      readonly seed: number;
    };

/** What the times are of, which says where their distribution belongs. */
export type TimesRole = 'service' | 'arrivals' | 'departures' | 'stay' | 'any';

/** Times that distributions are fitted to. */
export interface Times {
  /** Other times have another one. */
  readonly key: string;
  readonly title: string;
  readonly role: TimesRole;
  /** The stage behind the queue that was measured. */
  readonly stage?: NodeId;
  /** Service times that were read off departures: of one server that takes one by one. */
  readonly fromDepartures?: boolean;
  readonly data:
    | FitData
    | { readonly kind: 'drawn'; readonly distribution: ArrivalDistribution; readonly seed: number };
}

export interface FitState {
  readonly view: FitView;
  readonly times: TimesChoice;
  /** Distributions that are drawn over the data; the best while nothing is chosen. */
  readonly drawn: readonly FittedFamily[];
  /** The node that a distribution is put on; the likely one while none is chosen. */
  readonly target?: NodeId | undefined;
  /** Whose levels are explained; the first that was measured while none is chosen. */
  readonly station?: NodeId;
  /** Servers and places as the scenario says; else they are searched for. */
  readonly asModelled: boolean;
  readonly unknowns: readonly Unknown[];
  /** Relative, of each measured quantity. */
  readonly error: number;
  /** simulation: even where a formula applies. */
  readonly calibrateBy: 'auto' | 'simulation';
}

export const NOTHING_FITTED: FitState = {
  view: 'distributions',
  times: { kind: 'measured' },
  drawn: [],
  asModelled: true,
  unknowns: [],
  error: 0.05,
  calibrateBy: 'auto',
};

export const useFits = create<FitState>()(() => NOTHING_FITTED);

export const showFits = (view: FitView): void => useFits.setState({ view });
export const chooseTimes = (times: TimesChoice): void =>
  useFits.setState({ view: 'distributions', times, drawn: [], target: undefined });
export const chooseTarget = (target: NodeId): void => useFits.setState({ target });
export const drawDistributions = (drawn: readonly FittedFamily[]): void => useFits.setState({ drawn });
export const chooseStation = (station: NodeId): void => useFits.setState({ station });
export const setAsModelled = (asModelled: boolean): void => useFits.setState({ asModelled });
export const setUnknowns = (unknowns: readonly Unknown[]): void => useFits.setState({ unknowns });
export const setCalibrateBy = (calibrateBy: FitState['calibrateBy']): void =>
  useFits.setState({ calibrateBy });
export const setError = (error: number): void => useFits.setState({ error });
