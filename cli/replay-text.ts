/** Replays in words and tables, and as JSON. */
import { LEVEL_DISTANCES } from '../workers/compare/contract.ts';
import { REPLAY_QUANTITIES, type ReplayFeed } from '../workers/replay/contract.ts';
import type { ToldReplay } from './replay.ts';
import { formatTable } from './table.ts';

const FEEDS: Readonly<Record<ReplayFeed, string>> = {
  measuredArrivals: 'measured arrivals',
  drawnArrivals: 'drawn arrivals',
  measuredServices: 'drawn arrivals, measured services',
  allMeasured: 'both measured',
};

export const replaysText = (replays: readonly ToldReplay[]): string => replays.map(replayText).join('\n\n');

function replayText({ replay, levels }: ToldReplay): string {
  const { predictions, traced, sentences, notes, arrivals, queue, within } = replay;
  const heads = predictions.map(({ feed }) => FEEDS[feed]);
  const quantities = REPLAY_QUANTITIES.filter((name) => predictions.some((one) => one.quantities[name]));
  const rows = quantities.map((name) => [
    name,
    short(traced.quantities[name]),
    ...predictions.map(({ quantities: { [name]: range } }) =>
      range ? `${short(range.mean)} (${short(range.low)} … ${short(range.high)})` : '–',
    ),
  ]);
  const distances = LEVEL_DISTANCES.map((name) => [
    name,
    '',
    ...predictions.map(({ feed }) => {
      const { value, low, high } = levels[feed]?.[name] ?? {};
      return `${short(value)}${low === undefined || high === undefined ? '' : ` (${short(low)} … ${short(high)})`}`;
    }),
  ]);
  const how = within === 'network' ? 'in the place of its source' : 'alone';
  return [
    `replay of stage ${replay.stage}: ${arrivals} arrivals of queue ${queue}, ${how}, ${predictions[0]!.runs} runs`,
    formatTable(['quantity', 'measured', ...heads], [...rows, ...(traced.shares ? distances : [])]),
    ...sentences,
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}

const short = (value: number | undefined): string =>
  value === undefined ? '–' : String(Number(value.toPrecision(3)));

/** Without the curves by level and frame of the trace itself, which the file has. */
export const replaysJson = (replays: readonly ToldReplay[]) =>
  replays.map(({ replay: { traced, frames, predictions, ...rest }, levels }) => ({
    ...rest,
    measured: {
      ...traced.quantities,
      ...(traced.services && { services: traced.services }),
      ...(traced.shares && { occupancyDistribution: Array.from(traced.shares) }),
    },
    frames: { start: Array.from(frames.start), end: Array.from(frames.end) },
    ...(traced.meanByFrame && { measuredMeanByFrame: Array.from(traced.meanByFrame) }),
    predictions: predictions.map(({ shares, meanByFrame, lowByFrame, highByFrame, ...prediction }) => ({
      ...prediction,
      ...(levels[prediction.feed] && { distances: levels[prediction.feed] }),
      occupancyDistribution: Array.from(shares),
      meanByFrame: Array.from(meanByFrame),
      lowByFrame: Array.from(lowByFrame),
      highByFrame: Array.from(highByFrame),
    })),
  }));
