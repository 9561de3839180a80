import type { NodeKind } from '../model/scenario.ts';
import { KindIcon } from './KindIcon.tsx';
import { KINDS, startPaletteDrag } from './palette-drag.ts';

interface PaletteProps {
  /** Pressed, not dragged: the editor chooses the place. */
  onAdd(kind: NodeKind): void;
  readonly disabled?: boolean;
}

const WORDS: Readonly<Record<NodeKind, { readonly name: string; readonly meaning: string }>> = {
  source: { name: 'Source', meaning: 'Where elements enter' },
  stage: { name: 'Stage', meaning: 'A queue and its servers' },
  router: { name: 'Router', meaning: 'Sends elements on at once' },
  sink: { name: 'Sink', meaning: 'Where elements leave' },
};

/** The four kinds of node, to drag onto the drawing or to press. */
export function Palette({ onAdd, disabled = false }: PaletteProps) {
  return (
    <div className="g-palette" role="toolbar" aria-label="Add to the graph">
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="g-palette-item"
          disabled={disabled}
          draggable={!disabled}
          title={`${WORDS[kind].meaning}. Drag it onto the graph, onto a link, or press.`}
          onDragStart={(event) => startPaletteDrag(event.dataTransfer, kind)}
          onClick={() => onAdd(kind)}
        >
          <KindIcon kind={kind} />
          {WORDS[kind].name}
        </button>
      ))}
    </div>
  );
}
