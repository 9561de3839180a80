/** Choices of a random scenario, all from one seeded stream. */
import { findFaults } from '../core/scenario/faults.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { openStream, type RandomStream } from '../workers/random/random-stream.ts';

export class Dice {
  private readonly stream: RandomStream;

  /** `name` and `number` together are the seed. */
  constructor(name: string, number: number) {
    this.stream = openStream({ seed: number, replication: 0, node: name, purpose: 'discipline' });
  }

  chance(probability: number): boolean {
    return this.stream.uniform() < probability;
  }

  /** Integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + this.stream.integerBelow(most - least + 1);
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.stream.uniform();
  }

  /** As likely to be between 0.1 and 1 as between 1 and 10. */
  magnitude(least: number, most: number): number {
    return Math.exp(this.between(Math.log(least), Math.log(most)));
  }

  one<T>(list: readonly T[]): T {
    return list[this.stream.integerBelow(list.length)]!;
  }

  /** Shares that sum to 1, none tiny. */
  shares(count: number): number[] {
    const weights = Array.from({ length: count }, () => this.between(0.2, 1));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }
}

const MOST_TRIES = 1_000;

/** The first scenario without errors that is drawn for a number; every try has dice of its own. `name`: of the kind of scenario. */
export function soundScenario(name: string, number: number, draw: (dice: Dice) => Scenario): Scenario {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const scenario = draw(new Dice(`${name} ${attempt}`, number));
    if (!findFaults(scenario).some(({ severity }) => severity === 'error')) return scenario;
  }
  throw new Error(`No valid ${name} in ${MOST_TRIES} tries for number ${number}.`);
}
