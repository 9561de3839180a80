import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFaults } from './faults.ts';
import {
  assertContiguous,
  MIGRATIONS,
  migrateScenario,
  parseScenario,
  readScenarioText,
} from './read-scenario.ts';
import { SCHEMA_VERSION } from './scenario.ts';

/** One file per old version, written when that version was current. */
const fixture = (version: number): string =>
  readFileSync(new URL(`./fixtures/scenario-${version}.json`, import.meta.url), 'utf8');

/** Versions after which no field moved or changed its name. */
const ONLY_ADDED = new Set([1]);

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe('migrations', () => {
  it('lead from 0 to the current version without a gap', () => {
    expect(() => assertContiguous(MIGRATIONS, SCHEMA_VERSION)).not.toThrow();
    const step = MIGRATIONS[0]!;
    expect(() => assertContiguous([step, step], 2)).toThrow('migration 1 starts at version 1, not 0');
    expect(() => assertContiguous([step], 2)).toThrow('migrations reach version 2, not 1');
    expect(() => assertContiguous([{ ...step, from: 1 }], 1)).toThrow(
      'migration 0 starts at version 0, not 1',
    );
  });

  // Fails when a step is added without a fixture of the version it starts from.
  it.each(MIGRATIONS.map(({ from, name }) => [from, name] as const))(
    'step %d (%s) gives a scenario that opens, and changes its fixture unless it only adds',
    (from) => {
      const raw = frozen(JSON.parse(fixture(from)));
      const { schemaVersion: _, ...before } = raw;
      const { schemaVersion, ...after } = { ...MIGRATIONS[from]!.up(raw) };
      expect(schemaVersion).toBe(raw.schemaVersion);
      if (ONLY_ADDED.has(from)) expect(after).toEqual(before);
      else expect(after).not.toEqual(before);
      expect(readScenarioText(fixture(from)).ok).toBe(true);
    },
  );

  it('leave a scenario of version 1 as it is, but for the names of its distributions', () => {
    const raw = JSON.parse(fixture(1).replaceAll('"law":', '"distribution":'));
    expect(readScenarioText(fixture(1))).toEqual({ ok: true, value: { ...raw, schemaVersion: 3 } });
    expect(readScenarioText(fixture(2))).toEqual(readScenarioText(fixture(3)));
  });

  it('call a law a distribution wherever a time stands, and nothing else that has that name', () => {
    const law = { law: 'exponential', rate: 1 };
    const distribution = { distribution: 'exponential', rate: 1 };
    const node = (time: object) => ({
      id: 'law',
      service: time,
      byClass: { law: { service: time } },
      schedule: { frames: [{ from: 0, service: time }] },
      alternatives: { cpu: time },
    });
    const raw = { nodes: [node(law), { interarrival: law }], links: [{ byClass: { law: 1 } }] };
    expect(migrateScenario(frozen(raw), 2)).toEqual({
      schemaVersion: 3,
      nodes: [node(distribution), { interarrival: distribution }],
      links: raw.links,
    });
  });

  it('lead to a version whose fixture is sound', () => {
    const read = readScenarioText(fixture(SCHEMA_VERSION));
    expect(read).toEqual({ ok: true, value: JSON.parse(fixture(SCHEMA_VERSION)) });
    expect(read.ok && findFaults(read.value)).toEqual([]);
  });

  it('give drafts the long names, and leave their input alone', () => {
    const raw = frozen(JSON.parse(fixture(0)));
    const scenario = parseScenario(raw);
    expect(scenario).toEqual({
      ok: true,
      value: {
        format: 'stagegraph-scenario',
        schemaVersion: 3,
        name: 'Draft before the first release',
        nodes: [
          { id: 'disk', kind: 'source', interarrival: { distribution: 'exponential', rate: 5 } },
          {
            id: 'filter',
            kind: 'stage',
            serverCount: 3,
            capacity: 12,
            service: { distribution: 'exponential', rate: 2 },
          },
          { id: 'slow', kind: 'stage', service: { distribution: 'deterministic', mean: 0.1 } },
          { id: 'out', kind: 'sink' },
        ],
        links: [
          { from: 'disk', to: 'filter' },
          { from: 'filter', to: 'slow', probability: 0.25 },
          { from: 'filter', to: 'out', probability: 0.75 },
          { from: 'slow', to: 'out' },
        ],
      },
    });
    expect(raw).toEqual(JSON.parse(fixture(0)));
    expect(parseScenario({ ...raw, schemaVersion: 0 })).toEqual(scenario);
  });

  it('refuse old names in a file of the current version', () => {
    const result = parseScenario({
      ...JSON.parse(fixture(0).replaceAll('"law":', '"distribution":')),
      schemaVersion: SCHEMA_VERSION,
    });
    expect(result.ok ? [] : result.error.map(({ message }) => message)).toEqual([
      'nodes[1] "filter".servers: expected no field of this name, got 3',
      'links[1] "filter" → "slow".p: expected no field of this name, got 0.25',
      'links[2] "filter" → "out".p: expected no field of this name, got 0.75',
    ]);
  });

  it('survive anything in place of lists and entries', () => {
    for (const nodes of [undefined, null, 3, 'x', [null, 3, [], {}, { servers: 1, serverCount: 2 }]]) {
      expect(migrateScenario({ nodes, links: nodes }, 0)).toMatchObject({
        nodes,
        schemaVersion: SCHEMA_VERSION,
      });
    }
  });
});
