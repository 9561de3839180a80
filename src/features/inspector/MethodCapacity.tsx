import { useEffect, useRef, useState } from 'react';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { SizeAnswer } from '../../../workers/solve/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { editDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { besideSolver } from '../solve/solver-client.ts';
import { quantityProps } from './quantity-props.ts';

export interface MethodCapacityProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
}

type Search =
  | { readonly status: 'idle' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'found'; readonly found: SizeAnswer };

/** How many places a stage needs so that it is full for no more than a share of the time. */
export function MethodCapacity({ scenario, stage }: MethodCapacityProps) {
  const [below, setBelow] = useState(1e-6);
  const { search, start } = useCapacitySearch(scenario, stage, below);
  return (
    <div className="i-size">
      <QuantityField
        label="P_BP at most"
        help="Finds the smallest capacity with which the stage is full for no more than this share of the time."
        value={below}
        onChange={(next) => next !== undefined && setBelow(next)}
        {...quantityProps('probability', {}, { above: 0, below: 1 })}
        format={(value) => (value < 1e-3 ? value.toExponential() : String(value))}
        trailing={
          <Button size="small" disabled={search.status === 'searching'} onClick={start}>
            Find K
          </Button>
        }
      />
      <div aria-live="polite">
        <Outcome {...{ stage, search }} />
      </div>
    </div>
  );
}

interface OutcomeProps {
  readonly stage: StageNode;
  readonly search: Search;
}

function Outcome({ stage, search }: OutcomeProps) {
  if (search.status === 'idle') return null;
  if (search.status === 'searching') return <p className="i-note">Searching…</p>;
  if (search.status === 'failed') return <p className="i-fault">{search.message}</p>;
  const { capacity, fullProbability, withOneLess } = search.found;
  const less = withOneLess === undefined ? '' : `; with one less ${digits(withOneLess)}`;
  return (
    <p className="i-note">
      {`K = ${capacity.toLocaleString('en')}: P_BP ${digits(fullProbability)}${less}. `}
      {capacity === stage.capacity ? (
        'It is what the stage has.'
      ) : (
        <Button
          size="small"
          onClick={() => editDocument('Change capacity', (now) => updateNode(now, stage.id, { capacity }))}
        >
          {`Use K = ${capacity.toLocaleString('en')}`}
        </Button>
      )}
    </p>
  );
}

const digits = (value: number): string => String(Number(value.toPrecision(6)));

/** Searches with the method that is chosen; what was found is forgotten when anything but the capacity changes. */
function useCapacitySearch(scenario: Scenario, stage: StageNode, below: number) {
  const method = useSession((session) => session.method);
  const [search, setSearch] = useState<Search>({ status: 'idle' });
  const abort = useRef<AbortController>(undefined);
  const question = JSON.stringify([
    updateNode(scenario, stage.id, { capacity: undefined }).nodes,
    below,
    method,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes the answer old
  useEffect(() => {
    setSearch({ status: 'idle' });
    return () => abort.current?.abort();
  }, [question]);
  const start = async () => {
    abort.current = new AbortController();
    setSearch({ status: 'searching' });
    try {
      const sought = { stage: stage.id, below, method };
      const found = await besideSolver.size(scenario, sought, abort.current.signal);
      setSearch(
        found.kind === 'capacity' ? { status: 'found', found } : { status: 'failed', message: found.message },
      );
    } catch (reason) {
      if (isAbort(reason)) return;
      setSearch({ status: 'failed', message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return { search, start: () => void start() };
}
