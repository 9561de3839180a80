/** What changed between two scenarios, in inputs and answers. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { addDiff } from './diff.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
const example = join(resolve(import.meta.dirname, '..'), 'public', 'examples', 'order-gateway.json');
const scenario = JSON.parse(readFileSync(example, 'utf8'));

interface Node {
  readonly id: string;
  readonly kind: string;
}

function file(name: string, change: (node: Node) => object, more: object = {}): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ ...scenario, ...more, nodes: scenario.nodes.map(change) }));
  return path;
}
const stages = scenario.nodes.filter(({ kind }: Node) => kind === 'stage');
const [stage] = stages;
const title = stage.name ?? stage.id;

const diffed = async (after: string, ...words: readonly string[]) =>
  runVerbs([addDiff], ['diff', example, after, ...words]);

describe('stagegraph diff', () => {
  it('tells nothing of the same scenario, wherever it is drawn and in whichever order its fields stand', async () => {
    const same = file('same.json', (node) =>
      Object.fromEntries(Object.entries({ ...node, position: { x: 8, y: 8 } }).reverse()),
    );
    const { out, status } = await diffed(same, '--exit-code');
    expect(out).toContain('No input changed.');
    expect(out).toContain('The answer is the same.');
    expect(status).toBe(0);
  });

  it('tells a changed number once, with its unit, and what it changes', async () => {
    const faster = file('faster.json', (node) =>
      node.id === stage.id ? { ...node, service: { distribution: 'exponential', rate: 12_345_678 } } : node,
    );
    const { out, status } = await diffed(faster, '--exit-code', '--json');
    const { inputs, answers, sides } = JSON.parse(out);
    expect(inputs.find(({ path }: { path: string }) => path === `${stage.id}.service.rate`)).toMatchObject({
      what: `${title}: service rate`,
      after: expect.stringMatching(/^12\.3457 M.*\/s$/),
    });
    expect(inputs.filter(({ path }: { path: string }) => path.endsWith('.mean'))).toEqual([]);
    const utilization = answers.find(
      (change: { stage?: string; what: string }) =>
        change.stage === stage.id && change.what === 'Utilization',
    );
    expect(utilization.after).toBeLessThan(utilization.before);
    expect(sides.map(({ kind }: { kind: string }) => kind)).toEqual(['answer', 'answer']);
    expect(status).toBe(1);
  });

  it('tells what was added, removed and renamed', async () => {
    const renamed = file(
      'renamed.json',
      (node) => (node.id === stage.id ? { ...node, name: 'Parser' } : node),
      {
        notes: 'Now with notes.',
        classes: [{ id: 'gold' }],
      },
    );
    const { out } = await diffed(renamed);
    expect(out).toMatch(/Class gold +– +there/);
    expect(out).toMatch(/Stage Parser: name +.* Parser/);
    expect(out).toContain('Scenario: notes');
  });
});

it('what the inputs leave open is told as an interval, and not by how much it changes', async () => {
  const run2 = join(resolve(import.meta.dirname, '..'), 'public', 'examples', 'mercury-run-2.json');
  const drawn = JSON.parse(readFileSync(run2, 'utf8'));
  const path = join(folder, 'slower.json');
  const slower = (node: Node) =>
    node.id === '1b' ? { ...node, service: { distribution: 'exponential', rate: 20e6 } } : node;
  writeFileSync(path, JSON.stringify({ ...drawn, nodes: drawn.nodes.map(slower) }));
  const { out } = await runVerbs([addDiff], ['diff', run2, path]);
  expect(out).toMatch(/End-to-end latency +◌ sensitive to inputs → [\d.]+ µs\n/);
  expect(out).toMatch(/1b Hash lookup: Number in system +◌ 232 … 598 → [\d.]+\n/);
  expect(out).toMatch(/Throughput +13\.4 k\/s → 5\.35 k\/s \(−60 %\)/);
});

it('a scenario is saved as the same text, whichever field was set first', () => {
  const turned = Object.fromEntries(Object.entries(scenario).reverse());
  const nodes = scenario.nodes.map((node: object) => Object.fromEntries(Object.entries(node).reverse()));
  // What is read from a file is checked there.
  const text = scenarioText({ ...turned, nodes } as never);
  expect(text).toBe(scenarioText(scenario));
  expect(text.startsWith('{\n  "format": "stagegraph-scenario",\n  "schemaVersion": 3,\n  "name"')).toBe(
    true,
  );
});
