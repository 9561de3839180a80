import type { NodeKind } from '../../../core/scenario/scenario.ts';
import { KINDS, startPaletteDrag } from './use-palette-drop.ts';

interface PaletteProps {
  /** Pressed, not dragged: the editor chooses the place. */
  onAdd(kind: NodeKind): void;
  readonly disabled?: boolean;
}

const WORDS: Readonly<Record<NodeKind, { readonly name: string; readonly meaning: string }>> = {
  source: { name: 'Source', meaning: 'Where elements enter' },
  stage: { name: 'Stage', meaning: 'A queue and its servers' },
  delay: { name: 'Delay', meaning: 'A time that every element spends on its own' },
  router: { name: 'Router', meaning: 'Sends elements on at once' },
  fork: { name: 'Fork', meaning: 'Splits each element into one task per link' },
  join: { name: 'Join', meaning: 'Puts the tasks of one element together again' },
  sink: { name: 'Sink', meaning: 'Where elements leave' },
};

/** The kinds of node, to drag onto the drawing or to press. */
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

const STROKES: Readonly<Record<NodeKind, string>> = {
  source: 'M2,5 H9 A5,5 0 0 1 9,15 H2 Z M14,10 H18 M16,8 L18,10 L16,12',
  stage: 'M2,5 H12 M2,15 H12 M12,5 V15 M9,7 V13 M6,7 V13 M20,10 A4,4 0 1 1 12,10 A4,4 0 1 1 20,10',
  delay: 'M10,2.5 A7.5,7.5 0 1 0 10,17.5 A7.5,7.5 0 1 0 10,2.5 Z M10,6 V10 L13,12',
  router: 'M10,2 L18,10 L10,18 L2,10 Z M6,10 H9 L13,7 M9,10 L13,13',
  fork: 'M2,10 H7 M7,3 V17 M7,4.5 H18 M7,10 H18 M7,15.5 H18 M16,2.5 L18,4.5 L16,6.5 M16,8 L18,10 L16,12 M16,13.5 L18,15.5 L16,17.5',
  join: 'M2,4.5 H13 M2,10 H18 M2,15.5 H13 M13,3 V17 M16,8 L18,10 L16,12',
  sink: 'M2,10 H7 M5,8 L7,10 L5,12 M18,5 H14 A5,5 0 0 0 14,15 H18 Z',
};

/** The outline of a node kind, as on the drawing. */
function KindIcon({ kind }: { readonly kind: NodeKind }) {
  return (
    <svg className="g-kind-icon" viewBox="0 0 21 20" aria-hidden="true">
      <path d={STROKES[kind]} />
    </svg>
  );
}
