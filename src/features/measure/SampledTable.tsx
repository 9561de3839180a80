/** Samples of counters held against a trace of the same queue, where both files were dropped (Weh 2012, section 3.2). */
import { useState } from 'react';
import { formatFull, formatPercent, formatQuantity } from '../../../core/quantities/quantity.ts';
import type { SampledAgainstTraced } from '../../../workers/measure/queries/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { keepSampled, measuredClient } from './measured-keeping.ts';
import { useMeasured } from './measured-store.ts';
import { fileOf } from './opened-files.ts';

/** Both are held in memory whole. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_ROWS = 10;

type Mismatch = SampledAgainstTraced['listed'][number];

export function SampledTable() {
  const kept = useMeasured((measured) => measured.kept);
  const sampled = useMeasured((measured) => measured.sampled);
  const [refusal, setRefusal] = useState<string>();
  const withBasis = (basis: string): File | undefined =>
    kept
      .filter(({ queues }) => queues.some((queue) => queue.basis === basis))
      .map(fileOf)
      .find((file) => file !== undefined);
  const [samples, trace] = [withBasis('counters'), withBasis('events')];
  const compare = async (): Promise<void> => {
    if (!samples || !trace) return;
    if (samples.size + trace.size > MOST_BYTES)
      return setRefusal('Together the files are too large for the page; use stagegraph check --against.');
    const found = await measuredClient.sampledAgainstTraced(undefined, samples, trace);
    setRefusal(found.ok ? undefined : found.error);
    if (found.ok) await keepSampled(found.value);
  };
  if (!sampled && !(samples && trace)) return null;
  return (
    <Disclosure title="Sampled against traced">
      {samples && trace && (
        <Button size="small" onClick={() => void compare()}>
          Hold {samples.name} against {trace.name}
        </Button>
      )}
      {refusal !== undefined && <Refused says={refusal} />}
      {sampled && <Found sampled={sampled} />}
    </Disclosure>
  );
}

function Found({ sampled }: { readonly sampled: SampledAgainstTraced }) {
  const { queues, samples, mismatches, share, outside, sampledDepartures, tracedDepartures } = sampled;
  const apart = sampledDepartures - tracedDepartures;
  return (
    <>
      <p>
        {queues.length === 1 ? `Queue ${queues[0]}` : `Queues ${queues.join(' and ')} together`}:{' '}
        {mismatches.toLocaleString('en')} of {samples.toLocaleString('en')} samples ({formatPercent(share)})
        differ from the trace
        {outside > 0 && `; ${outside.toLocaleString('en')} lie outside of it`}. Departures:{' '}
        {sampledDepartures.toLocaleString('en')} by the counters, {tracedDepartures.toLocaleString('en')} in
        the trace
        {apart !== 0 &&
          `; ${Math.abs(apart).toLocaleString('en')} ${apart > 0 ? 'not traced' : 'not counted'}`}
        . Mean time inside: {ns(sampled.meanDuration)} of all, {ns(sampled.meanMismatchDuration)} of those
        inside where the two differ.
      </p>
      {mismatches > 0 && (
        <DataTable
          caption="Samples that differ from the trace"
          columns={COLUMNS}
          rows={sampled.listed.slice(0, MOST_ROWS)}
          rowKey={({ time }) => String(time)}
        />
      )}
    </>
  );
}

const ns = (value: number): string => (Number.isFinite(value) ? formatQuantity(value / 1e9, 'time') : 'n/a');
const durations = (mismatch: Mismatch): string => mismatch.durations.map(ns).join(' ');

const COLUMNS: readonly PageColumn<Mismatch>[] = [
  {
    id: 'time',
    header: 'At',
    kind: 'number',

    // Every digit: of a run that counts from midnight the first ones are all alike.
    cell: ({ time }) => formatFull(time / 1e9, 'time'),
    value: ({ time }) => time,
  },
  {
    id: 'sampled',
    header: 'Sampled',
    kind: 'number',
    value: ({ sampled }) => sampled,
  },
  {
    id: 'traced',
    header: 'Traced',
    kind: 'number',
    value: ({ traced }) => traced,
  },
  { id: 'durations', header: 'Inside for', value: durations },
];
