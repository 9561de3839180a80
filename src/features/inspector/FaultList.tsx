/** What keeps a scenario from being solved; a press goes to the place. */
import { WarningIcon } from '../../ui/widgets/icons.tsx';
import type { InspectorFault, Selection } from './inspector-types.ts';

interface FaultListProps {
  readonly faults: readonly InspectorFault[];
  readonly onSelect: (selection: Selection) => void;
}

export function FaultList({ faults, onSelect }: FaultListProps) {
  return (
    <ul className="i-faults" aria-label="Errors of the drawing">
      {faults.map((fault, index) => {
        const place = placeOf(fault);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same of the same node
          <li key={index}>
            <button
              type="button"
              className="i-fault"
              disabled={!place}
              data-severity={fault.severity ?? 'error'}
              onClick={() => place && onSelect(place)}
            >
              <WarningIcon size={14} />
              {fault.message}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function placeOf({ node, link }: InspectorFault): Selection | undefined {
  if (node !== undefined) return { nodes: [node], links: [] };
  return link && { nodes: [], links: [link] };
}
