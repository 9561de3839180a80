/** The distributions of a schedule as time goes on (SPEC.md, T): which one holds, and when the next one begins. */
import { clear, schedule } from './calendar';
import { draw, Draws, startDraws } from './draws';
import { classOf, Schedule, Sender } from './network';
import { classCount, now } from './state';

/** When the next distribution begins, s; Infinity when the last one stays. */
export function nextChange(plan: Schedule): f64 {
  if (plan.frame < plan.count) {
    const from = load<f64>(plan.from + (<usize>plan.frame << 3));
    return plan.round == 0 ? from : plan.round * plan.period + from;
  }
  return plan.period == Infinity ? Infinity : (plan.round + 1) * plan.period;
}

/** A frame begins (T1, T2). */
export function changeDistribution(owner: Sender): void {
  const plan = owner.schedule!;
  const draws = nextDraws(plan);
  scheduleFrame(owner);
  const stage = plan.stage;
  if (stage === null) {
    const source = plan.source;
    source.interarrival = draws;
    if (source.pending == 0) scheduleArrival(source);
  } else if (draws !== null) {
    for (let c = 0; c < classCount; c++) {
      const here = classOf(stage, c);
      if (!here.ownsService) here.service = draws;
    }
  }
}

/** The next frame is waited for. */
export function scheduleFrame(owner: Sender): void {
  const time = nextChange(owner.schedule!);
  if (time == Infinity) clear(owner);
  else schedule(owner, time);
}

/** The next distribution begins: its times, or nothing where nothing arrives. */
function nextDraws(plan: Schedule): Draws | null {
  if (plan.frame == plan.count) {
    plan.round += 1;
    plan.frame = 0;
    if (load<f64>(plan.from) > 0) return plan.base;
  }
  const draws = changetype<Draws | null>(load<u32>(plan.draws + (<usize>(plan.frame++) << 2)));
  if (draws !== null) startDraws(draws);
  return draws;
}

/** The time until the next arrival starts; nothing comes while the source is silent. */
export function scheduleArrival(source: Sender): void {
  const interarrival = source.interarrival;
  if (interarrival === null) clear(source);
  else schedule(source, now + draw(interarrival));
}
