import { describe, expect, it } from 'vitest';
import type { Scenario } from '../model/scenario.ts';
import { applyEdit, endGesture, redo, startHistory, undo } from './history.ts';

const scenario = (name: string): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 2,
  name,
  nodes: [],
  links: [],
});
const rename = (name: string) => (before: Scenario) => ({ ...before, name });

describe('history', () => {
  it('goes back and forth through edits, with their labels', () => {
    const start = startHistory(scenario('a'));
    const edited = applyEdit(applyEdit(start, 'first', rename('b')), 'second', rename('c'));
    const back = undo(undo(edited));
    expect(back.present).toBe(start.present);
    expect(back.future.map((step) => step.label)).toEqual(['second', 'first']);
    expect(redo(redo(back)).present.name).toBe('c');
    expect(redo(redo(back)).past.map((step) => step.label)).toEqual(['first', 'second']);
  });

  it('makes one step of a gesture, and another after it ended', () => {
    let history = startHistory(scenario('a'));
    for (const name of ['b', 'c', 'd']) history = applyEdit(history, 'slide', rename(name), 'slider');
    expect(history.past).toHaveLength(1);
    history = applyEdit(endGesture(history), 'slide', rename('e'), 'slider');
    expect(history.past).toHaveLength(2);
    expect(undo(history).present.name).toBe('d');
    expect(undo(undo(history)).present.name).toBe('a');
  });

  it('does not merge a gesture into what was before an undo', () => {
    let history = applyEdit(startHistory(scenario('a')), 'slide', rename('b'), 'slider');
    history = applyEdit(undo(history), 'slide', rename('c'), 'slider');
    expect(undo(history).present.name).toBe('a');
  });

  it('forgets redo after an edit, and ignores an edit that changes nothing', () => {
    const history = undo(applyEdit(startHistory(scenario('a')), 'x', rename('b')));
    expect(applyEdit(history, 'nothing', (same) => same)).toBe(history);
    expect(applyEdit(history, 'y', rename('c')).future).toEqual([]);
  });

  it('keeps the newest steps of a long session', () => {
    let history = startHistory(scenario('0'));
    for (let i = 1; i <= 1000; i++) history = applyEdit(history, 'edit', rename(String(i)));
    expect(history.past).toHaveLength(300);
    expect(history.past.at(-1)?.scenario.name).toBe('999');
  });
});
