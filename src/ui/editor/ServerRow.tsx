import type { StageNode } from '../../../core/scenario/scenario.ts';
import { percentText } from './figure-text.ts';
import type { StageFigures } from './stage-figures.ts';

interface ServerRowProps {
  readonly stage: StageNode;
  readonly figures: StageFigures;
}

const MOST_CIRCLES = 8;
const RADIUS = 5;
const PITCH = 12;

/** The servers as circles that fill up, and how their time is spent: serving, blocked, starved. */
export function ServerRow({ stage, figures }: ServerRowProps) {
  const count = stage.serverCount ?? 1;
  const { utilization = 0, blocked = 0 } = figures;
  return (
    <div className="g-row" title={sentence(count, figures)}>
      {count <= MOST_CIRCLES ? (
        <Circles count={count} busy={(utilization + blocked) * count} />
      ) : (
        <span className="g-servers-many">×{count}</span>
      )}
      <span className="g-time" aria-hidden="true">
        <span className="g-time-serving" style={{ flexGrow: utilization }} />
        <span className="g-time-blocked" style={{ flexGrow: blocked }} />
        <span className="g-time-starved" style={{ flexGrow: Math.max(0, 1 - utilization - blocked) }} />
      </span>
      <span className="g-number">
        {figures.utilization === undefined ? '–' : `ρ ${percentText(figures.utilization)}`}
      </span>
    </div>
  );
}

function Circles({ count, busy }: { readonly count: number; readonly busy: number }) {
  return (
    <svg className="g-servers" width={count * PITCH} height={PITCH + 2} aria-hidden="true">
      {Array.from({ length: count }, (_, server) => {
        const x = server * PITCH + PITCH / 2;
        const radius = (RADIUS - 1.5) * Math.sqrt(Math.min(1, Math.max(0, busy - server)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: servers are alike, a server is its index
          <g key={server}>
            <circle className="g-server" cx={x} cy={PITCH / 2 + 1} r={RADIUS} />
            <circle className="g-server-busy" cx={x} cy={PITCH / 2 + 1} r={radius} />
          </g>
        );
      })}
    </svg>
  );
}

function sentence(count: number, { utilization, blocked, starved }: StageFigures): string {
  const servers = count === 1 ? 'One server' : `${count} servers`;
  const parts = [
    utilization !== undefined && `serving ${percentText(utilization)}`,
    blocked !== undefined && `blocked ${percentText(blocked)}`,
    starved !== undefined && `starved ${percentText(starved)}`,
  ].filter(Boolean);
  return parts.length === 0 ? `${servers}.` : `${servers}: ${parts.join(', ')} of the time.`;
}
