import { describe, expect, it } from 'vitest';
import { line, source, stage } from './drawing.test-support.ts';
import { updateNode } from './edits.ts';
import {
  asMeasured,
  isChangedSinceMeasured,
  modelFingerprint,
  rememberMeasuredModel,
  takeAsMeasured,
} from './measured-model.ts';
import { readScenarioText } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

const MEASURED: Scenario = {
  ...line(source('s', 0.8), stage('a', 1)),
  measurement: { name: 'run', stages: [{ stage: 'a', meanOccupancy: 4 }] },
};

const edited = (scenario: Scenario, edit: (scenario: Scenario) => Scenario): Scenario =>
  rememberMeasuredModel(scenario, edit(scenario));
const withServers = (servers: number) => (scenario: Scenario) =>
  updateNode(scenario, 'a', { serverCount: servers });
const isChanged = (scenario: Scenario): boolean => isChangedSinceMeasured(scenario, scenario.measurement);

describe('the model that a measurement was taken of', () => {
  it('is remembered by the first edit that changes it, and by no edit of the drawing', () => {
    expect(edited(MEASURED, (one) => updateNode(one, 'a', { name: 'Parser' })).measurement?.model).toBe(
      undefined,
    );
    const changed = edited(MEASURED, withServers(2));
    expect(changed.measurement?.model).toBe(modelFingerprint(MEASURED));
    expect(isChanged(MEASURED)).toBe(false);
    expect(isChanged(changed)).toBe(true);
    expect(isChanged(edited(changed, withServers(3)))).toBe(true);
  });

  it('is there again once the old values are typed', () => {
    const two = edited(MEASURED, withServers(2));
    const four = edited(two, withServers(4));
    expect(isChanged(edited(four, withServers(2)))).toBe(true);
    const begun = edited({ ...MEASURED, nodes: withServers(2)(MEASURED).nodes }, withServers(4));
    expect(isChanged(edited(begun, withServers(2)))).toBe(false);
  });

  it('is told the same of a file, whatever the order of its fields', () => {
    const changed = edited(MEASURED, withServers(2));
    const turned = JSON.stringify(changed, (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    const read = readScenarioText(turned);
    expect(read.ok && isChanged(read.value)).toBe(true);
    const back = read.ok && { ...read.value, nodes: MEASURED.nodes };
    expect(back && isChanged(back)).toBe(false);
  });

  it('is that of the drawing for another measurement, and where the user says so', () => {
    const changed = edited(MEASURED, withServers(2));
    const measurement = { name: 'run 2', stages: [] };
    expect(isChanged(edited(changed, (one) => ({ ...one, measurement })))).toBe(false);
    expect(isChanged(edited(changed, takeAsMeasured))).toBe(false);
  });

  it('is corrected by what the data tell, unless it was changed otherwise', () => {
    expect(isChanged(edited(MEASURED, asMeasured(withServers(2))))).toBe(false);
    const changed = edited(MEASURED, (one) => updateNode(one, 'a', { capacity: 9 }));
    expect(isChanged(edited(changed, asMeasured(withServers(2))))).toBe(true);
  });
});

describe('a file', () => {
  it('is refused with another text in its place', () => {
    const measurement = { ...MEASURED.measurement, model: 'run 2' };
    const read = readScenarioText(JSON.stringify({ ...MEASURED, measurement }));
    expect(!read.ok && JSON.stringify(read.error)).toContain('measurement.model');
  });
});
