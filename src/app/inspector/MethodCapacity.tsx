import { useEffect, useRef, useState } from 'react';
import { SolverClient } from '../../engine/solver-client.ts';
import { isAbort } from '../../engine/worker-bridge.ts';
import { updateNode } from '../../model/edits.ts';
import type { Scenario, StageNode } from '../../model/scenario.ts';
import { editDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { Button } from '../../widgets/Button.tsx';
import { QuantityField } from '../../widgets/QuantityField.tsx';
import { type CapacityFound, findCapacity } from './method-capacity.ts';
import { quantityProps } from './quantity-props.ts';

export interface MethodCapacityProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
}

type Search =
  | { readonly status: 'idle' | 'searching' | 'none' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'found'; readonly found: CapacityFound };

const MOST_PLACES = 1_000_000;

/** Its own solver, so that the answer on the page does not wait for a search. */
const client = new SolverClient();

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
        <Outcome {...{ scenario, stage, search, below }} />
      </div>
    </div>
  );
}

interface OutcomeProps extends MethodCapacityProps {
  readonly search: Search;
  readonly below: number;
}

function Outcome({ stage, search, below }: OutcomeProps) {
  if (search.status === 'idle') return null;
  if (search.status === 'searching') return <p className="i-note">Searching…</p>;
  if (search.status === 'failed') return <p className="i-fault">{search.message}</p>;
  if (search.status !== 'found') {
    const most = MOST_PLACES.toLocaleString('en');
    return (
      <p className="i-note">{`No K up to ${most} brings P_BP to ${below}: the stage receives too much.`}</p>
    );
  }
  const { capacity, share, withOneLess } = search.found;
  const less = withOneLess === undefined ? '' : `; with one less ${digits(withOneLess)}`;
  return (
    <p className="i-note">
      {`K = ${capacity.toLocaleString('en')}: P_BP ${digits(share)}${less}. `}
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
  const question = JSON.stringify([withCapacity(scenario, stage.id, undefined).nodes, below, method]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes the answer old
  useEffect(() => {
    setSearch({ status: 'idle' });
    return () => abort.current?.abort();
  }, [question]);
  const start = async () => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setSearch({ status: 'searching' });
    const methods = new Map<number, string | undefined>();
    try {
      const found = await findCapacity({
        fullAt: async (K) => {
          const outcome = await client.solve(withCapacity(scenario, stage.id, K), method, signal);
          if (outcome.kind === 'noAnswer') return 1;
          methods.set(K, outcome.methodLabel);
          return outcome.stages[stage.id]?.backPressureProbability ?? 1;
        },
        below,
        fewest: fewestPlaces(stage),
        most: MOST_PLACES,
      });
      setSearch(judged(found, methods));
    } catch (reason) {
      if (isAbort(reason)) return;
      setSearch({ status: 'failed', message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return { search, start: () => void start() };
}

/** Two methods do not fall as one: a capacity at which the best method changes is no answer. */
function judged(found: CapacityFound | undefined, methods: ReadonlyMap<number, string | undefined>): Search {
  if (!found) return { status: 'none' };
  const [here, less] = [methods.get(found.capacity), methods.get(found.capacity - 1)];
  if (less === undefined || less === here) return { status: 'found', found };
  const message = `At K = ${found.capacity.toLocaleString('en')} the best method changes from ${less} to ${here}; choose a method by name.`;
  return { status: 'failed', message };
}

const withCapacity = (scenario: Scenario, id: string, capacity: number | undefined): Scenario =>
  updateNode(scenario, id, { capacity });

/** Room for what is in service. */
function fewestPlaces({ serverCount = 1, bulk }: StageNode): number {
  return serverCount * (bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max);
}
