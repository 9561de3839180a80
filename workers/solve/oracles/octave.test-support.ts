/** Numbers of GNU Octave's `queueing` package (Marzolla), version 1.2.7, made by octave-queueing.m with its commands beside them. */
import { expect } from 'vitest';
import entries from './octave-queueing.json' with { type: 'json' };

type Numbers = number | readonly number[] | readonly (readonly number[])[];

/** What the commands for this model gave, by variable. */
export function octave(what: string): Readonly<Record<string, Numbers>> {
  const entry = entries.find((one) => one.what === what);
  if (!entry) throw new Error(`octave-queueing.json has no "${what}".`);
  return entry.gives as unknown as Readonly<Record<string, Numbers>>;
}

/** Our numbers are those, to 1e-9 of each. */
export function expectOctave(what: string, ours: Readonly<Record<string, Ours>>): void {
  const theirs = octave(what);
  expect(Object.keys(ours).sort(), 'compared').toEqual(Object.keys(theirs).sort());
  for (const [name, value] of Object.entries(ours)) {
    const [mine, other] = [flat(value), flat(theirs[name]!)];
    expect(mine, name).toHaveLength(other.length);
    other.forEach((number, i) => {
      const found = mine[i]!;
      expect(Math.abs(found - number), `${name}(${i + 1}): ${found} for ${number}`).toBeLessThanOrEqual(
        1e-9 * Math.abs(number),
      );
    });
  }
}

export type Ours = number | undefined | readonly (number | undefined | readonly (number | undefined)[])[];

const flat = (value: Ours): number[] =>
  [value].flat(2).map((number) => {
    expect(number).toBeDefined();
    return number!;
  });
