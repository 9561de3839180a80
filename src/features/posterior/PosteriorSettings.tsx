/** How chains run: which distributions they estimate, how many there are, how long they go on. */

import { err, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { type DistributionFamily, LAW_FAMILIES } from '../../../workers/posterior/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { infer, stopInferring } from './posterior-run.ts';
import { type PosteriorSettings as Settings, setPosterior, usePosterior } from './posterior-store.ts';

const FAMILIES: Readonly<Record<DistributionFamily, { readonly label: string; readonly hint: string }>> = {
  exponential: { label: 'Exponential', hint: 'one number; mixes best' },
  gamma: { label: 'Gamma', hint: 'mean and variability; from constant to bursty' },
  lognormal: { label: 'Log-normal', hint: 'mean and variability; a long tail' },
  mixture: { label: 'Mixture of exponentials', hint: 'light and heavy tasks' },
};

const UNTIL = [
  {
    value: 'agree',
    label: 'Until R-hat < 1.1',
    hint: 'looked at often at first; eight times the sweeps at most',
  },
  { value: 'sweeps', label: 'So many sweeps', hint: 'then they are looked at' },
] as const;

const ROUTES = [
  {
    value: 'unknown',
    label: 'Shares unknown',
    hint: 'how tasks choose among equal queues is estimated, too',
  },
  { value: 'even', label: 'Even', hint: 'each queue of a state takes the same share, as behind a balancer' },
] as const;

const NUMBERS = [
  { key: 'chains', label: 'Chains', help: 'From starts far apart; 4 to 64.', least: 4, most: 64 },
  {
    key: 'sweeps',
    label: 'Sweeps',
    help: 'In one sweep every hidden time and distribution is drawn anew. The first half is not used.',
    least: 50,
    most: 1_000_000,
  },
  { key: 'seed', label: 'Seed', help: 'The same seed gives the same draws.', least: 0, most: 2 ** 32 - 1 },
] as const;

export function PosteriorSettings() {
  const settings = usePosterior((state) => state.settings);
  const running = usePosterior(({ run }) => run.status === 'running');
  return (
    <form
      className="posterior__settings"
      aria-label="How to sample"
      onSubmit={(event) => {
        event.preventDefault();
        void infer();
      }}
    >
      <ChoiceField
        label="Service distribution"
        as="list"
        value={settings.family}
        choices={LAW_FAMILIES.map((value) => ({ value, ...FAMILIES[value] }))}
        onChange={(family) => setPosterior({ family })}
        disabled={running}
      />
      <ChoiceField
        label="Run"
        as="list"
        value={settings.until}
        choices={UNTIL}
        onChange={(until) => setPosterior({ until })}
        disabled={running}
      />
      <ChoiceField
        label="Routes"
        as="list"
        value={settings.evenRoutes ? 'even' : 'unknown'}
        choices={ROUTES}
        onChange={(routes) => setPosterior({ evenRoutes: routes === 'even' })}
        disabled={running}
      />
      {NUMBERS.map((number) => (
        <QuantityField
          key={number.key}
          label={number.label}
          help={number.help}
          value={settings[number.key]}
          format={(value) => formatQuantity(value, 'count')}
          formatFull={(value) => formatFull(value, 'count')}
          parse={(text) => parseCount(text, number)}
          onChange={(value) => value !== undefined && setPosterior(changeOf(number.key, value))}
          disabled={running}
        />
      ))}
      {/* Two buttons, not one that changes: the press that stops would submit the form and start again. */}
      {running ? (
        <Button key="stop" icon={<StopIcon />} onClick={stopInferring}>
          Stop
        </Button>
      ) : (
        <Button key="run" variant="primary" icon={<PlayIcon />} type="submit">
          Run the chains
        </Button>
      )}
    </form>
  );
}

const changeOf = (key: 'chains' | 'sweeps' | 'seed', value: number): Partial<Settings> => ({ [key]: value });

function parseCount(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number, string> {
  const value = parseQuantity(text, 'count');
  if (value.ok && !(Number.isInteger(value.value) && value.value >= least && value.value <= most))
    return err(`Expected an integer from ${least} to ${most.toLocaleString('en')}.`);
  return value;
}
