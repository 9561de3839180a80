/** Frames of a period that come round again (W2): what each stage did in each of them, added up over the rounds. */
import { take } from './memory';
import { Sums } from './measures';
import { Stage } from './network';

/** What is added up of a stage, in this order: area, offered, served, serving, blocked. */
const WIDTH: i32 = 5;

let frameCount: i32 = 0;
/** Ends of the frames from the start of the period on; the last is the period. */
let ends: usize = 0;
/** Time observed in each frame. */
export let frameTimes: usize = 0;
let frame: i32 = 0;
let round: f64 = 0;
let since: f64 = 0;
/** End of the present frame; Infinity where none come again. */
export let endOfFrame: f64 = Infinity;

/** Room for the ends, which the host writes before `startFrames`. */
export function openFrames(count: i32): usize {
  frameCount = count;
  ends = take(<usize>count << 3);
  frameTimes = take(<usize>count << 3);
  return ends;
}

export function startFrames(): void {
  if (frameCount > 0) endOfFrame = load<f64>(ends);
}

/** Room for the sums of a stage: those at the last mark, then those of each frame. */
export function openStageFrames(stage: Stage): usize {
  stage.frames = take(<usize>((frameCount + 1) * WIDTH) << 3);
  return stage.frames + (<usize>WIDTH << 3);
}

/** Sums of the present window go on from what they were at the last mark, or from 0 when the window ends. */
export function addToFrame(stage: Stage, sums: Sums, windowEnds: bool): void {
  const before = stage.frames;
  const place = before + (<usize>((frame + 1) * WIDTH) << 3);
  add(place, before, 0, sums.area, windowEnds);
  add(place, before, 8, sums.offered, windowEnds);
  add(place, before, 16, sums.served, windowEnds);
  add(place, before, 24, sums.serving, windowEnds);
  add(place, before, 32, sums.blocked, windowEnds);
}

function add(place: usize, before: usize, at: usize, sum: f64, windowEnds: bool): void {
  store<f64>(place + at, load<f64>(place + at) + (sum - load<f64>(before + at)));
  store<f64>(before + at, windowEnds ? 0 : sum);
}

/** The warm-up is over. */
export function restartStageFrames(stage: Stage): void {
  memory.fill(stage.frames, 0, <usize>((frameCount + 1) * WIDTH) << 3);
}

/** After all stages: the time is in the frame, and the next may begin. */
export function passFrameTime(mark: f64, isRestart: bool): void {
  const place = frameTimes + (<usize>frame << 3);
  store<f64>(place, load<f64>(place) + (mark - since));
  since = mark;
  if (mark == endOfFrame) {
    if (++frame == frameCount) {
      frame = 0;
      round += 1;
    }
    endOfFrame = round * load<f64>(ends + (<usize>(frameCount - 1) << 3)) + load<f64>(ends + (<usize>frame << 3));
  }
  if (isRestart) memory.fill(frameTimes, 0, <usize>frameCount << 3);
}
