import { useId } from 'react';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import { scaleSwitch, setSwitch } from '../../../core/scenario/class-edits.ts';
import { writtenShare } from '../../../core/scenario/class-switch.ts';
import { isClosed } from '../../../core/scenario/classes.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { JobClass, RouterNode, Scenario } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { useDraft } from '../../ui/widgets/use-draft.ts';
import type { EditScenario } from './inspector-types.ts';
import { quantityProps } from './quantity-props.ts';

interface ClassSwitchProps {
  readonly scenario: Scenario;
  readonly node: RouterNode;
  readonly onEdit: EditScenario;
}

/** What each class becomes at a router; nothing where there is one class. */
export function ClassSwitchEditor({ scenario, node, onEdit }: ClassSwitchProps) {
  const { classes = [] } = scenario;
  if (classes.length < 2) return null;
  const rows = Object.keys(node.classSwitch ?? {}).length;
  return (
    <Disclosure
      title={FIELDS.router.classSwitch.label}
      summary={rows === 0 ? FIELDS.router.classSwitch.absent : `${rows} of ${classes.length} classes`}
      remember="router-classes"
      defaultOpen={rows > 0}
    >
      <p className="i-note">Probability that a job of the class on the left leaves as the one above.</p>
      <div className="i-matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">Comes as</th>
              {classes.map((to) => (
                <th key={to.id} scope="col" title={nameOf(to)}>
                  {nameOf(to)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((from) => (
              <tr key={from.id}>
                <th scope="row" title={nameOf(from)}>
                  {nameOf(from)}
                </th>
                {classes.map((to) => (
                  <td key={to.id}>
                    <Cell {...{ scenario, node, from, to, onEdit }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {classes.map((from) => (
        <OddSum key={from.id} {...{ node, from, onEdit }} />
      ))}
    </Disclosure>
  );
}

interface CellProps extends ClassSwitchProps {
  readonly from: JobClass;
  readonly to: JobClass;
}

function Cell(props: CellProps) {
  const { node, from, to } = props;
  // What stays is what the others leave; open jobs stay open ones, and closed ones closed.
  if (from.id === to.id) return <output>{formatNumber(writtenShare(node, from.id, to.id), 4)}</output>;
  return isClosed(from) === isClosed(to) ? <ShareCell {...props} /> : <span>–</span>;
}

function ShareCell({ node, from, to, onEdit }: CellProps) {
  const id = useId();
  const value = writtenShare(node, from.id, to.id);
  const others = Object.entries(node.classSwitch?.[from.id] ?? {})
    .filter(([other]) => other !== from.id && other !== to.id)
    .reduce((sum, [, share]) => sum + share, 0);
  const text = quantityProps('probability', {}, { max: Math.max(0, Number((1 - others).toPrecision(12))) });
  const label = `${nameOf(from)} becomes ${nameOf(to)}`;
  const draft = useDraft<number | undefined>({
    value,
    toText: (share) => (share === undefined ? '' : text.formatFull(share)),
    parse: text.parse,
    onChange: (share, gesture) =>
      onEdit(
        `Change the probabilities of ${nameOf(from)}`,
        (before) => setSwitch(before, node.id, { from: from.id, to: to.id, share: share ?? 0 }),
        gesture,
      ),
  });
  const errorId = `${id}-error`;
  return (
    <>
      <input
        className="w-input w-input--number"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={draft.error !== undefined}
        aria-describedby={draft.error === undefined ? undefined : errorId}
        value={draft.text ?? text.format(value)}
        onFocus={draft.handleFocus}
        onBlur={draft.handleBlur}
        onKeyDown={draft.handleKeyDown}
        onChange={(event) => draft.type(event.target.value)}
      />
      {draft.error !== undefined && (
        <p id={errorId} className="w-field__error" role="alert">
          {draft.error}
        </p>
      )}
    </>
  );
}

/** A row of a file that does not sum to 1. */
function OddSum({ node, from, onEdit }: Pick<CellProps, 'node' | 'from' | 'onEdit'>) {
  const row = node.classSwitch?.[from.id];
  const total = Object.values(row ?? { all: 1 }).reduce((sum, share) => sum + share, 0);
  if (Math.abs(total - 1) <= 1e-6) return null;
  return (
    <div className="i-row">
      <span className="i-sum i-sum--off">
        {nameOf(from)}: sum {formatNumber(total, 4)}, not 1
      </span>
      <Button
        size="small"
        onClick={() =>
          onEdit(`Scale the probabilities of ${nameOf(from)}`, (before) =>
            scaleSwitch(before, node.id, from.id),
          )
        }
      >
        Scale to 1
      </Button>
    </div>
  );
}
