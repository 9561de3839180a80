import { conversionFactorOf, nameOf, ownOf, passProbabilityOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type {
  ClassAtStage,
  ClassId,
  DelayNode,
  JobClass,
  Scenario,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TypedPart } from '../../ui/widgets/typed-forms.tsx';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { ChangeNode } from './inspector-types.ts';
import { PlainField } from './PlainField.tsx';
import type { Reading } from './quantity-props.ts';

export interface ByClassEditorProps {
  readonly scenario: Scenario;
  readonly node: StageNode | DelayNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** What classes have otherwise than the node says; nothing where the scenario names no classes. */
export function ByClassEditor({ scenario, node, reading, change }: ByClassEditorProps) {
  const { classes = [] } = scenario;
  if (classes.length === 0) return null;
  const { byClass } = node;
  const differing = classes.filter(({ id }) => ownOf(byClass, id) !== undefined).length;
  return (
    <Disclosure
      title="By class"
      summary={differing === 0 ? 'all alike' : `${differing} of ${classes.length} differ`}
    >
      {classes.map((jobClass) => {
        const { id } = jobClass;
        const own = ownOf(byClass, id) ?? {};
        const patch = (label: string, fields: OwnPatch, gesture?: string) =>
          change(`${label} of ${nameOf(jobClass)}`, { byClass: withOwn(byClass, id, fields) }, gesture);
        return (
          <TypedPart key={id} name={`byClass.${id}`}>
            <ClassCard {...{ jobClass, own, node, reading, patch }} />
          </TypedPart>
        );
      })}
    </Disclosure>
  );
}

type OwnPatch = { readonly [Field in keyof ClassAtStage]?: ClassAtStage[Field] | undefined };

interface ClassCardProps {
  readonly jobClass: JobClass;
  readonly own: ClassAtStage;
  readonly node: StageNode | DelayNode;
  readonly reading: Reading;
  readonly patch: (label: string, fields: OwnPatch, gesture?: string) => void;
}

const WHOSE: readonly Choice<'node' | 'own'>[] = [
  { value: 'node', label: 'As the rest', hint: 'the distribution above' },
  { value: 'own', label: 'Its own', hint: 'its own distribution' },
];

const NOTHING_OWN: OwnPatch = {
  service: undefined,
  passProbability: undefined,
  conversionFactor: undefined,
};

function ClassCard({ jobClass, own, node, reading, patch }: ClassCardProps) {
  const name = nameOf(jobClass);
  const differs = Object.keys(own).length > 0;
  const removal = {
    label: `Clear the own values of ${name}`,
    run: () => patch('Clear the numbers', NOTHING_OWN),
  };
  return (
    <ItemCard label={`For class ${name}`} title={name} {...(differs && { removal })}>
      <ChoiceField
        label={node.kind === 'delay' ? 'Delay time' : 'Service'}
        help={FIELDS.classAtStage.service.help}
        value={own.service ? 'own' : 'node'}
        choices={WHOSE}
        onChange={(whose) => patch('Change service', { service: whose === 'own' ? node.service : undefined })}
      />
      {own.service && (
        <ServiceDistributionEditor
          distribution={own.service}
          reading={reading}
          onChange={(service, gesture) => patch('Change service', { service }, gesture)}
        />
      )}
      {node.kind === 'stage' && <StageNumbers own={own} stage={node} patch={patch} />}
    </ItemCard>
  );
}

interface StageNumbersProps extends Pick<ClassCardProps, 'own' | 'patch'> {
  readonly stage: StageNode;
}

function StageNumbers({ own, stage, patch }: StageNumbersProps) {
  const field = { rows: FIELDS.classAtStage, holder: own, change: patch };
  return (
    <>
      <PlainField {...field} name="passProbability" placeholder={String(passProbabilityOf(stage))} />
      <PlainField {...field} name="conversionFactor" placeholder={String(conversionFactorOf(stage))} />
    </>
  );
}

/** With some fields of one class changed; `undefined` takes a field away, and the last one its class. */
export function withOwn<Own extends object>(
  byClass: Readonly<Record<ClassId, Own>> | undefined,
  id: ClassId,
  patch: { readonly [Field in keyof Own]?: Own[Field] | undefined },
): Readonly<Record<ClassId, Own>> | undefined {
  const own = Object.entries({ ...ownOf(byClass, id), ...patch }).filter(([, value]) => value !== undefined);
  const others = Object.entries(byClass ?? {}).filter(([other]) => other !== id);
  // The fields of Own, each with a value of its own kind.
  const entries = own.length === 0 ? others : [...others, [id, Object.fromEntries(own) as Own] as const];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
