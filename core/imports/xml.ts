/** The elements of an XML document (XML 1.0, 5th edition): enough for files that programs write. No document type, no entities of its own, so that nothing outside is read. */
import { err, ok, type Result } from '../base/result.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text directly in it, without the spaces around. */
  readonly text: string;
  readonly line: number;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly line: number;
}

/** The root, or what is wrong and on which line. */
export function parseXml(text: string): Result<XmlElement, string> {
  const stack: Open[] = [];
  let root: XmlElement | undefined;
  let line = 1;
  let before = 0;
  const fail = (what: string): Result<never, string> => err(`line ${line}: ${what}`);
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', before)) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    const between = text.slice(before, at);
    line += newlines(between);
    if (!part) return fail(`expected XML, got ${JSON.stringify(text.slice(at, at + 40))}`);
    const top = stack.at(-1);
    if (top) top.text += decoded(between);
    else if (between.replace('\ufeff', '').trim() !== '') return fail('expected one element');
    before = PART.lastIndex;
    const { cdata, close, name, attributes, empty, type } = part.groups!;
    if (type !== undefined && /[[]/.test(type)) return fail('a document type with entities is not read');
    if (cdata !== undefined && top) top.text += cdata;
    if (name !== undefined) {
      const read = attributesOf(attributes ?? '');
      if (!read) return fail(`expected attributes of <${name}>`);
      stack.push({ name, attributes: read, children: [], text: '', line });
      if (stack.length > MOST_LEVELS) return fail(`more than ${MOST_LEVELS} elements inside each other`);
    }
    if (close !== undefined && top?.name !== close) return fail(`</${close}> ends no <${close}>`);
    if (close !== undefined || (name !== undefined && empty === '/')) {
      const { text: inside, ...rest } = stack.pop()!;
      const element = { ...rest, text: inside.trim() };
      const parent = stack.at(-1);
      if (parent) parent.children.push(element);
      else if (root) return fail(`expected one element, got <${element.name}> after </${root.name}>`);
      else root = element;
    }
    line += newlines(part[0]);
  }
  const open = stack.at(-1);
  if (open) return err(`line ${open.line}: <${open.name}> has no end`);
  if (!root) return fail('expected XML');
  return ok(root);
}

const MOST_LEVELS = 100;

/** A comment, a processing instruction, a document type, text as it stands, the end or the start of an element. */
const PART =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE(?<type>[^>]*)>|<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>|<\/(?<close>[^\s<>/]+)\s*>|<(?<name>[^\s<>/!?=]+)(?<attributes>(?:\s+[^\s<>=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/y;

const newlines = (text: string): number => text.split('\n').length - 1;

function attributesOf(text: string): ReadonlyMap<string, string> | undefined {
  const found = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const attributes = new Map(found.map(([, name, double, single]) => [name!, decoded(double ?? single!)]));
  return attributes.size === found.length ? attributes : undefined;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()]!;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
