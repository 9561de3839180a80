import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { applyEdit, endGesture, nextStep, redo, startHistory, switchTo, undo } from './history.ts';

const scenario = (name: string): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
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

  it('keeps the branch that an edit after undo leaves, and ignores an edit that changes nothing', () => {
    const history = undo(applyEdit(startHistory(scenario('a')), 'x', rename('b')));
    expect(applyEdit(history, 'nothing', (same) => same)).toBe(history);
    const other = applyEdit(history, 'y', rename('c'));
    expect(nextStep(other)).toBeUndefined();
    expect([...other.versions.values()].map(({ scenario: { name }, parent }) => [name, parent])).toEqual([
      ['a', undefined],
      ['b', 0],
      ['c', 0],
    ]);
    expect(redo(undo(other)).present.name).toBe('c');
  });

  it('switches to any version as one step, and redoes the youngest branch from there', () => {
    const left = undo(applyEdit(startHistory(scenario('a')), 'x', rename('b')));
    const right = applyEdit(left, 'y', rename('c'));
    const switched = switchTo(right, 1);
    expect(switched.present.name).toBe('b');
    expect(switched.past.at(-1)?.label).toBe('Switch to x');
    expect(undo(switched).present.name).toBe('c');
    expect(redo(undo(switched)).present.name).toBe('b');
    expect(redo(switchTo(switched, 0)).present.name).toBe('c');
    expect(switchTo(right, 99)).toBe(right);
  });

  it('keeps the newest steps of a long session', () => {
    let history = startHistory(scenario('0'));
    for (let i = 1; i <= 1000; i++) history = applyEdit(history, 'edit', rename(String(i)));
    expect(history.past).toHaveLength(300);
    expect(history.versions.size).toBe(301);
    expect(undo(history).present.name).toBe('999');
  });
});
