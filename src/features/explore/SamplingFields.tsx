/** Which points, and whether each is solved or simulated. */
import { err, ok } from '../../../core/base/result.ts';
import type { PointAnswer, Sampling, Study } from '../../../core/study/study.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';
import { METHOD_GROUPS, METHOD_TITLES } from '../solve/method-choices.ts';
import { wholeNumber } from './number-reading.ts';

interface SamplingFieldsProps {
  readonly study: Study;
  readonly onChange: (change: Partial<Study>) => void;
}

const KINDS = [
  { value: 'grid', label: 'Grid', hint: 'all combinations' },
  { value: 'latinHypercube', label: 'Latin hypercube', hint: 'one design in each slice of every input' },
  { value: 'sobol', label: 'Sobol', hint: 'fills the space evenly' },
  { value: 'monteCarlo', label: 'Monte Carlo', hint: 'at random: the spread from uncertain inputs' },
] as const;
const METHODS = METHOD_GROUPS.flatMap(({ methods }) => methods).map((value) => ({
  value,
  label: METHOD_TITLES[value],
}));
const FIRST_POINTS = 1000;
const LARGEST_SEED = 2 ** 32 - 1;

export function SamplingFields({ study, onChange }: SamplingFieldsProps) {
  const { sampling = { kind: 'grid' }, answer = { by: 'solve' } } = study;
  return (
    <>
      <ChoiceField
        label="Designs"
        value={sampling.kind}
        choices={KINDS}
        onChange={(kind) => onChange({ sampling: samplingOf(kind, sampling) })}
      />
      {sampling.kind !== 'grid' && (
        <div className="explore-fields">
          <Whole
            label="How many"
            value={sampling.points}
            onChange={(points) => onChange({ sampling: { ...sampling, points } })}
          />
          <Whole
            label="Seed"
            value={sampling.seed ?? 1}
            least={0}
            onChange={(seed) => onChange({ sampling: { ...sampling, seed } })}
          />
        </div>
      )}
      <ChoiceField
        label="Each design"
        value={answer.by}
        choices={[
          { value: 'solve', label: 'solved' },
          { value: 'simulate', label: 'simulated', hint: 'all with the same random numbers' },
        ]}
        onChange={(by) => onChange({ answer: by === 'solve' ? { by } : { by, seed: 1, replications: 5 } })}
      />
      {answer.by === 'solve' ? (
        <ChoiceField
          label="Method"
          value={METHODS.find(({ value }) => value === answer.method)?.value ?? 'auto'}
          choices={METHODS}
          onChange={(method) => onChange({ answer: { by: 'solve', method } })}
        />
      ) : (
        <SimulationFields answer={answer} onChange={(next) => onChange({ answer: next })} />
      )}
    </>
  );
}

function samplingOf(kind: Sampling['kind'], before: Sampling): Sampling {
  if (kind === 'grid') return { kind };
  return before.kind === 'grid' ? { kind, points: FIRST_POINTS } : { ...before, kind };
}

type Simulated = Extract<PointAnswer, { by: 'simulate' }>;

function SimulationFields({
  answer,
  onChange,
}: {
  readonly answer: Simulated;
  readonly onChange: (answer: Simulated) => void;
}) {
  const time = quantityProps('time', {}, { above: 0, optional: true });
  return (
    <div className="explore-fields">
      <Whole
        label="Replications"
        value={answer.replications ?? 10}
        least={2}
        onChange={(replications) => onChange({ ...answer, replications })}
      />
      <Whole
        label="Seed"
        value={answer.seed ?? 1}
        least={0}
        onChange={(seed) => onChange({ ...answer, seed })}
      />
      <QuantityField
        label="Precision"
        help="Relative half width of the number in system of every stage: 0.02 adds replications until ± 2 %."
        value={answer.precision}
        placeholder="none"
        format={String}
        formatFull={String}
        parse={(text) => {
          if (text.trim() === '') return ok(undefined);
          const value = Number(text);
          return value > 0 && value < 1 ? ok(value) : err('Expected a number between 0 and 1.');
        }}
        onChange={(precision) => {
          const { precision: _, ...rest } = answer;
          onChange(precision === undefined ? rest : { ...rest, precision });
        }}
      />
      <QuantityField
        {...time}
        label="Horizon"
        value={answer.horizon}
        placeholder="by itself"
        onChange={(horizon) => {
          const { horizon: _, ...rest } = answer;
          onChange(horizon === undefined ? rest : { ...rest, horizon });
        }}
      />
    </div>
  );
}

interface WholeProps {
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly onChange: (value: number) => void;
}

function Whole({ label, value, least = 1, onChange }: WholeProps) {
  return (
    <QuantityField
      label={label}
      value={value}
      format={String}
      formatFull={String}
      parse={(text) => wholeNumber(text, least, LARGEST_SEED)}
      onChange={(next) => next !== undefined && onChange(next)}
    />
  );
}
