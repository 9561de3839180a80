/** Why the station model that is ranked first is first, in words. */
import type { StationFit } from './contract.ts';

const NOTHING = 2;
/** Largest difference of the distribution functions that is no misfit, in standard deviations of a share of a half. */
const FAR = 2.72;

export function stationSentences(
  fits: readonly StationFit[],
  observations: number,
  alone: boolean,
): readonly string[] {
  const best = fits[0]!;
  const others = fits.slice(1).filter((fit) => fit.bic - best.bic < NOTHING);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
  const equal = `${others.slice(0, 3).map(nameOf).join(', ')}${more}`;
  const next = fits[1];
  const ahead = next === undefined ? undefined : next.bic - best.bic;
  return [
    others.length > 0
      ? `${nameOf(best)} is best at load ${number(best.load)}, but the levels do not tell it from ${equal}.`
      : `${nameOf(best)} is best at load ${number(best.load)}${ahead === undefined ? '' : ` (BIC ${number(ahead)} below ${nameOf(next!)})`}.`,
    ...(best.kolmogorovSmirnov * 2 * Math.sqrt(observations) > FAR
      ? [
          `Even so its levels are up to ${number(100 * best.kolmogorovSmirnov)} % of the time off: the stage is none of these models.`,
        ]
      : []),
    `The penalty takes what was measured for ${observations} independent looks at the stage.`,
    ...(alone
      ? ['The levels follow from the times in the stage, for one server and arrivals at random.']
      : []),
  ];
}

const nameOf = ({ model, capacity }: StationFit): string =>
  capacity === undefined ? model : `${model} with K = ${capacity}`;
const number = (value: number): string => String(Number(value.toPrecision(3)));
