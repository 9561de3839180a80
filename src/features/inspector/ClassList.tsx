import { addClass } from '../../../core/scenario/class-edits.ts';
import { ClassCard } from './ClassCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { ClassListProps } from './inspector-types.ts';

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
