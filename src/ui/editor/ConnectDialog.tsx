import { useRef, useState } from 'react';
import { connectRefusal } from '../../../core/scenario/edit-links.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { Dialog } from '../widgets/Dialog.tsx';
import { SuggestField } from '../widgets/SuggestField.tsx';
import { nameOfId } from './figure-text.ts';

interface ConnectDialogProps {
  readonly scenario: Scenario;
  readonly from: NodeId;
  onChoose(target: ConnectTarget): void;
  onClose(): void;
}

/** Linking without a mouse: type a part of a name, choose with the arrows, Enter. */
export function ConnectDialog({ scenario, from, onChoose, onClose }: ConnectDialogProps) {
  const [filter, setFilter] = useState('');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      initialFocus={input}
      title={`Link ${nameOfId(scenario, from)} to…`}
    >
      <SuggestField
        label="Part of a name"
        placeholder="Part of a name"
        className="g-connect-filter"
        inputRef={input}
        value={filter}
        onChange={setFilter}
        items={connectTargets(scenario, from, filter)}
        keyOf={({ id }) => id}
        itemOf={({ name, note }) => (
          <>
            <span>{name}</span>
            <span className="g-connect-note">{note}</span>
          </>
        )}
        takesFirst
        inline={{ label: 'Targets', empty: 'Nothing can be linked from here.' }}
        onPick={(target) => {
          onClose();
          onChoose(target);
        }}
      />
    </Dialog>
  );
}

/** Where links out of a node lead or could lead: the choices of the link dialog. */

interface ConnectTarget {
  readonly id: NodeId;
  readonly name: string;
  /** Choosing it selects the link instead of making one. */
  readonly linked: boolean;
  /** What is to be known of it before it is chosen. */
  readonly note: string;
}

/** Possible targets in flow order, those behind the node first; `filter` is part of a name or id. */
export function connectTargets(scenario: Scenario, from: NodeId, filter = ''): readonly ConnectTarget[] {
  const order = flowOrder(scenario);
  const here = order.indexOf(from);
  const wanted = filter.trim().toLowerCase();
  const linked = new Set(scenario.links.filter((link) => link.from === from).map((link) => link.to));
  return [...order.slice(here + 1), ...order.slice(0, here + 1)]
    .filter((id) => linked.has(id) || connectRefusal(scenario, from, id) === undefined)
    .map((id) => ({ id, name: nameOfId(scenario, id), linked: linked.has(id) }))
    .map((target, _, all) => ({ ...target, note: noteOf(target, from, all) }))
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
}

type Named = Omit<ConnectTarget, 'note'>;

/** The id only where it tells two of one name apart. */
function noteOf({ id, name, linked }: Named, from: NodeId, all: readonly Named[]): string {
  if (linked) return 'linked: select the link';
  if (id === from) return 'itself: elements come back';
  return all.some((other) => other.id !== id && other.name === name) ? id : '';
}
