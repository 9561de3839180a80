import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addClass, patchClass, removeClass, renameClass } from './class-edits.ts';
import { copySelection, paste } from './clipboard.ts';
import { connect, removeLinks } from './edit-links.ts';
import { addNode, insertOnLink, removeNodes, renameNode } from './edits.ts';
import { addGroup, patchGroup, removeGroup, renameGroup } from './group-edits.ts';
import { parseScenario, readScenarioText } from './read-scenario.ts';
import { addResource, removeResource, renameResource } from './resource-edits.ts';
import type { Scenario } from './scenario.ts';

const text = readFileSync(new URL('./fixtures/scenario-3.json', import.meta.url), 'utf8');
const read = readScenarioText(text);
if (!read.ok) throw new Error(read.error[0]!.message);
const fixture = read.value;

const AT = { x: 0, y: 0 };
const KINDS = ['source', 'stage', 'delay', 'router', 'fork', 'join', 'sink'] as const;
type Edit = (scenario: Scenario, pick: <Item>(list: readonly Item[]) => Item) => Scenario;
const orSame = <T>(result: { ok: true; value: T } | { ok: false; error: string }, before: T): T =>
  result.ok ? result.value : before;
const ids = (list: readonly { readonly id: string }[] = []) => ['none', ...list.map(({ id }) => id)];
const nodeIds = ({ nodes }: Scenario) => ids(nodes);

const EDITS: readonly Edit[] = [
  (s, pick) => addNode(s, pick(KINDS)).scenario,
  (s, pick) => removeNodes(s, [pick(nodeIds(s))]),
  (s, pick) => orSame(renameNode(s, pick(nodeIds(s)), pick(['web', 'card', 'x', 'y', 'think'])), s),
  (s, pick) => orSame(connect(s, pick(nodeIds(s)), pick(nodeIds(s))), s),
  (s, pick) => (s.links.length > 0 ? removeLinks(s, [pick(s.links)]) : s),
  (s, pick) => {
    if (s.links.length === 0) return s;
    const added = insertOnLink(s, pick(s.links), { kind: pick(KINDS) });
    return added.ok ? added.value.scenario : s;
  },
  (s) => addClass(s).scenario,
  (s, pick) => removeClass(s, pick(ids(s.classes))),
  (s, pick) =>
    orSame(renameClass(s, pick(ids(s.classes).slice(1).concat('query')), pick(['p', 'q', 'query'])), s),
  (s, pick) => patchClass(s, pick(ids(s.classes)), { priority: 7 }),
  (s) => addResource(s).scenario,
  (s, pick) => removeResource(s, pick(ids(s.resources))),
  (s, pick) => orSame(renameResource(s, pick(ids(s.resources)), pick(['pci', 'usb'])), s),
  (s, pick) => addGroup(s, [pick(nodeIds(s)), pick(nodeIds(s))])?.scenario ?? s,
  (s, pick) => patchGroup(s, pick(ids(s.groups)), { stages: [] }),
  (s, pick) => removeGroup(s, pick(ids(s.groups))),
  (s, pick) => orSame(renameGroup(s, pick(ids(s.groups)), pick(['card', 'send', 'g'])), s),
  (s, pick) =>
    paste(s, copySelection(s, [pick(nodeIds(s)), pick(nodeIds(s)), pick(nodeIds(s))]), AT).scenario,
  (s, pick) =>
    paste(s, copySelection(fixture, [pick(nodeIds(fixture)), pick(nodeIds(fixture))]), AT).scenario,
];

describe('any sequence of edits', () => {
  it('gives a scenario that opens again: nothing is named that is not there, and no class sums to more or less than 1', () => {
    const steps = fc.array(
      fc.tuple(fc.nat(EDITS.length - 1), fc.array(fc.nat(50), { minLength: 4, maxLength: 4 })),
      {
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(steps, (sequence) => {
        let scenario = fixture;
        for (const [edit, numbers] of sequence) {
          let at = 0;
          scenario = EDITS[edit]!(scenario, (list) => list[numbers[at++ % 4]! % list.length]!);
        }
        const result = parseScenario(JSON.parse(JSON.stringify(scenario)));
        expect(result.ok ? [] : result.error.map(({ message }) => message)).toEqual([]);
        expect(classSums(scenario).filter((sum) => Math.abs(sum - 1) > 1e-9)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(fixture).toEqual(JSON.parse(text));
  });
});

/** For each sender and each class that its links name. */
function classSums({ links }: Scenario): readonly number[] {
  const sums = new Map<string, number>();
  for (const { from, byClass = {} } of links) {
    for (const [id, share] of Object.entries(byClass)) {
      const key = JSON.stringify([from, id]);
      sums.set(key, (sums.get(key) ?? 0) + share);
    }
  }
  return [...sums.values()];
}
