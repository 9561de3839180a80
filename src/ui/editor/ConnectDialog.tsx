import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { connectRefusal } from '../../../core/scenario/edit-links.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { Dialog } from '../widgets/Dialog.tsx';
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
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const targets = connectTargets(scenario, from, filter);
  const choose = (target: ConnectTarget | undefined) => {
    if (!target) return;
    onClose();
    onChoose(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && targets.length > 0) setActive((active + step + targets.length) % targets.length);
    else if (event.key === 'Enter') choose(targets[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      initialFocus={input}
      title={`Link ${nameOfId(scenario, from)} to…`}
    >
      <input
        ref={input}
        className="g-connect-filter"
        role="combobox"
        aria-label="Part of a name"
        placeholder="Part of a name"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={targets[active] && `${list}-${active}`}
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className="g-connect-list" role="listbox" aria-label="Targets">
        {targets.map((target, index) => (
          <div
            key={target.id}
            id={`${list}-${index}`}
            className="g-connect-target"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? scrollIntoView : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(target)}
            onKeyDown={onKeyDown}
          >
            <span>{target.name}</span>
            <span className="g-connect-note">{target.linked ? 'linked: select the link' : target.id}</span>
          </div>
        ))}
        {targets.length === 0 && <p className="g-connect-note">Nothing can be linked from here.</p>}
      </div>
    </Dialog>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Where links out of a node lead or could lead: the choices of the link dialog. */

interface ConnectTarget {
  readonly id: NodeId;
  readonly name: string;
  /** Choosing it selects the link instead of making one. */
  readonly linked: boolean;
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
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
}
