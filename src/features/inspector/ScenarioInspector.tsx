import { ok } from '../../../core/base/result.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { BusList } from './BusList.tsx';
import { ClassList } from './ClassList.tsx';
import { FaultList } from './FaultList.tsx';
import { GroupList } from './GroupList.tsx';
import { HELP } from './help.ts';
import type { EditScenario, InspectorFault, Selection } from './inspector-types.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { ResourceList } from './ResourceList.tsx';
import { scenarioName } from './scenario-name.ts';
import { VerdictList } from './VerdictList.tsx';

export interface ScenarioInspectorProps {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly stale: boolean;
  readonly faults: readonly InspectorFault[];
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}

const TIME_UNITS: readonly Choice<TimeUnit | 'auto'>[] = [
  { value: 'auto', label: 'auto' },
  { value: 's', label: 's' },
  { value: 'ms', label: 'ms' },
  { value: 'us', label: 'µs' },
  { value: 'ns', label: 'ns' },
];

/** The scenario as a whole, while nothing is selected. */
export function ScenarioInspector({
  scenario,
  answer,
  stale,
  faults,
  onEdit,
  onSelect,
}: ScenarioInspectorProps) {
  const change = (label: string, patch: Partial<Scenario>, gesture?: string) =>
    onEdit(label, (before) => ({ ...before, ...patch }), gesture);
  const broken = faults.some(({ severity }) => severity !== 'warning');
  const onSelectNode = (id: NodeId) => onSelect({ nodes: [id], links: [] });
  const verdicts = answer?.verdicts ?? [];
  return (
    <>
      <NodeHeader title={scenario.name} kind={contents(scenario)} />
      {faults.length > 0 && (
        <Disclosure title={broken ? 'To be mended' : 'Worth a look'} summary={String(faults.length)}>
          <FaultList faults={faults} onSelect={onSelect} />
        </Disclosure>
      )}
      <Disclosure title="Scenario" remember="scenario">
        <TextField
          label="Name"
          help={HELP.scenarioName}
          value={scenario.name}
          parse={scenarioName}
          onChange={(name, gesture) => change('Change name', { name }, gesture)}
        />
        <ChoiceField
          label="Times in"
          help={HELP.timeUnit}
          as="segments"
          value={scenario.timeUnit ?? 'auto'}
          choices={TIME_UNITS}
          onChange={(unit) => onEdit('Change time unit', (before) => withTimeUnit(before, unit))}
        />
        <TextArea
          label="Notes"
          help={HELP.notes}
          value={scenario.notes ?? ''}
          format={String}
          parse={ok}
          rows={8}
          placeholder="What is modelled, and where the numbers come from."
          onChange={(notes, gesture) => change('Change notes', { notes }, gesture)}
        />
      </Disclosure>
      <ClassList {...{ scenario, onEdit, onSelectNode }} />
      <ResourceList {...{ scenario, onEdit, onSelectNode }} />
      <BusList {...{ scenario, onEdit, onSelectNode }} />
      <GroupList {...{ scenario, answer, stale, onEdit, onSelect }} />
      {verdicts.length > 0 && (
        <Disclosure title="What the answer assumes" summary={String(verdicts.length)} remember="verdicts">
          <div className="i-answer" data-stale={stale || undefined}>
            <VerdictList scenario={scenario} verdicts={verdicts} onSelectNode={onSelectNode} />
          </div>
        </Disclosure>
      )}
      <p className="i-note">Select a stage or a link to see and change its numbers.</p>
    </>
  );
}

function withTimeUnit({ timeUnit: _, ...scenario }: Scenario, unit: TimeUnit | 'auto'): Scenario {
  return unit === 'auto' ? scenario : { ...scenario, timeUnit: unit };
}

function contents({ nodes, links }: Scenario): string {
  const stages = nodes.filter((node) => node.kind === 'stage').length;
  return `Scenario: ${count(stages, 'stage')}, ${count(nodes.length, 'node')}, ${count(links.length, 'link')}`;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
