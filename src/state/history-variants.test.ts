import { array, assert as check, constantFrom, integer, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { MOST_VARIANTS } from '../../core/scenario/variants.ts';
import { applyEdit, type History, redo, startHistory, switchTo, undo } from './history.ts';
import {
  addVariants,
  followVariants,
  nameVersion,
  originOf,
  restoreHistory,
  variantsOf,
} from './history-variants.ts';

const scenario = (name: string): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name,
  nodes: [],
  links: [],
});
const edited = (history: History, name: string): History =>
  applyEdit(history, name, (before) => ({ ...before, name }));
const named = (history: History, name: string): History => nameVersion(history, history.at, name);
const namesOf = (history: History) => variantsOf(history).map(({ name, from }) => [name, from]);

/** a, then b and c beside each other, named but for a. */
function forked(): History {
  const a = named(startHistory(scenario('a')), 'as drawn');
  const b = named(edited(a, 'b'), 'more servers');
  return named(edited(edited(undo(b), 'x'), 'c'), 'more room');
}

describe('variants', () => {
  it('are a tree: each grew from the named version before it', () => {
    expect(namesOf(forked())).toEqual([
      ['as drawn', undefined],
      ['more servers', 'as drawn'],
      ['more room', 'as drawn'],
    ]);
    expect(originOf(forked())).toBe('more room');
    expect(originOf(undo(forked()))).toBe('as drawn');
  });

  it('have names of their own, at most so many', () => {
    const history = forked();
    const [first] = history.versions.keys();
    expect(nameVersion(history, first!, 'more room')).toBe(history);
    expect(namesOf(nameVersion(history, first!, undefined))).toEqual([
      ['more servers', undefined],
      ['more room', undefined],
    ]);
    let many = startHistory(scenario('0'));
    for (let i = 1; i <= MOST_VARIANTS + 5; i++) many = named(edited(many, String(i)), String(i));
    expect(variantsOf(many)).toHaveLength(MOST_VARIANTS);
  });

  it('outlive the oldest versions, and a reload', () => {
    let history = forked();
    for (let i = 0; i < 700; i++) history = edited(history, String(i));
    expect(namesOf(history)).toEqual(namesOf(forked()));
    const kept = JSON.parse(JSON.stringify({ variants: variantsOf(history), from: originOf(history) }));
    const restored = restoreHistory(history.present, kept);
    expect(variantsOf(restored)).toEqual(variantsOf(history));
    expect(originOf(restored)).toBe('more room');
    expect(restored.versions.size).toBe(4);
    // The scenario that is a variant is not there twice.
    expect(
      restoreHistory(variantsOf(history)[1]!.scenario, { ...kept, from: 'more servers' }).versions.size,
    ).toBe(3);
  });

  it('from elsewhere join those that are here, whose names they leave alone', () => {
    const here = named(startHistory(scenario('here')), 'as drawn');
    const joined = addVariants(here, variantsOf(forked()));
    expect(namesOf(joined)).toEqual(namesOf(forked()));
    expect(joined.present.name).toBe('here');
    expect(variantsOf(joined)[0]!.scenario.name).toBe('here');
    expect(addVariants(joined, variantsOf(joined))).toBe(joined);
  });

  it('follow those of elsewhere: names taken away there go, names changed there change, and no version is lost', () => {
    const here = forked();
    const there = variantsOf(here);
    expect(followVariants(here, there)).toBe(here);
    const without = followVariants(
      here,
      there.filter(({ name }) => name !== 'more servers'),
    );
    expect(namesOf(without)).toEqual([
      ['as drawn', undefined],
      ['more room', 'as drawn'],
    ]);
    expect([...without.versions.keys()]).toEqual([...here.versions.keys()]);
    expect(namesOf(followVariants(here, []))).toEqual([]);
    const renamed = there.map((each) =>
      each.name === 'more servers' ? { ...each, name: 'two servers' } : each,
    );
    const followed = followVariants(here, renamed);
    expect(namesOf(followed)).toEqual([
      ['as drawn', undefined],
      ['two servers', 'as drawn'],
      ['more room', 'as drawn'],
    ]);
    expect(followed.versions.size).toBe(here.versions.size);
    const changed = there.map((each) =>
      each.name === 'more room' ? { ...each, scenario: scenario('more') } : each,
    );
    expect(variantsOf(followVariants(here, changed)).map(({ scenario: { name } }) => name)).toEqual([
      'a',
      'b',
      'more',
    ]);
  });

  it('of a study are those of its scenario, which may be one of them', () => {
    const study = forked();
    const opened = addVariants(startHistory(structuredClone(study.present)), variantsOf(study));
    expect(variantsOf(opened)).toEqual(variantsOf(study));
    expect(opened.versions.size).toBe(3);
    expect(originOf(opened)).toBe('more room');
  });

  it('are switched between as a step, whatever else is done', () => {
    const moves = oneof(
      record({ do: constantFrom('edit', 'undo', 'redo', 'name', 'unname'), to: integer({ min: 0, max: 9 }) }),
      record({ do: constantFrom('switch'), to: integer({ min: 0, max: 30 }) }),
    );
    check(
      property(array(moves, { maxLength: 80 }), (walk) => {
        let history = startHistory(scenario('start'));
        for (const [i, { do: move, to }] of walk.entries()) {
          const before = history;
          if (move === 'edit') history = edited(history, `${i}`);
          if (move === 'undo') history = undo(history);
          if (move === 'redo') history = redo(history);
          if (move === 'name') history = named(history, `name ${to}`);
          if (move === 'unname') history = nameVersion(history, history.at, undefined);
          if (move === 'switch') history = switchTo(history, to);
          expect(history.versions.get(history.at)!.scenario).toBe(history.present);
          if ((move === 'edit' || move === 'switch') && history !== before)
            expect(undo(history).present).toBe(before.present);
          if (move === 'undo' && history !== before) expect(redo(history).present).toBe(before.present);
          for (const { id, parent } of history.versions.values())
            expect(parent === undefined || parent < id).toBe(true);
        }
      }),
    );
  });
});
