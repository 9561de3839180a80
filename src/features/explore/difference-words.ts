/** Differences of a stage as its picture and its words say them. */

import { measureWords } from '../../../core/measures/measure-rows.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { PairedDifference } from '../../../workers/explore/contract.ts';
import type { NodeDifference } from '../../ui/editor/node-data.ts';
import type { StageDifference } from './stage-differences.ts';

export function differenceMarks(
  stages: Readonly<Record<NodeId, StageDifference>>,
  against: string,
): Readonly<Record<NodeId, NodeDifference>> {
  return Object.fromEntries(
    Object.entries(stages).flatMap(([id, stage]) => {
      const mark = markOf(stage, against);
      return mark ? [[id, mark]] : [];
    }),
  );
}

function markOf({ utilization, meanOccupancy }: StageDifference, against: string) {
  const parts = [
    ...partsOf(utilization, { sign: 'Δρ', name: 'utilization' }),
    ...partsOf(meanOccupancy, { sign: 'ΔN', name: measureWords('meanOccupancy') }),
  ];
  if (parts.length === 0) return undefined;
  const changed = parts.filter(({ isDrawn }) => isDrawn);
  return {
    text: changed.length === 0 ? '=' : changed.map(({ text }) => text).join(' · '),
    words: `against ${against}: ${parts.map(({ words }) => words).join(', ')}`,
  };
}

interface Shown {
  readonly sign: string;
  readonly name: string;
}

/** A smaller share of what was before is rounding. */
const NOTHING = 1e-9;
/** A smaller one is told in words, and not drawn: it shows in no figure on the drawing. */
const UNDRAWN = 1e-4;

function partsOf(of: PairedDifference | undefined, { sign, name }: Shown) {
  if (of?.difference === undefined) return [];
  const { difference, halfWidth = 0, first = 0 } = of;
  const isChanged = Math.abs(difference) > NOTHING * Math.max(1e-12, Math.abs(first));
  const half = halfWidth > 0 ? ` ± ${formatNumber(halfWidth)}` : '';
  const isSure = Math.abs(difference) > halfWidth;
  const size = `${difference < 0 ? '−' : '+'}${formatNumber(Math.abs(difference))}${half}`;
  return [
    {
      isDrawn: Math.abs(difference) > UNDRAWN * Math.abs(first),
      text: `${sign} ${size}${isSure ? '' : ' ≈'}`,
      words: isChanged ? `${name} ${size}${isSure ? '' : ', which may be chance'}` : `${name} the same`,
    },
  ];
}
