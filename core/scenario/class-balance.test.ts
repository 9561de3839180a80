import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawing, exponential, faultsOf, messagesOf, sink, source, stage } from './drawing.test-support.ts';
import type { JobClass, StageNode } from './scenario.ts';

const two: readonly JobClass[] = [{ id: 'web' }, { id: 'batch', priority: 1 }];
const both = [source('in'), source('nightly', 1, { class: 'batch' })];

describe('rates that cannot balance, by class', () => {
  // b makes 3 of each; half of them return to a.
  const links = (web: number, batch: number) =>
    `in>a nightly>a a>b b>a:web=${web},batch=${batch} b>out:web=${1 - web},batch=${1 - batch}`;
  const cycle = (more: Partial<StageNode>, shares = links(0.5, 0.5)) =>
    drawing([...both, stage('a'), stage('b', 2, more), sink()], shares, { classes: two });

  it('are those of one class', () => {
    expect(
      messagesOf(cycle({ byClass: { batch: { conversionFactor: 3 } } }), 'rates-cannot-balance'),
    ).toEqual([
      'The rates of class "batch" cannot balance: for each element that leaves "b", 1.5 come back ("b" → "a" → "b"), and the flow grows without end.',
    ]);
    expect(faultsOf(cycle({ conversionFactor: 3 }))).toEqual([
      'error rates-cannot-balance b',
      'error rates-cannot-balance b',
    ]);
    expect(
      faultsOf(
        cycle({
          conversionFactor: 3,
          byClass: { web: { passProbability: 0.6 }, batch: { conversionFactor: 1.9 } },
        }),
      ),
    ).toEqual([]);
  });

  it('do not matter for a class that never gets onto the cycle', () => {
    expect(faultsOf(cycle({ byClass: { batch: { conversionFactor: 3 } } }, links(0.5, 0)))).toEqual([]);
  });

  it('count tasks of a fork as parts of one element', () => {
    const nodes = [
      source('in'),
      stage('a', 2, { conversionFactor: 1, service: exponential(9) }),
      { id: 'f', kind: 'fork' } as const,
      stage('x'),
      stage('y'),
      { id: 'j', kind: 'join' } as const,
      stage('b'),
      sink(),
    ];
    const ring = (back: number) => `in>a a>f f>x f>y x>j y>j j>b b>a:${back} b>out:${1 - back}`;
    expect(faultsOf(drawing(nodes, ring(0.9)))).toEqual([]);
    // Without a join both tasks come back.
    const apart = nodes.filter(({ id }) => id !== 'j');
    const open = (back: number) => `in>a a>f f>x f>y x>b y>b b>a:${back} b>out:${1 - back}`;
    expect(faultsOf(drawing(apart, open(0.6)))).toEqual(['error rates-cannot-balance b']);
    expect(faultsOf(drawing(apart, open(0.4)))).toEqual([]);
  });

  it('are those of the same drawing with that class alone', () => {
    const size = 4;
    const unit = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const ofStage = fc.record({
      pass: unit,
      factor: fc.double({ min: 0.5, max: 3, noNaN: true }),
      shares: fc.tuple(unit, unit, unit),
    });
    const ofClass = fc.array(ofStage, { minLength: size, maxLength: size });
    const chords = fc.array(fc.nat(size - 1), { minLength: size, maxLength: size });
    type OfClass = readonly {
      readonly pass: number;
      readonly factor: number;
      readonly shares: readonly number[];
    }[];
    /** Routing shares of stage i: to the next stage of the ring, along its chord, and out. Equal targets add up. */
    const sharesAt = (own: OfClass, chord: readonly number[], i: number): ReadonlyMap<string, number> => {
      const total = own[i]!.shares.reduce((sum, share) => sum + share, 0);
      const ends = [`s${(i + 1) % size}`, `s${chord[i]}`, 'out'];
      const shares = new Map<string, number>();
      for (const [k, to] of ends.entries())
        shares.set(to, (shares.get(to) ?? 0) + own[i]!.shares[k]! / total);
      return shares;
    };
    const places = Array.from({ length: size }, (_, i) => i);
    const ends = [source('in'), source('nightly', 1, { class: 'batch' }), sink()];
    const entries = [
      { from: 'in', to: 's0' },
      { from: 'nightly', to: 's0' },
    ];
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(ofClass, ofClass, chords, (web, batch, chord) => {
        const stages = places.map((i) =>
          stage(`s${i}`, 2, {
            passProbability: web[i]!.pass,
            conversionFactor: web[i]!.factor,
            byClass: { batch: { passProbability: batch[i]!.pass, conversionFactor: batch[i]!.factor } },
          }),
        );
        const links = places.flatMap((i) =>
          [...sharesAt(web, chord, i)].map(([to, share]) => ({
            from: `s${i}`,
            to,
            byClass: { web: share, batch: sharesAt(batch, chord, i).get(to)! },
          })),
        );
        const together = {
          ...drawing([...ends, ...stages], '', { classes: two }),
          links: [...entries, ...links],
        };
        const found = messagesOf(together, 'rates-cannot-balance');
        for (const [id, own] of [
          ['web', web],
          ['batch', batch],
        ] as const) {
          const alone = {
            ...drawing(
              [
                source('in'),
                sink(),
                ...places.map((i) =>
                  stage(`s${i}`, 2, { passProbability: own[i]!.pass, conversionFactor: own[i]!.factor }),
                ),
              ],
              '',
            ),
            links: [
              entries[0]!,
              ...places.flatMap((i) =>
                [...sharesAt(own, chord, i)].map(([to, probability]) => ({ from: `s${i}`, to, probability })),
              ),
            ],
          };
          const grows = messagesOf(alone, 'rates-cannot-balance').length > 0;
          outcomes.add(grows);
          expect(found.some((message) => message.includes(`of class "${id}"`))).toBe(grows);
        }
      }),
      { numRuns: 200 },
    );
    expect(outcomes.size).toBe(2);
  });
});
