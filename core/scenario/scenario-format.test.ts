import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findFaults } from './faults.ts';
import { parseScenario } from './read-scenario.ts';
import { scenarioSchema } from './schema.ts';

const PAGE = readFileSync(new URL('../../docs/scenario-format.md', import.meta.url), 'utf8');
const examples = [...PAGE.matchAll(/^```json (\w+)\n(.*?)^```$/gms)].map(([, part, json]) => ({
  part: part!,
  json: json!,
  line: PAGE.slice(0, PAGE.indexOf(json!)).split('\n').length,
}));

const exponential = { distribution: 'exponential', rate: 1 };
const frame = { format: 'stagegraph-scenario', schemaVersion: 3, name: 'x', nodes: [], links: [] };

/** The example inside an otherwise empty scenario. */
const framed: Readonly<Record<string, (example: unknown) => unknown>> = {
  scenario: (example) => example,
  node: (example) => ({ ...frame, nodes: [example] }),
  distribution: (service) => ({ ...frame, nodes: [{ id: 's', kind: 'stage', service }] }),
  arrivals: (interarrival) => ({ ...frame, nodes: [{ id: 's', kind: 'source', interarrival }] }),
  link: (example) => ({
    ...frame,
    nodes: ['a', 'b'].map((id) => ({ id, kind: 'stage', service: exponential })),
    links: [example],
  }),
  measurement: (measurement) => ({ ...frame, measurement }),
};

/** Names of all fields, and all words that stand for themselves. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, const: constant, enum: words } = schema as Record<string, unknown>;
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const texts = [constant, ...(Array.isArray(words) ? words : [])].filter((word) => typeof word === 'string');
  return [...own, ...texts, ...Object.values(schema).flatMap(namesIn)];
}

function fieldsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(fieldsIn)];
}

describe('docs/scenario-format.md', () => {
  it.each(examples)('the $part example in line $line is read', ({ part, json }) => {
    const result = parseScenario(framed[part]!(JSON.parse(json)));
    expect(result.ok ? [] : result.error.map(({ message }) => message)).toEqual([]);
  });

  it.each(examples.filter(({ part }) => part === 'scenario'))(
    'the scenario in line $line is sound',
    ({ json }) => {
      const result = parseScenario(JSON.parse(json));
      expect(result.ok && findFaults(result.value)).toEqual([]);
    },
  );

  it('marks every JSON example for this test', () => {
    expect(PAGE.match(/^```json/gm)).toHaveLength(examples.length);
    expect(PAGE.match(/^```jsonc?$/gm)).toBeNull();
  });

  it('names every field, distribution and word of the format', () => {
    const schema = z.toJSONSchema(scenarioSchema);
    const missing = [...new Set(namesIn(schema))].filter(
      (name) =>
        !PAGE.includes(`\`${name}\``) && !PAGE.includes(`\`"${name}"\``) && !PAGE.includes(`**${name}**`),
    );
    expect(missing).toEqual([]);
  });

  it('has an example of every field', () => {
    const shown = new Set(examples.flatMap(({ json }) => fieldsIn(JSON.parse(json))));
    const fields = (schema: unknown): readonly string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const { properties } = schema as Record<string, unknown>;
      return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fields)];
    };
    const wanted = new Set(fields(z.toJSONSchema(scenarioSchema)));
    expect([...wanted].filter((name) => !shown.has(name))).toEqual([]);
  });
});
