/** A measurement goes through the text of a study, and comes back number by number. */
import { expect, it } from 'vitest';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../../../core/scenario/scenario.ts';
import { readStudyText } from '../../../core/study/read-study.ts';
import { STUDY_FORMAT, STUDY_VERSION } from '../../../core/study/study.ts';
import { mm1Trace } from '../../../workers/measure/fixtures/mm1-trace.ts';
import { reduceBytes } from '../../../workers/measure/reduce.test-support.ts';
import { decodeReduced, encodeReduced } from '../../../workers/measure/reduced-json.ts';

it('a study file keeps every number of a measurement', async () => {
  const reduced = await reduceBytes(mm1Trace({ count: 5000, arrivalGap: 1000, service: 700, seed: 2 }));
  const scenario = {
    ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'one', links: [] },
    nodes: [{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } }],
  };
  const text = JSON.stringify(
    {
      ...{ format: STUDY_FORMAT, schemaVersion: STUDY_VERSION, name: 'kept', scenario, vary: [] },
      ...{ measures: ['cost'], measurements: [JSON.parse(encodeReduced(reduced))] },
    },
    null,
    2,
  );
  const study = readStudyText(text);
  if (!study.ok) throw new Error(study.error[0]!.message);
  expect(decodeReduced(JSON.stringify(study.value.measurements![0]))).toEqual({ ok: true, value: reduced });
});
