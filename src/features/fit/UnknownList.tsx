/** Which numbers of the scenario are unknown, and between which bounds they lie. */

import { useMemo, useState } from 'react';
import { err } from '../../../core/base/result.ts';
import { formatFull, parseQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { NumberParameter } from '../../../core/study/parameter.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { Unknown } from '../../../workers/fit/contract.ts';
import { parameterQuantity, parameterWords } from '../../../workers/fit/fit-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { setUnknowns, useFits } from './fit-store.ts';

/** More are found by searching. */
const MOST_LISTED = 12;

export function UnknownList() {
  const scenario = useScenario();
  const unknowns = useFits((fits) => fits.unknowns);
  const [search, setSearch] = useState('');
  const choices = useMemo(() => unknownChoices(scenario), [scenario]);
  const chosen = unknowns.flatMap((unknown) => {
    const parameter = choices.find(({ path }) => path === unknown.path);
    return parameter ? [{ unknown, parameter }] : [];
  });
  const found = choices.filter(
    (one) => matches(one, search) && !unknowns.some(({ path }) => path === one.path),
  );
  const set = (unknown: Unknown): void =>
    setUnknowns(unknowns.map((one) => (one.path === unknown.path ? unknown : one)));
  return (
    <fieldset className="fits__unknowns">
      <legend>Unknown parameters</legend>
      {chosen.map(({ unknown, parameter }) => (
        <div key={unknown.path} className="fits__unknown">
          <span title={unknown.path}>
            <strong>{parameterWords(parameter)}</strong>, now {parameterQuantity(parameter, parameter.value)}
          </span>
          <Bound label="from" parameter={parameter} unknown={unknown} of="low" onChange={set} />
          <Bound label="to" parameter={parameter} unknown={unknown} of="high" onChange={set} />
          <Button
            size="small"
            variant="quiet"
            aria-label={`${parameterWords(parameter)} is known`}
            onClick={() => setUnknowns(unknowns.filter(({ path }) => path !== unknown.path))}
          >
            Known
          </Button>
        </div>
      ))}
      <TextField
        label="Search"
        value={search}
        placeholder="a number, such as service rate"
        onChange={setSearch}
      />
      <ul className="fits__choices" aria-label="Numbers of the scenario">
        {found.slice(0, MOST_LISTED).map((parameter) => (
          <li key={parameter.path}>
            <Button
              size="small"
              title={parameter.path}
              onClick={() => setUnknowns([...unknowns, boundsOf(parameter)])}
            >
              {parameterWords(parameter)} <small>{parameterQuantity(parameter, parameter.value)}</small>
            </Button>
          </li>
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className="panel__note">and {found.length - MOST_LISTED} more: search for them</p>
      )}
      {found.length === 0 && (
        <p className="panel__note">
          {chosen.some(({ parameter }) => matches(parameter, search))
            ? 'All numbers that are called so are chosen.'
            : 'No number is called so.'}
        </p>
      )}
    </fieldset>
  );
}

interface BoundProps {
  readonly label: string;
  readonly parameter: NumberParameter;
  readonly unknown: Unknown;
  readonly of: 'low' | 'high';
  readonly onChange: (unknown: Unknown) => void;
}

function Bound({ label, parameter, unknown, of, onChange }: BoundProps) {
  const { dimension, unitBytes, unit, domain } = parameter;
  const context = { ...(unit !== undefined && { unit }), ...(unitBytes !== undefined && { unitBytes }) };
  return (
    <QuantityField
      label={label}
      value={unknown[of]}
      format={(value) => parameterQuantity(parameter, value)}
      formatFull={(value) => formatFull(value, dimension)}
      parse={(text) => {
        const value = parseQuantity(text, dimension, context);
        if (!value.ok) return value;
        const { low = 0, high = domain.most } = unknown;
        if (of === 'low' && !(value.value > 0 && value.value < high))
          return err('Expected more than 0 and less than the upper bound.');
        return of === 'high' && !(value.value > low && value.value <= domain.most)
          ? err('Expected more than the lower bound.')
          : value;
      }}
      onChange={(value) => value !== undefined && onChange({ ...unknown, [of]: value })}
    />
  );
}

const REACH = 1000;
const LEAST_SHARE = 1e-4;

/** Whole numbers are not fitted; a mean is the same number as the rate beside it. */
export function unknownChoices(scenario: Scenario): readonly NumberParameter[] {
  const numbers = parametersOf(scenario).flatMap((one) =>
    one.kind === 'number' && !one.domain.integer && Number.isFinite(one.value) ? [one] : [],
  );
  const paths = new Set(numbers.map(({ path }) => path));
  return numbers.filter((one) => !isTheRate(one, paths) && (one.value > 0 || one.domain.most === 1));
}

const isTheRate = ({ path }: NumberParameter, paths: ReadonlySet<string>): boolean =>
  path.endsWith('.mean') && paths.has(path.replace(/mean$/, 'rate'));

/** A thousandth to a thousand times what it is now; of shares all. */
export function boundsOf({ path, value, domain }: NumberParameter): Required<Unknown> {
  if (domain.most === 1) return { path, low: LEAST_SHARE, high: 1 };
  return { path, low: Math.max(domain.least, value / REACH), high: Math.min(domain.most, value * REACH) };
}

/** All words of the search are in its words or its path, in any order. */
export function matches({ words, path }: NumberParameter, search: string): boolean {
  const text = `${words} ${path}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
