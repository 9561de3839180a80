import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react';
import {
  type Edge,
  growth,
  isPaneState,
  isRow,
  type PaneState,
  paneAfterDrag,
  paneAfterKey,
  type SizeRange,
} from './split-size.ts';
import { useStored } from './use-stored.ts';

export interface SplitPaneProps {
  /** Its size and whether it is folded are remembered under this name. */
  readonly name: string;
  /** Read aloud on the separator, such as 'Size of the inspector'. */
  readonly label: string;
  /** At which side the sized pane stands. */
  readonly edge: Edge;
  readonly range: SizeRange;
  /** The sized, foldable part. */
  readonly pane: ReactNode;
  /** The part that takes the rest. */
  readonly children: ReactNode;
}

/**
 * Two parts with a separator: drag it, or focus it and use the arrows, Home and End. Enter or a double click folds
 * the pane and brings it back.
 */
export function SplitPane({ name, label, edge, range, pane, children }: SplitPaneProps) {
  // What nobody has sized goes by the range, which may change with what is shown.
  const [chosen, setState] = useStored<PaneState | undefined>(`pane:${name}`, undefined, isPaneState);
  const state = chosen ?? { size: range.initial, folded: false };
  const paneId = useId();
  const start = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const along = (event: PointerEvent) => (isRow(edge) ? event.clientX : event.clientY);

  const handlePointerMove = (event: PointerEvent) => {
    if (!start.current) return;
    const wanted = start.current.size + growth(edge) * (along(event) - start.current.at);
    setState(paneAfterDrag(state, wanted, range));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = paneAfterKey(state, event.key, { edge, range });
    if (!next) return;
    event.preventDefault();
    setState(next);
  };

  const style: CSSProperties = { [isRow(edge) ? 'width' : 'height']: state.size };
  return (
    <div className={`w-split w-split--${edge}`} data-folded={state.folded || undefined}>
      <div className="w-split__rest">{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged or focused in every browser */}
      <div
        role="separator"
        tabIndex={0}
        className="w-split__bar"
        aria-label={label}
        aria-controls={paneId}
        aria-orientation={isRow(edge) ? 'vertical' : 'horizontal'}
        aria-valuemin={0}
        aria-valuemax={range.max}
        aria-valuenow={state.folded ? 0 : state.size}
        aria-valuetext={state.folded ? 'folded' : `${state.size} pixels`}
        onKeyDown={handleKeyDown}
        onDoubleClick={() => setState({ ...state, folded: !state.folded })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { at: along(event), size: state.folded ? 0 : state.size };
        }}
        onPointerMove={handlePointerMove}
        onPointerUp={() => {
          start.current = undefined;
        }}
      />
      <div id={paneId} className="w-split__pane" style={style} hidden={state.folded}>
        {pane}
      </div>
    </div>
  );
}
