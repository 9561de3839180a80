/** What a reader would stumble over in the page as it stands: words too small, cut off, or over each other. */
import type { Page } from '@playwright/test';

/** Each a sentence such as `"PCI-X bus" is 9.8 px`; empty where all can be read. */
export const illegible = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** Pixels on the screen; a browser rounds a little. */
    const SMALLEST = 10.95;
    /** Pixels that the box of a word may stick out, which is a little larger than its letters. */
    const SLACK = 2;
    interface Rect {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Word {
      readonly text: string;
      readonly element: Element;
      readonly parts: readonly Rect[];
    }
    const isEmpty = ({ left, top, right, bottom }: Rect): boolean => right - left < 1 || bottom - top < 1;
    const common = (a: Rect, b: Rect): Rect => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    /** How much larger than its style says a word is drawn. */
    const scaleOf = (element: Element): number => {
      if (element instanceof SVGGraphicsElement) {
        const matrix = element.getScreenCTM();
        return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      }
      const zoomed = element.closest('.react-flow__viewport');
      return zoomed ? new DOMMatrix(getComputedStyle(zoomed).transform).a : 1;
    };
    /** The part of the page in which an element can be seen, and whether something that does not scroll cuts `box`. */
    const windowOf = (element: Element, box: Rect): { seen: Rect; isCut: boolean } | undefined => {
      let seen: Rect = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      let [isCut, scrolls] = [false, { x: false, y: false }];
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        const rect = outer.getBoundingClientRect();
        // For those who listen: shown to nobody.
        if (style.clipPath !== 'none') return undefined;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const isView = outer.querySelector('.react-flow__viewport') !== null;
        scrolls.x ||= /auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis' || isView;
        scrolls.y ||= /auto|scroll/.test(style.overflowY) || style.webkitLineClamp !== 'none' || isView;
        isCut ||= !scrolls.x && (box.left < rect.left - SLACK || box.right > rect.right + SLACK);
        isCut ||= !scrolls.y && (box.top < rect.top - SLACK || box.bottom > rect.bottom + SLACK);
        seen = common(seen, rect);
      }
      return { seen, isCut };
    };
    /** Whether the ground of something lies between the two at this point: one of them is behind it, not under letters. */
    const isHidden = (a: Element, b: Element, x: number, y: number): boolean => {
      const stack = document.elementsFromPoint(x, y);
      const [first, second] = [a, b]
        .map((word) => stack.findIndex((each) => each === word || word.contains(each) || each.contains(word)))
        .toSorted((one, other) => one - other) as [number, number];
      return stack
        .slice(first, second)
        .some((each) => !/^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(each).backgroundColor));
    };

    const found: string[] = [];
    const words: Word[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || !element || element.closest('script, style, title, desc')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const view = windowOf(element, box);
      if (!view) continue;
      const parts = [...range.getClientRects()]
        .map((part) => common(part, view.seen))
        .filter((part) => !isEmpty(part));
      if (parts.length === 0) continue;
      const said = `"${text.slice(0, 40)}"`;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
      if (size < SMALLEST) found.push(`${said} is ${size.toFixed(1)} px`);
      if (view.isCut) found.push(`${said} is cut off`);
      words.push({ text: said, element, parts });
    }
    words.forEach((word, index) => {
      for (const other of words.slice(index + 1)) {
        if (word.element.contains(other.element) || other.element.contains(word.element)) continue;
        const isOver = word.parts.some((a) =>
          other.parts.some((b) => {
            const { left, top, right, bottom } = common(a, b);
            const lower = Math.min(a.bottom - a.top, b.bottom - b.top);
            // Boxes of lines touch where their letters do not.
            if (right - left <= SLACK || bottom - top <= 0.3 * lower) return false;
            return !isHidden(word.element, other.element, (left + right) / 2, (top + bottom) / 2);
          }),
        );
        if (isOver) found.push(`${word.text} and ${other.text} are over each other`);
      }
    });
    // Words of links and groups stand behind nodes, which would cover them.
    const shown = (selector: string): Element[] =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    for (const label of shown('.g-link-label, .g-link-crossing, .g-hull-label')) {
      for (const node of shown('.react-flow__node, .g-bottleneck')) {
        const { left, top, right, bottom } = common(
          label.getBoundingClientRect(),
          node.getBoundingClientRect(),
        );
        if (right - left > SLACK && bottom - top > SLACK)
          found.push(`"${label.textContent}" is under "${node.textContent?.slice(0, 40)}"`);
      }
    }
    return [...new Set(found)];
  });
