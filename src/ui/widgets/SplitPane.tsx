import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  Group,
  type Layout,
  Panel,
  type PanelImperativeHandle,
  Separator,
  usePanelRef,
} from 'react-resizable-panels';
import { useStored } from './use-stored.ts';

export interface SplitPaneProps {
  /** Its size and whether it is folded are remembered under this name. */
  readonly name: string;
  /** Read aloud on the separator, such as 'Size of the inspector'. */
  readonly label: string;
  /** At which side the sized pane stands. */
  readonly edge: 'right' | 'bottom';
  /** Pixels. */
  readonly range: { readonly initial: number; readonly min: number; readonly max: number };
  /** What stays of the folded pane, pixels; nothing when absent. */
  readonly foldedSize?: number;
  /** Given: one line of it, at its size, or all there is; told of by `onExtent` when the user drags or folds it. */
  readonly extent?: PaneExtent;
  readonly onExtent?: (extent: PaneExtent) => void;
  /** The sized, foldable part. */
  readonly pane: ReactNode;
  /** The part that takes the rest. */
  readonly children: ReactNode;
}

export type PaneExtent = 'peek' | 'half' | 'full';

/** What is remembered of a pane: its pixels while it is open. */
interface PaneState {
  readonly size: number;
  readonly folded: boolean;
}

/** Least size of the other part, pixels. */
const LEAST_REST = { right: 160, bottom: 120 };
const EXTENT = { right: 'width', bottom: 'height' } as const;

/**
 * Two parts with a separator: drag it, or focus it and use the arrows, Home (smallest) and End (largest). Enter or a
 * double click folds the pane and brings it back, as does a drag to its edge.
 */
export function SplitPane(props: SplitPaneProps) {
  const { name, label, edge, range, foldedSize = 0, extent, onExtent, pane, children } = props;
  // What nobody has sized goes by the range, which may change with what is shown.
  const [chosen, setChosen] = useStored<PaneState | undefined>(`pane:${name}`, undefined, isPaneState);
  const panel = usePanelRef();
  const rest = usePanelRef();
  const group = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isShown = useIsShown(bar);
  const paneId = useId();
  const asked = useRef(false);
  const size = chosen?.size ?? range.initial;
  const act = (does: (panel: PanelImperativeHandle) => void) => {
    if (!panel.current) return;
    asked.current = true;
    does(panel.current);
  };
  const fold = () => act((one) => (one.isCollapsed() ? one.expand() : one.collapse()));
  const handleLayout = (layout: Layout, byUser: boolean) => {
    if (!panel.current || !(byUser || asked.current)) return;
    asked.current = false;
    const folded = panel.current.isCollapsed();
    const isAll = rest.current?.isCollapsed() ?? false;
    onExtent?.(folded ? 'peek' : isAll ? 'full' : 'half');
    if (isAll) return;
    // The elements get their new sizes later; how much both have together stays.
    const both = [...(group.current?.children ?? [])].filter((part) => part.hasAttribute('data-panel'));
    const whole = both.reduce((sum, part) => sum + part.getBoundingClientRect()[EXTENT[edge]], 0);
    setChosen({ size: folded ? size : Math.round(((layout[paneId] ?? 0) / 100) * whole), folded });
  };
  // The library's own Enter folds the part before the separator, which is never the pane here, and its Home and End
  // move the separator. It listens to the element itself: only a capturing handler comes before.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') fold();
    else if (event.key === 'Home') act((one) => one.resize(range.min));
    else if (event.key === 'End') act((one) => one.resize(range.max));
    else return;
    event.preventDefault();
  };
  const startsFolded = useRef(chosen?.folded ?? false);
  useLayoutEffect(() => {
    if (!startsFolded.current) return;
    panel.current?.collapse();
    onExtent?.('peek');
  }, [panel, onExtent]);
  const isChosen = chosen !== undefined;
  const sized = useRef(size);
  sized.current = size;
  useEffect(() => {
    const one = panel.current;
    if (!one || extent === undefined) return;
    if (extent === 'full') return rest.current?.collapse();
    rest.current?.expand();
    if (extent === 'peek') one.collapse();
    else one.resize(sized.current);
  }, [panel, rest, extent]);
  useEffect(() => {
    if (!isChosen) panel.current?.resize(range.initial);
  }, [panel, isChosen, range.initial]);
  return (
    <Group
      className="w-split"
      orientation={edge === 'right' ? 'horizontal' : 'vertical'}
      elementRef={group}
      // The library would take the pointer half-way between parts that stand over or under each other.
      disabled={!isShown}
      onLayoutChanged={(layout, { isUserInteraction }) => handleLayout(layout, isUserInteraction)}
    >
      <Panel
        className="w-split__rest"
        panelRef={rest}
        minSize={LEAST_REST[edge]}
        collapsible={extent !== undefined}
        inert={extent === 'full'}
      >
        {children}
      </Panel>
      <Separator
        className={`w-split__bar w-split__bar--${edge}`}
        elementRef={bar}
        aria-label={label}
        disableDoubleClick
        onDoubleClick={fold}
        onKeyDownCapture={handleKey}
      />
      <Panel
        className="w-split__pane"
        id={paneId}
        panelRef={panel}
        defaultSize={size}
        minSize={range.min}
        maxSize={range.max}
        collapsible
        collapsedSize={foldedSize}
        groupResizeBehavior="preserve-pixel-size"
      >
        {pane}
      </Panel>
    </Group>
  );
}

/** Whether an element is displayed, as the width of the page or of what it stands in decides. */
function useIsShown(element: RefObject<HTMLElement | null>): boolean {
  const [isShown, show] = useState(true);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => show(observed.getClientRects().length > 0));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isShown;
}

export function isPaneState(value: unknown): value is PaneState {
  if (typeof value !== 'object' || value === null || !('size' in value) || !('folded' in value)) return false;
  return Number.isFinite(value.size) && typeof value.folded === 'boolean';
}
