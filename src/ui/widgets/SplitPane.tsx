import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react';

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

/** How large a pane may be, and what keys and drags make of its size. Pixels. */

interface SizeRange {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** What is remembered of a pane. */
interface PaneState {
  readonly size: number;
  readonly folded: boolean;
}

/** At which side of the whole the sized pane stands. */
type Edge = 'left' | 'right' | 'top' | 'bottom';

const KEY_STEP = 16;

const clampSize = (size: number, { min, max }: SizeRange): number => Math.min(Math.max(size, min), max);

/** +1 where moving right or down makes the pane larger. */
const growth = (edge: Edge): 1 | -1 => (edge === 'left' || edge === 'top' ? 1 : -1);

const isRow = (edge: Edge): boolean => edge === 'left' || edge === 'right';

/** Dragged well below its smallest size, the pane folds; it comes back with the size it had. */
export function paneAfterDrag(before: PaneState, wanted: number, range: SizeRange): PaneState {
  if (wanted < range.min / 2) return { ...before, folded: true };
  return { size: clampSize(wanted, range), folded: false };
}

/** The state after a key on the separator; undefined when the key means nothing there. */
export function paneAfterKey(
  before: PaneState,
  key: string,
  { edge, range }: PaneKeys,
): PaneState | undefined {
  if (key === 'Enter') return { ...before, folded: !before.folded };
  if (key === 'Home') return { size: range.min, folded: false };
  if (key === 'End') return { size: range.max, folded: false };
  const direction = isRow(edge) ? { ArrowLeft: -1, ArrowRight: 1 }[key] : { ArrowUp: -1, ArrowDown: 1 }[key];
  if (direction === undefined) return undefined;
  return { size: clampSize(before.size + direction * growth(edge) * KEY_STEP, range), folded: false };
}

interface PaneKeys {
  readonly edge: Edge;
  readonly range: SizeRange;
}

export function isPaneState(value: unknown): value is PaneState {
  if (typeof value !== 'object' || value === null || !('size' in value) || !('folded' in value)) return false;
  return Number.isFinite(value.size) && typeof value.folded === 'boolean';
}
