import { describe, expect, it } from 'vitest';
import { stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerOf, HALF_LOADED, LOOP, scenarioOf } from './drawn.test-support.ts';
import { graphPicture } from './graph-picture.ts';
import { type Colours, graphSvg } from './graph-svg.ts';
import { ARROW, drawnBox, linkEnds, linkPath } from './link-path.ts';
import { INKS } from './picture-marks.ts';

// The cast is what a full list of inks gives.
const colours = Object.fromEntries(INKS.map((ink) => [ink, '#123456'])) as Colours;
const answer = answerOf({ a: HALF_LOADED, b: HALF_LOADED }, [], 'a');
const texts = (compact: boolean) =>
  graphPicture(LOOP, answer, { compact }).marks.flatMap((mark) => mark.text ?? []);

describe('graphPicture', () => {
  it('writes names, loads and the bottleneck; the compact one writes nothing', () => {
    expect(texts(false)).toEqual(
      expect.arrayContaining(['in', 'a', 'b', 'out', 'ρ 0.5', 'bottleneck', '25 %', '1 / 3']),
    );
    expect(texts(true)).toEqual([]);
  });

  it('fills the bar of a half loaded stage by half', () => {
    const { marks } = graphPicture(LOOP, answer, { compact: true });
    const widths = marks
      .filter((mark) => mark.tag === 'rect')
      .map((mark) => [mark.fill, mark.attributes.width]);
    const ground = widths.find(([fill]) => fill === 'surface-sunken')![1];
    expect(widths.find(([fill]) => fill === 'accent')![1]).toBe(Number(ground) / 2);
  });

  it('has room for an empty drawing', () => {
    const { box, marks } = graphPicture(scenarioOf([], []));
    expect(marks).toEqual([]);
    expect(box.width * box.height).toBeGreaterThan(0);
  });
});

describe('graphSvg', () => {
  it('is well-formed whatever the names are', () => {
    const odd = scenarioOf([stage('a', 4, { name: '<&">\u0000\u001f' })], []);
    const svg = graphSvg(odd, undefined, colours);
    expect(svg).toContain('&lt;&amp;&quot;&gt;</text>');
    expect(svg).toContain('<title>Test &lt;1&gt;</title>');
    const tags = [...svg.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)];
    const depth = tags.reduce((sum, [, end, , closed]) => sum + (closed ? 0 : end ? -1 : 1), 0);
    expect(depth).toBe(0);
    expect(svg).not.toMatch(/var\(|undefined|NaN/);
  });
});

describe('linkPath', () => {
  it('runs straight between handles in line, its label in the middle', () => {
    const { path, label } = linkPath({ x: 0, y: 50 }, { x: 200, y: 50 });
    expect(path.startsWith('M0,50 ')).toBe(true);
    expect(path.endsWith(`${200 - ARROW},50`)).toBe(true);
    expect(label.y).toBe(50);
  });

  it('goes below its ends when it leads back', () => {
    const { label } = linkPath({ x: 500, y: 40 }, { x: 0, y: 90 });
    expect(label.y).toBeGreaterThan(90 + 56);
  });

  it('is inside the box of the drawing, also where it leads back', () => {
    const [first, second] = [
      { x: 0, y: 0, width: 100, height: 40 },
      { x: 200, y: 100, width: 100, height: 40 },
    ];
    const boxes = [first!, second!];
    expect(drawnBox(boxes, [linkEnds(first!, second!)])).toEqual({ x: 0, y: 0, width: 300, height: 140 });
    const back = linkEnds(second!, first!);
    const { x, y, width, height } = drawnBox(boxes, [back]);
    const numbers = [...linkPath(back.start, back.end).path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
    for (const [, at, down] of numbers) {
      expect(Number(at)).toBeGreaterThanOrEqual(x);
      expect(Number(at)).toBeLessThanOrEqual(x + width);
      expect(Number(down)).toBeGreaterThanOrEqual(y);
      expect(Number(down)).toBeLessThanOrEqual(y + height);
    }
  });
});
