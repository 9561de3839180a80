import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { rememberMapping } from './mapping-memory.ts';
import { askForMapping, closeMapping, takeAnswered, useMappingQuestion } from './mapping-question.ts';

const columns = (...names: readonly string[]): ColumnPreview => ({
  ...{ separator: ',', header: true, names, rows: [], words: {} },
});
const file = (name: string) => new File([''], name);
const VISITS: ColumnMapping = {
  table: 'visits',
  separator: ',',
  header: true,
  timeUnit: 's',
  columns: { arrival: 'in', departure: 'out' },
};
const waiting = () => useMappingQuestion.getState().waiting;

describe('foreign files that wait for an answer', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    useMappingQuestion.setState({ waiting: [] });
  });

  it('tells two files with the same name apart', () => {
    askForMapping({ file: file('log.csv'), columns: columns('in', 'out') });
    askForMapping({ file: file('log.csv'), columns: columns('other') });
    expect(waiting()[0]!.number).not.toBe(waiting()[1]!.number);
  });

  it('asks once for files with the same header that were dropped together', () => {
    askForMapping({ file: file('monday.csv'), columns: columns('in', 'out') });
    askForMapping({ file: file('tuesday.csv'), columns: columns('in', 'out') });
    askForMapping({ file: file('stranger.csv'), columns: columns('x', 'y') });
    expect(takeAnswered()).toEqual([]);
    closeMapping();
    rememberMapping(columns('in', 'out'), VISITS);
    const answered = takeAnswered();
    expect(answered.map(({ file: { name } }) => name)).toEqual(['tuesday.csv']);
    expect(answered[0]!.mapping).toEqual(VISITS);
    expect(waiting().map(({ file: { name } }) => name)).toEqual(['stranger.csv']);
  });
});
