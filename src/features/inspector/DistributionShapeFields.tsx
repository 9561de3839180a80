import type { Result } from '../../../core/base/result.ts';
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import type { Dimension } from '../../../core/quantities/quantity.ts';
import { FieldRow } from '../../ui/widgets/FieldRow.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import {
  formatBranches,
  formatHistogram,
  formatMap,
  formatPhases,
  formatTrace,
  parseBranches,
  parseHistogram,
  parseMap,
  parsePhases,
  parseTrace,
} from './distribution-text.ts';
import { HELP } from './help.ts';
import type { Reading } from './quantity-props.ts';
import { type QuantityRules, quantityProps } from './quantity-props.ts';

export interface DistributionShapeFieldsProps {
  readonly distribution: ArrivalDistribution;
  readonly reading: Reading;
  readonly onChange: (distribution: ArrivalDistribution, gesture?: string) => void;
}

/** The parameters of a distribution beside its rate. */
export function DistributionShapeFields({ distribution, reading, onChange }: DistributionShapeFieldsProps) {
  const common = { reading, onChange };
  switch (distribution.distribution) {
    case 'exponential':
    case 'deterministic':
      return null;
    case 'erlang':
      return (
        <DistributionNumber
          distribution={distribution}
          field="shape"
          label="Phases"
          help={HELP.erlangShape}
          as="count"
          rules={{ min: 1 }}
          {...common}
        />
      );
    case 'gamma':
    case 'lognormal':
      return (
        <DistributionNumber
          distribution={distribution}
          field="scv"
          label="SCV"
          help={HELP.scv}
          as="number"
          rules={{ above: 0 }}
          {...common}
        />
      );
    case 'hyperexponential':
      if ('rates' in distribution) {
        const table = { format: formatBranches, parse: parseBranches, size: distribution.rates.length };
        return (
          <DistributionTable
            distribution={distribution}
            label="Share, rate (1/s)"
            help={HELP.branches}
            {...table}
            onChange={onChange}
          />
        );
      }
      return (
        <DistributionNumber
          distribution={distribution}
          field="scv"
          label="SCV"
          help={HELP.scv}
          as="number"
          rules={{ min: 1 }}
          {...common}
        />
      );
    case 'weibull':
      return (
        <DistributionNumber
          distribution={distribution}
          field="shape"
          label="Shape"
          help={HELP.weibullShape}
          as="number"
          rules={{ above: 0 }}
          {...common}
        />
      );
    case 'uniform':
      return (
        <>
          <DistributionNumber
            distribution={distribution}
            field="min"
            label="Shortest"
            help={HELP.uniformMin}
            as="time"
            rules={{ below: distribution.max }}
            {...common}
          />
          <DistributionNumber
            distribution={distribution}
            field="max"
            label="Longest"
            help={HELP.uniformMax}
            as="time"
            rules={{ above: distribution.min }}
            {...common}
          />
        </>
      );
    case 'pareto':
      return (
        <>
          <DistributionNumber
            distribution={distribution}
            field="scale"
            label="Smallest"
            help={HELP.paretoScale}
            as="time"
            rules={{ above: 0 }}
            {...common}
          />
          <DistributionNumber
            distribution={distribution}
            field="shape"
            label="Shape"
            help={HELP.paretoShape}
            as="number"
            rules={{ above: 0 }}
            {...common}
          />
        </>
      );
    case 'onOff':
      return (
        <>
          <DistributionNumber
            distribution={distribution}
            field="peakRate"
            label="Peak rate"
            help={HELP.peakRate}
            as="rate"
            rules={{ above: 0 }}
            {...common}
          />
          <DistributionNumber
            distribution={distribution}
            field="idleRate"
            label="Idle rate"
            help={HELP.idleRate}
            as="rate"
            rules={{ optional: true }}
            placeholder="0"
            {...common}
          />
          <DistributionNumber
            distribution={distribution}
            field="meanOnTime"
            label="Mean burst"
            help={HELP.meanOnTime}
            as="time"
            rules={{ above: 0 }}
            {...common}
          />
          <DistributionNumber
            distribution={distribution}
            field="meanOffTime"
            label="Mean pause"
            help={HELP.meanOffTime}
            as="time"
            rules={{ above: 0 }}
            {...common}
          />
        </>
      );
    case 'phaseType': {
      const table = { format: formatPhases, parse: parsePhases, size: distribution.alpha.length };
      return (
        <DistributionTable
          distribution={distribution}
          label="Start | rates (1/s)"
          help={HELP.phases}
          {...table}
          onChange={onChange}
        />
      );
    }
    case 'empirical': {
      const table = { format: formatHistogram, parse: parseHistogram, size: distribution.edges.length };
      return (
        <DistributionTable
          distribution={distribution}
          label="Edge (s), weight"
          help={HELP.histogram}
          {...table}
          onChange={onChange}
        />
      );
    }
    case 'trace': {
      const table = { format: formatTrace, parse: parseTrace, size: distribution.values.length };
      return (
        <DistributionTable
          distribution={distribution}
          label="Times (s)"
          help={HELP.trace}
          {...table}
          onChange={onChange}
        />
      );
    }
    case 'map': {
      const table = { format: formatMap, parse: parseMap, size: distribution.D0.length };
      return (
        <DistributionTable
          distribution={distribution}
          label="D0 | D1 (1/s)"
          help={HELP.map}
          {...table}
          onChange={onChange}
        />
      );
    }
  }
}

interface DistributionNumberProps<L extends ArrivalDistribution> {
  readonly distribution: L;
  /** Which number of the distribution. */
  readonly field: keyof L & string;
  readonly label: string;
  readonly help: string;
  readonly as: Dimension;
  readonly rules: QuantityRules;
  readonly placeholder?: string;
  readonly reading: Reading;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

/** One number of a distribution. */
function DistributionNumber<L extends ArrivalDistribution>(props: DistributionNumberProps<L>) {
  const { distribution, field, label, help, as, rules, placeholder, reading, onChange } = props;
  const value = distribution[field];
  return (
    <QuantityField
      label={label}
      help={help}
      value={typeof value === 'number' ? value : undefined}
      placeholder={placeholder}
      logScrub={as === 'rate' || as === 'time'}
      onChange={(next, gesture) => {
        if (next !== undefined) return onChange({ ...distribution, [field]: next }, gesture);
        const { [field]: _, ...rest } = distribution;
        // Only a field that may be absent takes an empty text.
        if (rules.optional) onChange(rest as unknown as L, gesture);
      }}
      {...quantityProps(as, reading, rules)}
      {...(as === 'number' ? { coarsestStep: 0.1 } : {})}
    />
  );
}

interface DistributionTableProps<L extends ArrivalDistribution> {
  readonly distribution: L;
  readonly label: string;
  readonly help: string;
  /** Lines that `format` gives. */
  readonly size: number;
  readonly format: (distribution: L) => string;
  readonly parse: (text: string) => Result<L, string>;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

/** Beyond this a person reads no list; it stays as it was loaded. */
const LONGEST_LIST = 3000;

/** A distribution that is a table, as text. */
function DistributionTable<L extends ArrivalDistribution>({
  distribution,
  label,
  help,
  size,
  format,
  parse,
  onChange,
}: DistributionTableProps<L>) {
  if (size > LONGEST_LIST) {
    return (
      <FieldRow label={label} id={`list-${label}`} group help={help}>
        <span className="i-long-list">{size.toLocaleString('en')} values, too many to edit here</span>
      </FieldRow>
    );
  }
  return (
    <TextArea
      label={label}
      help={help}
      value={distribution}
      format={format}
      parse={parse}
      onChange={onChange}
      rows={Math.min(Math.max(size, 2), 8)}
      monospace
    />
  );
}
