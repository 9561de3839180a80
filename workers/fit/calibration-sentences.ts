/** What a calibration found, in words: what the data cannot tell first. */

import type { CalibrationProblem } from './calibration-problem.ts';
import type { CalibrationAnswer } from './contract.ts';
import type { Blind, Identified } from './identify.ts';
import type { LeastSquares } from './least-squares.ts';

const FAR = 3;

export function calibrationSentences(
  answer: Omit<CalibrationAnswer, 'sentences'>,
  { blind, other }: Pick<Identified, 'blind'> & { readonly other: LeastSquares | undefined },
  { knobs }: CalibrationProblem,
): readonly string[] {
  const wordsOf = (path: string): string => {
    const knob = knobs.find(({ parameter }) => parameter.path === path);
    return knob ? ownersLast(knob.parameter.words) : path;
  };
  return [
    ...blind.map((one) => blindSentence(one, wordsOf)),
    ...answer.parameters.flatMap(({ path, value, bound }) =>
      bound
        ? [
            `${capital(wordsOf(path))} ended at its ${bound === 'low' ? 'lowest' : 'highest'} possible value ${number(value)}: widen the bounds, or something else in the model is wrong.`,
          ]
        : [],
    ),
    agreement(answer),
    ...(other ? [elsewhere(answer, other)] : []),
  ];
}

function blindSentence({ paths, slopes }: Blind, wordsOf: (path: string) => string): string {
  const names = paths.map(wordsOf);
  if (names.length === 1)
    return `${capital(names[0]!)} cannot be told from this data: nothing that was measured depends on it.`;
  const last = names[names.length - 1];
  const which = `${capital(names.slice(0, -1).join(', '))} and ${last} cannot be told apart from this data`;
  if (names.length > 2) return `${which}: other combinations of them predict the same.`;
  const change = slopes[1]! > 0 ? 'raised' : 'lowered';
  return `${which}: the first raised by 10 % and the second ${change} by ${number(10 * Math.abs(slopes[1]!))} % predict the same.`;
}

function agreement({ cost, degrees, residuals }: Omit<CalibrationAnswer, 'sentences'>): string {
  const worst = residuals[0]!;
  const where = `the ${quantityWords(worst.quantity)} of ${worst.stage} is ${number(Math.abs(worst.errors))} standard errors off`;
  if (Math.abs(worst.errors) > FAR) return `The model does not agree with the data even so: ${where}.`;
  if (degrees <= 0)
    return 'As many parameters as measured quantities: that they agree says nothing of the model.';
  return `Model and data agree within the errors (${number(cost)} for ${degrees} degree${degrees === 1 ? '' : 's'} of freedom).`;
}

/** Another place that fits as well is another answer. */
function elsewhere({ parameters }: Omit<CalibrationAnswer, 'sentences'>, { at }: LeastSquares): string {
  const values = parameters.map(({ path }, i) => `${path} = ${number(Math.exp(at[i]!))}`).join(', ');
  return `There is another answer that fits as well: ${values}. What differs between the two is not determined.`;
}

/** `1a: service: rate` is the service rate of 1a. */
function ownersLast(words: string): string {
  const [owner, ...what] = words.split(': ');
  return what.length === 0 ? words : `the ${what.join(' ')} of ${owner}`;
}

/** `meanQueueLength` is the mean queue length. */
const quantityWords = (quantity: string): string =>
  quantity.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const number = (value: number): string => String(Number(value.toPrecision(3)));
