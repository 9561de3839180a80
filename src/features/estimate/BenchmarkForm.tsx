/** Makes samples with rates that are known: two threads and a queue between them. */
import { useState } from 'react';
import { err, type Result } from '../../../core/base/result.ts';
import {
  type Dimension,
  formatFull,
  formatQuantity,
  parseQuantity,
} from '../../../core/quantities/quantity.ts';
import type { MicroBenchmark } from '../../../workers/estimate/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { openSamples } from './estimating.ts';

const SERVICES = [
  { value: 'exponential', label: 'Exponential' },
  { value: 'deterministic', label: 'Deterministic' },
] as const;
const PHASES = [
  { value: 'one', label: 'One phase' },
  { value: 'two', label: 'Two phases' },
] as const;

/** 3.2 MB/s of items of 8 bytes, and half of it in the second half. */
const FIRST: MicroBenchmark = {
  times: 'exponential',
  rate: 400_000,
  laterRate: 200_000,
  utilization: 0.9,
  period: 50e-6,
  periods: 8000,
  seed: 1,
};
const MOST_PERIODS = 200_000;
/** Items of all periods together; more take longer than a person waits. */
const MOST_ITEMS = 5e7;

/** Each run draws other samples. */
let runs = 0;

export function BenchmarkForm() {
  const [benchmark, setBenchmark] = useState(FIRST);
  const set = (change: Partial<MicroBenchmark>): void => setBenchmark({ ...benchmark, ...change });
  const { laterRate, rate, times } = benchmark;
  return (
    <form
      className="rates__settings"
      aria-label="Micro-benchmark"
      onSubmit={(event) => {
        event.preventDefault();
        runs += 1;
        void openSamples({ kind: 'example', benchmark: { ...benchmark, seed: runs } });
      }}
    >
      <ChoiceField
        label="Service"
        value={times}
        choices={SERVICES}
        onChange={(next) => set({ times: next })}
      />
      <ChoiceField
        label="Rates"
        value={laterRate === undefined ? 'one' : 'two'}
        choices={PHASES}
        onChange={(next) => set({ laterRate: next === 'one' ? undefined : rate / 2 })}
      />
      <Field label="Rate" dimension="rate" value={rate} onChange={(next) => set({ rate: next })} />
      {laterRate !== undefined && (
        <Field
          label="Second rate"
          dimension="rate"
          value={laterRate}
          onChange={(next) => set({ laterRate: next })}
        />
      )}
      <Field
        label="Utilization ρ"
        dimension="probability"
        help="How busy Poisson arrivals keep the reader; at 1 it always has work."
        value={benchmark.utilization}
        onChange={(next) => set({ utilization: next })}
      />
      <Field
        label="Period T"
        dimension="time"
        value={benchmark.period}
        onChange={(next) => set({ period: next })}
      />
      <Field
        label="Periods"
        dimension="count"
        value={benchmark.periods}
        most={Math.min(
          MOST_PERIODS,
          Math.floor(MOST_ITEMS / (Math.max(rate, laterRate ?? 0) * benchmark.period)),
        )}
        onChange={(next) => set({ periods: next })}
      />
      <Button type="submit" icon={<PlayIcon />}>
        Make samples
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly dimension: Dimension;
  readonly value: number;
  readonly most?: number;
  readonly help?: string;
  readonly onChange: (value: number) => void;
}

function Field({ dimension, most = Number.POSITIVE_INFINITY, onChange, ...rest }: FieldProps) {
  const parse = (text: string): Result<number, string> => {
    const value = parseQuantity(text, dimension);
    if (value.ok && value.value === 0) return err('Expected more than 0.');
    if (value.ok && value.value > most) return err(`Expected at most ${most.toLocaleString('en')}.`);
    return value;
  };
  return (
    <QuantityField
      {...rest}
      format={(value) => formatQuantity(value, dimension)}
      formatFull={(value) => formatFull(value, dimension)}
      parse={parse}
      onChange={(value) => value !== undefined && onChange(value)}
    />
  );
}
