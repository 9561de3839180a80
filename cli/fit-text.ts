/** What `stagegraph fit` prints for people. */
import { assertUnreachable } from '../core/base/assert.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import type { DistributionReport, FittedParameter, StageFitReport } from '../workers/fit/contract.ts';
import type { FitInput } from './fit-input.ts';
import { formatTable } from './table.ts';

export type FittedQueue =
  | { readonly input: FitInput; readonly kind: 'distribution'; readonly report: DistributionReport }
  | { readonly input: FitInput; readonly kind: 'stage'; readonly report: StageFitReport }
  | { readonly input: FitInput; readonly kind: 'refused'; readonly reason: string };

export const fitText = (queues: readonly FittedQueue[]): string => queues.map(textOf).join('\n\n');

function textOf(queue: FittedQueue): string {
  const { name, of } = queue.input;
  switch (queue.kind) {
    case 'refused':
      return `${name}, ${of}: ${queue.reason}`;
    case 'distribution':
      return [
        `${name}, ${of}: ${facts(queue.report)}`,
        distributionRows(queue.report),
        '',
        ...queue.report.sentences,
        ...streams(queue.report),
      ].join('\n');
    case 'stage':
      return [`${name}, ${of}`, stationTable(queue.report), '', ...queue.report.sentences].join('\n');
    default:
      return assertUnreachable(queue);
  }
}

const facts = ({ count, mean, scv }: DistributionReport): string =>
  `${count} values, mean ${formatQuantity(mean, 'time')}, scv ${number(scv)}`;

function distributionRows({ fits, refused }: DistributionReport): string {
  const rows = fits.map(({ family, free, bic, aic, kolmogorovSmirnov, andersonDarling, p }) => [
    family,
    String(free),
    number(bic - fits[0]!.bic),
    number(aic - Math.min(...fits.map((fit) => fit.aic))),
    number(kolmogorovSmirnov),
    andersonDarling === undefined ? '' : number(andersonDarling),
    p === undefined ? '' : number(p),
  ]);
  return [
    formatTable(['distribution', 'numbers', 'BIC', 'AIC', 'KS', 'A²', 'p'], rows),
    '',
    ...fits
      .slice(0, MOST_SHOWN)
      .map(({ family, parameters }) => `${family}: ${parameters.map(parameterText).join(', ')}`),
    ...refused.map(({ family, reason }) => `no ${family}: ${reason}`),
  ].join('\n');
}

/** Distributions whose parameters are printed. */
const MOST_SHOWN = 3;

function parameterText({ name, value, low, high }: FittedParameter): string {
  const show = (x: number): string =>
    name === 'mean' || name === 'min' || name === 'max' || name === 'scale'
      ? formatQuantity(x, 'time')
      : number(x);
  return low === undefined || high === undefined
    ? `${name} ${show(value)}`
    : `${name} ${show(value)} (${show(low)} … ${show(high)})`;
}

function streams({ correlated }: DistributionReport): readonly string[] {
  return correlated.flatMap(({ distribution, scv, autocorrelation, notes }) => [
    '',
    `As a correlated stream (${distribution.distribution}): scv ${number(scv)}, neighbours correlated by ${number(autocorrelation[1]!)}.`,
    JSON.stringify(distribution),
    ...notes,
  ]);
}

function stationTable({ fits }: StageFitReport): string {
  const rows = fits.map(({ model, capacity, load, scv, service, bic, kolmogorovSmirnov, wasserstein }) => [
    model,
    capacity === undefined ? '' : String(capacity),
    number(load),
    number(scv),
    'mean' in service && service.mean !== undefined ? formatQuantity(service.mean, 'time') : '',
    number(bic - fits[0]!.bic),
    number(kolmogorovSmirnov),
    number(wasserstein),
  ]);
  return formatTable(['model', 'K', 'load', 'scv', 'service', 'BIC', 'KS', 'elements off'], rows);
}

const number = (value: number): string => String(Number(value.toPrecision(3)));
