/** The parts of a still picture: SVG elements with colours by name. */
import type { Position } from '../../../core/scenario/scenario.ts';

/** Colours by the names of the page's tokens. */
export const INKS = [
  'surface-page',
  'surface',
  'surface-sunken',
  'border',
  'border-strong',
  'text',
  'text-muted',
  'accent',
  'series-baseline',
  'warn',
  'platform-cpu',
  'platform-fpga',
  'platform-gpu',
  'platform-bus',
] as const;
export type Ink = (typeof INKS)[number];

export interface Mark {
  readonly tag: 'rect' | 'path' | 'circle' | 'text';
  readonly fill?: Ink;
  readonly stroke?: Ink;
  /** Further attributes, named as React names them. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

export interface TextStyle {
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly strong?: boolean;
  readonly ink?: Ink;
}

export const text = (words: string, at: Position, style: TextStyle = {}): Mark => ({
  tag: 'text',
  fill: style.ink ?? 'text',
  text: words,
  attributes: {
    ...at,
    fontSize: style.size ?? 12,
    textAnchor: style.anchor ?? 'start',
    fontWeight: style.strong ? 600 : 400,
  },
});

export const rect = (fill: Ink, attributes: Mark['attributes'], stroke?: Ink): Mark => ({
  tag: 'rect',
  fill,
  stroke,
  attributes,
});

export const line = (d: string, stroke: Ink, attributes: Mark['attributes']): Mark => ({
  tag: 'path',
  stroke,
  attributes: { d, ...attributes },
});
