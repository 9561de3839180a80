import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BLOCKING_KINDS, blockingNetwork } from '../../../verify/blocking-networks.ts';
import { ERRORS_BY_KIND, ERRORS_OF_ALL, errorsOf } from './blocking-errors.ts';
import { RING_ERRORS } from './blocking-ring.ts';
import { openNetwork } from './open-network.ts';

const TABLE = readFileSync(new URL('../../../verify/approximations.md', import.meta.url), 'utf8');

const cellsOf = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim());

/** The 95 % columns. */
function rowOf(kind: string, table = TABLE): readonly number[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${kind} |`));
  const heads = cellsOf(table.split('\n').find((line) => line.startsWith('| kind |'))!);
  const cells = cellsOf(row!);
  return heads.flatMap((head, at) => (head === '95 %' ? [Number(cells[at])] : []));
}

describe('what the decomposition by blocking says of its accuracy', () => {
  it('is the table of the networks it was held against', () => {
    expect(Object.keys(ERRORS_BY_KIND)).toEqual([...BLOCKING_KINDS]);
    for (const [kind, { throughput, occupancy, blocked }] of Object.entries({
      ...ERRORS_BY_KIND,
      '**all**': ERRORS_OF_ALL,
    }))
      expect([throughput, occupancy, blocked], kind).toEqual(rowOf(kind).slice(0, 3));
  });

  it('is the table of closed rings', () => {
    const table = readFileSync(new URL('../../../verify/rings.md', import.meta.url), 'utf8');
    const { throughput, occupancy, blocked } = RING_ERRORS;
    expect([throughput, occupancy, blocked]).toEqual(rowOf('**all**', table));
  });

  it('knows the kind of a network that is of one kind, and that of everything by its many', () => {
    for (let number = 0; number < 75; number++) {
      const { kind, scenario } = blockingNetwork(number);
      if (kind === 'overload') continue;
      const { kinds } = errorsOf(openNetwork(scenario).network);
      if (kind === 'everything') continue;
      // Chance may leave out what the kind is named after, feedback loses at its entry, and queues are unequal by chance.
      const usual: readonly string[] = [kind, 'line', 'losses', 'unequal shortest queues'];
      const others = kinds.filter((found) => !usual.includes(found));
      expect(others, `network ${number}, ${kind}`).toEqual([]);
    }
  });
});
