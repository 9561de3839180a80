/** Which measurement is asked, and what else could be. */

import { Button } from '../../ui/widgets/Button.tsx';
import { ChevronDownIcon } from '../../ui/widgets/icons.tsx';
import { Menu } from '../../ui/widgets/Menu.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { QUEUE_EXAMPLES } from './queue-examples.ts';
import { openMeasuredQueue, openQueueExample } from './virtual-queue-run.ts';
import { judgeableQueues, type QueueSource as Source } from './virtual-queue-store.ts';

export function QueueSource({ source }: { readonly source: Source }) {
  const shown = useMeasured(selectShown);
  const own = shown && shown !== source.measured && judgeableQueues(shown).length > 0 ? shown : undefined;
  const told = QUEUE_EXAMPLES.find(({ name }) => name === source.example);
  return (
    <div className="virtual-queue__source">
      <span>
        {told ? 'Example' : 'Measured'}: <strong>{source.example ?? source.measured.name}</strong>
      </span>
      <Menu
        trigger={
          <Button size="small" variant="quiet" icon={<ChevronDownIcon size={14} />}>
            Open an example
          </Button>
        }
        entries={QUEUE_EXAMPLES.map((example) => ({
          label: example.name,
          checked: example.name === source.example,
          onSelect: () => void openQueueExample(example),
        }))}
      />
      {own && (
        <Button size="small" onClick={() => openMeasuredQueue(own)}>
          Judge {own.name}
        </Button>
      )}
      {told && <p className="panel__note">Known truth: {told.truth}</p>}
    </div>
  );
}
