/** A picture that leaves the page stands alone: with a margin, so that nothing is cut off, and its title above. */

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
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

/** `picture`: with its size in pixels as attributes. */
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
