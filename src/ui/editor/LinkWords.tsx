import { EdgeLabelRenderer, type ReactFlowState, useStore } from '@xyflow/react';
import type { FlowEdge } from './flow-edges.ts';
import { type LinkPath, wordHeight } from './link-path.ts';

interface LinkWordsProps {
  readonly view: NonNullable<FlowEdge['data']>;
  readonly line: LinkPath;
  /** Its rate is asked for, also where the drawing is too small or too full for those of all links. */
  readonly showsRate: boolean;
}

/** Up to so many links say their rates where they are large enough to be read. */
const MOST_RATES = 40;
const hasRoomForRates = ({ edges }: ReactFlowState): boolean => edges.length <= MOST_RATES;

/** What stands at a link, above all links: its share where the sender has a choice, its rate, what it crosses. */
export function LinkWords({ view, line, showsRate }: LinkWordsProps) {
  const { choice, crossing } = view;
  const hasRoom = useStore(hasRoomForRates);
  const rate = showsRate || hasRoom ? view.rate : undefined;
  if (!choice && !rate && !crossing) return null;
  const { x } = line.label;
  return (
    <EdgeLabelRenderer>
      <svg className="g-link-words" data-stale={view.stale || undefined} aria-hidden="true">
        {choice && (
          <text className="g-link-label" x={x} y={wordHeight(choice, line, -8)}>
            {choice}
          </text>
        )}
        {rate && (
          <text
            className="g-link-label g-link-rate"
            data-shown={showsRate || undefined}
            x={x}
            y={wordHeight(rate, line, choice ? 18 : -8)}
          >
            {rate}
          </text>
        )}
        {crossing && (
          <text className="g-link-crossing" x={x} y={wordHeight(crossing, line, choice && rate ? 32 : 18)}>
            {crossing}
          </text>
        )}
      </svg>
    </EdgeLabelRenderer>
  );
}
