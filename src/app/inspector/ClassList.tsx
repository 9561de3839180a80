import { addClass } from '../../model/class-edits.ts';
import type { NodeId, Scenario } from '../../model/scenario.ts';
import { ClassCard } from './ClassCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { EditScenario } from './inspector-types.ts';

export interface ClassListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** The kinds of jobs. */
export function ClassList(props: ClassListProps) {
  const { scenario, onEdit } = props;
  const { classes = [] } = scenario;
  return (
    <ItemList
      title="Classes"
      count={classes.length}
      inShort="kinds of jobs"
      explanation="Kinds of jobs that are served differently, go first, or circulate in a fixed number."
      adding={{
        label: 'Add a class',
        run: () => onEdit('Add a class', (before) => addClass(before).scenario),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {classes.map((jobClass) => (
        <ClassCard key={classes.indexOf(jobClass)} jobClass={jobClass} {...props} />
      ))}
    </ItemList>
  );
}
