/** One part of a check in a process of its own: `part.ts NAME COUNT HAND …`, the answer as JSON on standard output. */
import { coverSeeds } from './coverage.ts';
import { fuzzNumbers } from './fuzz.ts';
import { dealt } from './parts.ts';

const [name, count, hand, budget] = process.argv.slice(2);
const numbers = dealt(Number(count))[Number(hand)]!;
const answer = name === 'coverage' ? coverSeeds(numbers) : fuzzNumbers(numbers, Number(budget));
process.stdout.write(JSON.stringify(answer));
