import { createElement, useMemo } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { graphPicture } from './graph-picture.ts';

interface GraphPictureProps {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly width: number;
  readonly height: number;
  /** Shapes and loads only. */
  readonly compact?: boolean;
}

/** A still picture of the graph, fitted into a box. */
export function GraphPicture({ scenario, answer, width, height, compact = false }: GraphPictureProps) {
  const { box, marks } = useMemo(
    () => graphPicture(scenario, answer, { compact }),
    [scenario, answer, compact],
  );
  return (
    <svg
      className="g-picture"
      role="img"
      aria-label={`Graph of ${scenario.name}`}
      width={width}
      height={height}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
    >
      {marks.map(({ tag, fill, stroke, attributes, text }, index) =>
        createElement(
          tag,
          {
            key: index,
            ...attributes,
            fill: fill ? `var(--${fill})` : 'none',
            stroke: stroke && `var(--${stroke})`,
          },
          text,
        ),
      )}
    </svg>
  );
}
