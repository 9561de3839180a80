import { formatNumber } from '../../../core/quantities/quantity.ts';
import { nameOf, ownOf } from '../../../core/scenario/defaults.ts';
import { type LinkEnds, sameEnds } from '../../../core/scenario/edit-links.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { linkShares } from '../../../core/scenario/graph.ts';
import type { ClassId, JobClass, Link, NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import type { EditScenario } from './inspector-types.ts';
import { quantityProps } from './quantity-props.ts';
import { linksFrom, restOfShares } from './share-edits.ts';

export interface ClassSharesProps {
  readonly scenario: Scenario;
  readonly link: Link;
  readonly onEdit: EditScenario;
}

/** Which share of each class takes a link; nothing where the scenario names no classes. */
export function ClassShares({ scenario, link, onEdit }: ClassSharesProps) {
  const { classes = [] } = scenario;
  if (classes.length === 0) return null;
  const differing = classes.filter(({ id }) => namesClass(scenario, link.from, id)).length;
  return (
    <Disclosure
      title="By class"
      summary={differing === 0 ? 'all alike' : `${differing} of ${classes.length} differ`}
    >
      {classes.map((jobClass) => (
        <ClassShare key={jobClass.id} jobClass={jobClass} {...{ scenario, link, onEdit }} />
      ))}
    </Disclosure>
  );
}

function ClassShare({
  jobClass,
  scenario,
  link,
  onEdit,
}: ClassSharesProps & { readonly jobClass: JobClass }) {
  const { id } = jobClass;
  const text = quantityProps('probability', {}, { optional: true });
  const total = namesClass(scenario, link.from, id) ? sumOfClassShares(scenario, link.from, id) : 1;
  return (
    <>
      <QuantityField
        label={nameOf(jobClass)}
        field={`byClass.${id}`}
        help={FIELDS.link.byClass.help}
        value={namesClass(scenario, link.from, id) ? classShareOf(scenario, link, id) : undefined}
        placeholder={text.format(classShareOf(scenario, link, id))}
        slider={{ min: 0, max: 1 }}
        onChange={(share, gesture) =>
          onEdit(
            `Change share of ${nameOf(jobClass)}`,
            (before) => setClassShare(before, link, id, share),
            gesture,
          )
        }
        {...text}
      />
      {Math.abs(total - 1) > 1e-9 && (
        <div className="i-row">
          <span className="i-sum i-sum--off">Sum {formatNumber(total, 4)}, not 1</span>
          <Button
            size="small"
            onClick={() =>
              onEdit(`Scale shares of ${nameOf(jobClass)}`, (before) =>
                scaleClassShares(before, link.from, id),
              )
            }
          >
            Scale to 1
          </Button>
        </div>
      )}
    </>
  );
}

/** Edits of the shares with which one class takes the links of a node, where they are not the links' own. */

/** Does a link of the sender name the class? Only those that do count for it then. */
export const namesClass = (scenario: Scenario, sender: NodeId, id: ClassId): boolean =>
  linksFrom(scenario, sender).some((link) => ownOf(link.byClass, id) !== undefined);

/** The share that holds, written or not. */
export function classShareOf(scenario: Scenario, ends: LinkEnds, id: ClassId): number {
  const links = linksFrom(scenario, ends.from);
  return linkShares('probabilistic', links, id)[links.findIndex((link) => sameEnds(link, ends))] ?? 0;
}

export const sumOfClassShares = (scenario: Scenario, sender: NodeId, id: ClassId): number =>
  linkShares('probabilistic', linksFrom(scenario, sender), id).reduce((sum, share) => sum + share, 0);

/**
 * Gives a class its share of one link. From the first such edit on every link of the sender names the class; the others share
 * the rest, or stay, as shares of links do. `share` undefined: as the links themselves say.
 */
export function setClassShare(
  scenario: Scenario,
  ends: LinkEnds,
  id: ClassId,
  share: number | undefined,
): Scenario {
  if (share === undefined) return changeShares(scenario, ends.from, id, () => undefined);
  const links = linksFrom(scenario, ends.from);
  const named = namesClass(scenario, ends.from, id);
  const rest = named
    ? restOfShares(links, linkShares('probabilistic', links, id), ends, share)
    : (1 - share) / Math.max(links.length - 1, 1);
  return changeShares(scenario, ends.from, id, (link) =>
    sameEnds(link, ends) ? share : (rest ?? ownOf(link.byClass, id) ?? 0),
  );
}

/** Scales the written shares of a class so that they sum to 1; where they are all 0 the links' own hold again. */
export function scaleClassShares(scenario: Scenario, sender: NodeId, id: ClassId): Scenario {
  const total = sumOfClassShares(scenario, sender, id);
  return changeShares(scenario, sender, id, (link) =>
    total === 0 ? undefined : (ownOf(link.byClass, id) ?? 0) / total,
  );
}

function changeShares(
  scenario: Scenario,
  sender: NodeId,
  id: ClassId,
  shareOf: (link: Link) => number | undefined,
): Scenario {
  const links = scenario.links.map((link) =>
    link.from === sender ? withShare(link, id, shareOf(link)) : link,
  );
  return { ...scenario, links };
}

function withShare({ byClass, ...link }: Link, id: ClassId, share: number | undefined): Link {
  const others = Object.entries(byClass ?? {}).filter(([other]) => other !== id);
  const entries = share === undefined ? others : [...others, [id, share] as const];
  return entries.length === 0 ? link : { ...link, byClass: Object.fromEntries(entries) };
}
