import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { PlaceLevels } from '../../../workers/animate/contract.ts';
import { countText } from './figure-text.ts';
import { gaugeOf, MOST_SLOTS } from './gauge.ts';
import type { StageFigures } from './stage-figures.ts';

interface LiveStageProps {
  readonly stage: StageNode;
  readonly levels: PlaceLevels;
  /** Figures of the model: they scale a queue without end. */
  readonly figures: StageFigures;
}

const WIDTH = 126;
const HEIGHT = 14;
const GAP = 1.5;
const WIDEST_SLOT = 18;
const MOST_CIRCLES = 8;
const PITCH = 12;
const RADIUS = 5;

/** A stage at this moment: who waits, who is served, which servers are held, and what was lost so far. */
export function LiveStage({ stage, levels, figures }: LiveStageProps) {
  const { occupancy, waiting, served, lost } = levels;
  return (
    <>
      <div className="g-row" title={`${occupancy} in the stage now, ${waiting} of them waiting.`}>
        <svg className="g-gauge" width={WIDTH} height={HEIGHT} aria-hidden="true">
          <LiveQueue stage={stage} levels={levels} figures={figures} />
        </svg>
        <span className="g-number">{countText(waiting)} wait</span>
      </div>
      <LiveServers count={serverCountOf(stage)} levels={levels} />
      <div className="g-row g-row--last">
        <span className="g-service">{countText(served)} served</span>
        {lost > 0 && (
          <span
            key={lost}
            className="g-chip g-lost"
            data-tone="warn"
            title="Lost so far: the stage was full."
          >
            ▽ {countText(lost)} lost
          </span>
        )}
      </div>
    </>
  );
}

/** Filling from the right: first those with a server, paler, then those who wait. */
function LiveQueue({ stage, levels, figures }: LiveStageProps) {
  const { occupancy, waiting } = levels;
  const { capacity } = stage;
  const served = occupancy - waiting;
  if (capacity !== undefined && capacity <= MOST_SLOTS) {
    const pitch = Math.min(WIDEST_SLOT, WIDTH / capacity);
    return Array.from({ length: capacity }, (_, place) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index
        key={place}
        className={place < served ? 'g-live-served' : place < occupancy ? 'g-live-waiting' : 'g-gauge-ground'}
        x={WIDTH - (place + 1) * pitch}
        y={1}
        width={pitch - GAP}
        height={HEIGHT - 2}
        rx={1}
      />
    ));
  }
  const { scale } = gaugeOf(capacity, { ...figures, simulatedMean: occupancy });
  const [all, beginning] = [occupancy, served].map((count) => (WIDTH * Math.min(count, scale)) / scale);
  return (
    <>
      <rect className="g-gauge-ground" x={0.5} y={1} width={WIDTH - 1} height={HEIGHT - 2} />
      <rect className="g-live-waiting" x={WIDTH - all!} y={1} width={all!} height={HEIGHT - 2} />
      <rect className="g-live-served" x={WIDTH - beginning!} y={1} width={beginning!} height={HEIGHT - 2} />
    </>
  );
}

function LiveServers({
  count,
  levels: { busy, held },
}: {
  readonly count: number;
  readonly levels: PlaceLevels;
}) {
  const words = serverWords(count, busy, held);
  return (
    <div className="g-row">
      {count <= MOST_CIRCLES ? (
        <svg className="g-servers" width={count * PITCH} height={PITCH + 2} aria-hidden="true">
          {Array.from({ length: count }, (_, server) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: servers are alike, a server is its index
            <Server key={server} x={server * PITCH + PITCH / 2} state={stateOf(server, busy, held)} />
          ))}
        </svg>
      ) : (
        <span className="g-servers-many">×{count}</span>
      )}
      <span className="g-live-words" data-held={held > 0 || undefined} title={words}>
        {words}
      </span>
    </div>
  );
}

/** Serving is filled; held is crossed out. */
function Server({ x, state }: { readonly x: number; readonly state: 'serving' | 'held' | 'idle' }) {
  const y = PITCH / 2 + 1;
  return (
    <g className="g-live-server" data-state={state}>
      <circle cx={x} cy={y} r={RADIUS} />
      {state === 'held' && (
        <path d={`M${x - 3},${y - 3} L${x + 3},${y + 3} M${x + 3},${y - 3} L${x - 3},${y + 3}`} />
      )}
    </g>
  );
}

function stateOf(server: number, busy: number, held: number): 'serving' | 'held' | 'idle' {
  if (server < busy) return 'serving';
  return server < busy + held ? 'held' : 'idle';
}

function serverWords(count: number, busy: number, held: number): string {
  if (count === 1) return busy > 0 ? 'serving' : held > 0 ? 'blocked' : 'idle';
  return [`${busy} of ${count} serving`, held > 0 && `${held} blocked`].filter(Boolean).join(', ');
}
