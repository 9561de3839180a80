import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { DistributionNumber } from './DistributionNumber.tsx';
import { DistributionTable } from './DistributionTable.tsx';
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
