/** Pictures that leave the page. They serve any SVG of the page, a whole graph included. */
import { assert } from '../../../core/base/assert.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Marks with this attribute are for the screen only: crosshairs, handles. */
const SCREEN_ONLY = '[data-export="skip"]';

/**
 * The text of an SVG file that looks like `svg` does now: computed styles written into the marks, fonts named, the
 * page's background behind, its size in pixels. `svg` must be in the document and is not changed.
 */
export const svgWithInlinedStyles = (svg: SVGSVGElement): string => fileText(styledCopy(svg), svg);

/** The chart with its title above and a margin. */
export function titledSvg(svg: SVGSVGElement, title: string): string {
  const { fontFamily: font, fill: colour } = getComputedStyle(svg);
  return fileText(framedPicture(styledCopy(svg), { title, font, colour }), svg);
}

function fileText(picture: SVGSVGElement, shown: SVGSVGElement): string {
  picture.prepend(backgroundOf(shown, picture));
  return new XMLSerializer().serializeToString(picture);
}

function styledCopy(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement; // cloneNode keeps the class of what it clones
  inlineStyles(svg, copy, undefined);
  for (const mark of copy.querySelectorAll(SCREEN_ONLY)) mark.remove();
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  if (!copy.hasAttribute('viewBox'))
    copy.setAttribute('viewBox', `0 0 ${Math.round(width)} ${Math.round(height)}`);
  return copy;
}

function inlineStyles(from: Element, to: Element, parent: CSSStyleDeclaration | undefined): void {
  const style = getComputedStyle(from);
  const written = from instanceof SVGElement ? svgStyle(style, parent) : htmlStyle(style);
  for (const name of [...INHERITED_PROPERTIES, ...Object.keys(OWN_PROPERTIES)]) to.removeAttribute(name);
  to.removeAttribute('class');
  to.removeAttribute('style');
  if (written) writeStyle(to, written);
  // The copy has the same children as the original: nothing was removed from it yet.
  for (let i = 0; i < from.children.length; i++) inlineStyles(from.children[i]!, to.children[i]!, style);
}

/** Through the object model: the page's policy refuses a style that is written as an attribute. */
function writeStyle(element: Element, style: string): void {
  if ('style' in element) (element.style as CSSStyleDeclaration).cssText = style;
}

function svgStyle(style: CSSStyleDeclaration, parent: CSSStyleDeclaration | undefined): string {
  const inherited = INHERITED_PROPERTIES.filter(
    (name) => style.getPropertyValue(name) !== parent?.getPropertyValue(name),
  );
  const own = Object.entries(OWN_PROPERTIES).filter(
    ([name, initial]) => style.getPropertyValue(name) !== initial,
  );
  return declarations(style, [...inherited, ...own.map(([name]) => name)]);
}

function htmlStyle(style: CSSStyleDeclaration): string {
  return declarations(style, HTML_PROPERTIES);
}

function declarations(style: CSSStyleDeclaration, names: readonly string[]): string {
  return names
    .map((name) => [name, style.getPropertyValue(name)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** A rectangle over the whole view box in the colour that the page has behind the picture. */
function backgroundOf(svg: SVGSVGElement, copy: SVGSVGElement): SVGRectElement {
  const [x = '0', y = '0', width = '100%', height = '100%'] = (copy.getAttribute('viewBox') ?? '').split(
    /[\s,]+/,
  );
  const rect = svg.ownerDocument.createElementNS(SVG_NAMESPACE, 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
  writeStyle(rect, `fill:${pageColour(svg)};stroke:none`);
  return rect;
}

function pageColour(start: Element): string {
  for (let element: Element | null = start; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (colour !== '' && colour !== 'transparent' && !/^rgba\(.*, 0\)$/.test(colour)) return colour;
  }
  return '#ffffff';
}

/** Paints an SVG file of `svgWithInlinedStyles` at `scale` pixels per pixel. Rejects when the browser cannot draw it. */
export async function svgToPng(svgText: string, scale = 2): Promise<Blob> {
  const image = new Image();
  // A data address and not a blob one: some browsers refuse to read back a canvas with a blob's foreignObject.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext('2d');
  assert(context, 'a new canvas has a 2d context');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The chart is too large to render.'))),
      'image/png',
    );
  });
}

/** The CSS properties that decide how an exported picture looks, so that it stands without a stylesheet. */

/** Passed on from parent to child: written where the child differs from its parent. */
const INHERITED_PROPERTIES = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'paint-order',
  'color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
  'visibility',
] as const;

/** Not passed on: written where they differ from these initial values. */
const OWN_PROPERTIES = {
  opacity: '1',
  display: 'inline',
  'dominant-baseline': 'auto',
  'stop-color': 'rgb(0, 0, 0)',
  'stop-opacity': '1',
  'vector-effect': 'none',
  'clip-path': 'none',
  'marker-start': 'none',
  'marker-end': 'none',
} as const;

/** For HTML inside a <foreignObject>, such as the nodes of a graph: written whatever their value. */
const HTML_PROPERTIES = [
  'display',
  'position',
  'left',
  'top',
  'right',
  'bottom',
  'z-index',
  'width',
  'height',
  'box-sizing',
  'margin',
  'padding',
  'overflow',
  'flex',
  'flex-direction',
  'flex-wrap',
  'align-items',
  'align-self',
  'justify-content',
  'gap',
  'grid-template-columns',
  'grid-template-rows',
  'grid-area',
  'background',
  'border',
  'border-top',
  'border-right',
  'border-bottom',
  'border-left',
  'border-radius',
  'outline',
  'box-shadow',
  'opacity',
  'transform',
  'transform-origin',
  'color',
  'font',
  'font-variant-numeric',
  'letter-spacing',
  'line-height',
  'text-align',
  'text-decoration',
  'text-overflow',
  'text-transform',
  'vertical-align',
  'visibility',
  'white-space',
] as const;

const MARGIN = 16;
const LINE = 20;
const SIZE = 14;
/** Pixels of a bold letter of that size, a little generous. */
const LETTER = 8.2;

export interface PictureWords {
  readonly title: string;
  readonly font: string;
  readonly colour: string;
}

/** A picture that stands alone, with a margin and its title above. `picture`: with its size in pixels as attributes. */
export function framedPicture(picture: SVGSVGElement, { title, font, colour }: PictureWords): SVGSVGElement {
  const create = (name: string) => picture.ownerDocument.createElementNS(SVG_NAMESPACE, name);
  const [width, height] = ['width', 'height'].map((name) => Number(picture.getAttribute(name))) as [
    number,
    number,
  ];
  const lines = titleLines(title, width);
  const top = MARGIN + lines.length * LINE + 8;
  const frame = create('svg') as SVGSVGElement;
  frame.setAttribute('width', String(width + 2 * MARGIN));
  frame.setAttribute('height', String(top + height + MARGIN));
  frame.setAttribute('viewBox', `0 0 ${width + 2 * MARGIN} ${top + height + MARGIN}`);
  lines.forEach((line, i) => {
    const text = create('text') as SVGTextElement;
    text.setAttribute('x', String(MARGIN));
    text.setAttribute('y', String(MARGIN + i * LINE + SIZE));
    text.style.cssText = `font-family:${font};font-size:${SIZE}px;font-weight:600;fill:${colour}`;
    text.textContent = line;
    frame.append(text);
  });
  picture.setAttribute('x', String(MARGIN));
  picture.setAttribute('y', String(top));
  picture.setAttribute('overflow', 'visible');
  frame.append(picture);
  return frame;
}

/** At most so many pixels wide, broken between words. */
export function titleLines(title: string, width: number): readonly string[] {
  const most = Math.max(10, Math.floor(width / LETTER));
  const lines: string[] = [];
  for (const word of title.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
