import { describe, expect, it } from 'vitest';
import { measuredOfLink, measuredPart } from './link-measured.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from './scenario.ts';
import { decodeShareLink, encodeShareLink } from './share-link.ts';

const scenario: Scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'One stage',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 2 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

describe('a measurement in a link', () => {
  const text = '{"format":"stagegraph-measurement","values":"0*100 1 2 3"}';

  it('comes back beside its scenario', async () => {
    const link = `https://host/#${await encodeShareLink(scenario)}${await measuredPart(text)}`;
    expect(await decodeShareLink(link)).toEqual({ ok: true, value: scenario });
    expect(await measuredOfLink(link)).toEqual({ ok: true, value: text });
    expect(await measuredOfLink(`#${await encodeShareLink(scenario)}`)).toBeUndefined();
  });

  it('fails alone when it is damaged or newer', async () => {
    const whole = `#${await encodeShareLink(scenario)}${await measuredPart(text)}`;
    const cut = whole.slice(0, -9);
    expect(await decodeShareLink(cut)).toEqual({ ok: true, value: scenario });
    const damaged = await measuredOfLink(cut);
    expect(damaged).toMatchObject({ ok: false });
    const newer = await measuredOfLink(whole.replace('&measured=1.', '&measured=7.'));
    expect(newer).toEqual({ ok: false, error: 'They have version 7; this Stagegraph reads version 1.' });
  });
});
