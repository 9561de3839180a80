import type { ArrivalLaw } from '../../../core/distributions/law.ts';
import { HELP } from './help.ts';
import { LawNumber } from './LawNumber.tsx';
import { LawTable } from './LawTable.tsx';
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
} from './law-text.ts';
import type { Reading } from './quantity-props.ts';

export interface LawShapeFieldsProps {
  readonly law: ArrivalLaw;
  readonly reading: Reading;
  readonly onChange: (law: ArrivalLaw, gesture?: string) => void;
}

/** The parameters of a law beside its rate. */
export function LawShapeFields({ law, reading, onChange }: LawShapeFieldsProps) {
  const common = { reading, onChange };
  switch (law.law) {
    case 'exponential':
    case 'deterministic':
      return null;
    case 'erlang':
      return (
        <LawNumber
          law={law}
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
        <LawNumber
          law={law}
          field="scv"
          label="SCV"
          help={HELP.scv}
          as="number"
          rules={{ above: 0 }}
          {...common}
        />
      );
    case 'hyperexponential':
      if ('rates' in law) {
        const table = { format: formatBranches, parse: parseBranches, size: law.rates.length };
        return (
          <LawTable law={law} label="Share, rate (1/s)" help={HELP.branches} {...table} onChange={onChange} />
        );
      }
      return (
        <LawNumber
          law={law}
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
        <LawNumber
          law={law}
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
          <LawNumber
            law={law}
            field="min"
            label="Shortest"
            help={HELP.uniformMin}
            as="time"
            rules={{ below: law.max }}
            {...common}
          />
          <LawNumber
            law={law}
            field="max"
            label="Longest"
            help={HELP.uniformMax}
            as="time"
            rules={{ above: law.min }}
            {...common}
          />
        </>
      );
    case 'pareto':
      return (
        <>
          <LawNumber
            law={law}
            field="scale"
            label="Smallest"
            help={HELP.paretoScale}
            as="time"
            rules={{ above: 0 }}
            {...common}
          />
          <LawNumber
            law={law}
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
          <LawNumber
            law={law}
            field="peakRate"
            label="Peak rate"
            help={HELP.peakRate}
            as="rate"
            rules={{ above: 0 }}
            {...common}
          />
          <LawNumber
            law={law}
            field="idleRate"
            label="Idle rate"
            help={HELP.idleRate}
            as="rate"
            rules={{ optional: true }}
            placeholder="0"
            {...common}
          />
          <LawNumber
            law={law}
            field="meanOnTime"
            label="Mean burst"
            help={HELP.meanOnTime}
            as="time"
            rules={{ above: 0 }}
            {...common}
          />
          <LawNumber
            law={law}
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
      const table = { format: formatPhases, parse: parsePhases, size: law.alpha.length };
      return (
        <LawTable law={law} label="Start | rates (1/s)" help={HELP.phases} {...table} onChange={onChange} />
      );
    }
    case 'empirical': {
      const table = { format: formatHistogram, parse: parseHistogram, size: law.edges.length };
      return (
        <LawTable law={law} label="Edge (s), weight" help={HELP.histogram} {...table} onChange={onChange} />
      );
    }
    case 'trace': {
      const table = { format: formatTrace, parse: parseTrace, size: law.values.length };
      return <LawTable law={law} label="Times (s)" help={HELP.trace} {...table} onChange={onChange} />;
    }
    case 'map': {
      const table = { format: formatMap, parse: parseMap, size: law.D0.length };
      return <LawTable law={law} label="D0 | D1 (1/s)" help={HELP.map} {...table} onChange={onChange} />;
    }
  }
}
