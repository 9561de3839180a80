/** One part of a check in a process of its own: `part.ts NAME COUNT HAND …`, the answer as JSON on standard output. */
import {
  approximationErrors,
  FIRST_FRESH,
  FIRST_FRESH_FEW,
  FIRST_FRESH_NEAR,
  FIRST_FRESH_SPLIT,
  FIRST_FRESH_STRONG,
} from './approximations.ts';
import { FIRST_FEW, FIRST_NEAR, FIRST_SPLIT, FIRST_STRONG } from './blocking-networks.ts';
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
  splits: () => approximationErrors(numbers, FIRST_SPLIT),
  'fresh-splits': () => approximationErrors(numbers, FIRST_FRESH_SPLIT),
  'near-splits': () => approximationErrors(numbers, FIRST_NEAR),
  'fresh-near-splits': () => approximationErrors(numbers, FIRST_FRESH_NEAR),
  'strong-feedback': () => approximationErrors(numbers, FIRST_STRONG),
  'fresh-strong-feedback': () => approximationErrors(numbers, FIRST_FRESH_STRONG),
  'few-places': () => approximationErrors(numbers, FIRST_FEW),
  'fresh-few-places': () => approximationErrors(numbers, FIRST_FRESH_FEW),
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
