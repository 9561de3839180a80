/** One part of a check in a process of its own: `part.ts NAME COUNT HAND …`, the answer as JSON on standard output. */
import { approximationErrors, errorsApart, FIRST_FRESH, FRESH_APART } from './approximations.ts';
import { capacitiesOf } from './capacities.ts';
import { compareSeeds } from './chains.ts';
import { coverSeeds } from './coverage.ts';
import { dataflowTallies } from './dataflow.ts';
import { directionsHeld } from './directions.ts';
import { fuzzNumbers } from './fuzz.ts';
import { dealt } from './parts.ts';
import { ringErrors } from './rings.ts';

const [name, count, hand, budget] = process.argv.slice(2);
const numbers = dealt(Number(count))[Number(hand)]!;
const PARTS: Readonly<Record<string, () => unknown>> = {
  approximations: () => approximationErrors(numbers),
  fresh: () => approximationErrors(numbers, FIRST_FRESH),
  apart: () => errorsApart(numbers),
  'fresh-apart': () => errorsApart(numbers, FRESH_APART),
  directions: () => directionsHeld(numbers),
  capacities: () => capacitiesOf(numbers),
  chains: () => compareSeeds(numbers),
  coverage: () => coverSeeds(numbers),
  dataflow: () => dataflowTallies(numbers),
  rings: () => ringErrors(numbers),
  fuzz: () => fuzzNumbers(numbers, Number(budget)),
};
const answer = PARTS[name!]!();
process.stdout.write(JSON.stringify(answer));
