import { createContext, type KeyboardEvent, use, useRef } from 'react';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, ScenarioNode } from '../../../core/scenario/scenario.ts';

/** The node whose name is being typed on the drawing. */
export interface Renaming {
  readonly node: NodeId | undefined;
  /** Undefined: the name stays. An empty one gives way to the id. */
  finish(name: string | undefined): void;
}

export const RenamingContext = createContext<Renaming>({ node: undefined, finish: () => undefined });

/** What a node is called; a field while it is renamed: Enter keeps the new name, Escape the old one. */
export function NodeName({ node }: { readonly node: ScenarioNode }) {
  const renaming = use(RenamingContext);
  const done = useRef(false);
  if (renaming.node !== node.id) {
    done.current = false;
    return (
      <span className="g-name" title={nameOf(node)}>
        {nameOf(node)}
      </span>
    );
  }
  // Leaving the field after Enter or Escape must not be heard a second time.
  const finish = (name: string | undefined) => {
    if (done.current) return;
    done.current = true;
    renaming.finish(name);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(event.currentTarget.value);
    else if (event.key === 'Escape') finish(undefined);
  };
  return (
    <input
      className="g-name g-name--field nodrag nopan"
      aria-label={`Name of ${nameOf(node)}`}
      defaultValue={node.name ?? ''}
      placeholder={node.id}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: the field is there because its name was asked to be changed
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={handleKey}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
