import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { applyEdit, type History, startHistory, switchTo, undo } from '../../state/history.ts';
import { nameVersion } from '../../state/history-variants.ts';
import { versionRows } from './VariantsDialog.tsx';

const START: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'start',
  nodes: [],
  links: [],
};
const edit = (history: History, name: string): History =>
  applyEdit(history, name, (before) => ({ ...before, name }));

describe('rows of versions', () => {
  it('leave out what lies between without a name', () => {
    let history = startHistory(START);
    for (const name of ['a', 'b', 'c', 'd']) history = edit(history, name);
    expect(versionRows(history)).toEqual([
      { id: 0, label: 'As opened', lane: 0, skipped: 0, isPresent: false },
      { id: 4, label: 'd', lane: 0, parent: 0, skipped: 3, isPresent: true },
    ]);
    const named = versionRows(nameVersion(history, 2, 'two edits'));
    expect(named.map(({ id, parent, skipped }) => [id, parent, skipped])).toEqual([
      [0, undefined, 0],
      [2, 0, 1],
      [4, 1, 1],
    ]);
  });

  it('put abandoned branches beside the youngest one', () => {
    let history = edit(startHistory(START), 'base');
    history = undo(edit(history, 'left'));
    history = undo(edit(history, 'middle'));
    history = edit(edit(history, 'right'), 'further');
    expect(versionRows(history).map(({ label, lane, parent }) => [label, lane, parent])).toEqual([
      ['As opened', 0, undefined],
      ['base', 0, 0],
      ['left', 1, 1],
      ['middle', 1, 1],
      ['further', 0, 1],
    ]);
    const back = versionRows(switchTo(history, 2));
    expect(back.find(({ isPresent }) => isPresent)?.label).toBe('left');
  });

  it('take a long history with branches in branches', () => {
    let history = startHistory(START);
    for (let i = 0; i < 290; i++) history = i % 7 === 6 ? undo(undo(history)) : edit(history, String(i));
    const rows = versionRows(history);
    expect(rows.filter(({ isPresent }) => isPresent)).toHaveLength(1);
    for (const [i, { parent }] of rows.entries()) expect(parent === undefined || parent < i).toBe(true);
  });
});
