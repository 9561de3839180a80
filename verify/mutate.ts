/** Damages a file as disks, editors, programs and people do: its text, its structure, its numbers. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';

/** Values in place of others: what no time, count or name can be, and what only looks like one. */
const HOSTILE: readonly unknown[] = [
  ...[0, -1, 1, 0.5, -0.5, 1e308, -1e308, 5e-324, 4e15, 2 ** 53, 1e21, 2 ** 63],
  ...['', ' ', 'x', 'NaN', 'Infinity', '-', '1e308', '1,5', '=1+1', '@x', '\u0000', '\ud800', '__proto__'],
  ...['99999999999999999999', '2024-02-30T25:61:61Z', '𝒳'.repeat(200)],
  ...[null, true, [], {}, [[]], [null], { a: [] }, [1, 2, 3]],
];
const HOSTILE_CELLS: readonly string[] = [
  ...HOSTILE.filter((value) => typeof value !== 'object' || value === null).map(String),
  ...['"', '""', '"a', 'a"b', ';', '\t', '0x10', '+1', '1.', '.5', 'inf', '1e-400', '00', '4000000000000000'],
];
const MARKS = '{}[]",:;#=\n\r\t 0123456789.-eE\\\u0000\u00ff';
const DEEP = 3_000;

/** `bytes` with one to three faults in it; sometimes packed as gzip, sometimes with a fault in the packed bytes. */
export function mutated(bytes: Uint8Array, dice: Dice): Uint8Array {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isPacked ? contentOf(bytes) : bytes;
  // An archive that is damaged already.
  if (!unpacked) return binary(bytes, dice);
  let content: Uint8Array = unpacked;
  const isBinary = content.subarray(0, 4).toString() === '80,65,82,49';
  for (let faults = dice.one([1, 1, 1, 2, 3]); faults > 0; faults -= 1)
    content = isBinary ? binary(content, dice) : Buffer.from(text(Buffer.from(content).toString(), dice));
  if (!isPacked && !dice.chance(0.05)) return content;
  const packed = new Uint8Array(gzipSync(content));
  return dice.chance(0.2) ? binary(packed, dice) : packed;
}

function contentOf(packed: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(packed);
  } catch {
    return undefined;
  }
}

function text(whole: string, dice: Dice): string {
  const start = whole.trimStart()[0];
  const isJson = start === '{' || start === '[';
  if (isJson && dice.chance(0.6)) return structured(whole, dice);
  if (start === '<' && dice.chance(0.6)) return marked(whole, dice);
  if (!isJson && dice.chance(0.7)) return tabular(whole, dice);
  return characters(whole, dice);
}

/** One value of the document, wherever it stands, is another, is gone, is there twice, or is broken as text. */
function structured(whole: string, dice: Dice): string {
  const lines = whole.trim().split('\n');
  let document: unknown;
  try {
    document = JSON.parse(whole);
  } catch {
    if (lines.length < 2) return characters(whole, dice);
    const line = dice.integer(0, lines.length - 1);
    lines[line] = lines[line]!.startsWith('{') ? structured(`${lines[line]}`, dice) : lines[line]!;
    return lines.join('\n');
  }
  const places = placesIn(document);
  if (places.length === 0) return characters(whole, dice);
  const { holder, key } = dice.one(places);
  const put = (value: unknown): void => {
    if (Array.isArray(holder)) holder[Number(key)] = value;
    else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  };
  switch (dice.integer(0, 7)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(holder[Number(key)]));
      else holder[`${key}2`] = holder[key];
      break;
    case 2:
      put(dice.one(places).holder);
      return safeJson(document);
    case 3: {
      // One value cut out of the text, or half of it: the marks around it stay.
      put('<cut>');
      const original = safeJson(document);
      return original.replace('"<cut>"', () =>
        dice.one(['', '{', '}', '[', ']', '"', '0,"time":1600,', '{"a":']),
      );
    }
    case 4:
      put('<deep>');
      return safeJson(document).replace('"<deep>"', () =>
        dice.one(['['.repeat(DEEP), `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, '{"a":'.repeat(DEEP)]),
      );
    case 5:
      put('<number>');
      return safeJson(document).replace('"<number>"', () =>
        dice.one(['1e999', '-1e999', '01', '1.', 'NaN', '1e308', '123456789012345678901234567890', '-0']),
      );
    default:
      put(structuredClone(dice.one(HOSTILE)));
  }
  return safeJson(document);
}

/** What could be written of a document that became part of itself. */
function safeJson(document: unknown): string {
  try {
    return JSON.stringify(document, null, 1);
  } catch {
    return '{"qtm": 1, "events": [{}]}';
  }
}

interface PlaceIn {
  readonly holder: unknown[] | Record<string, unknown>;
  readonly key: string;
}

function placesIn(document: unknown): readonly PlaceIn[] {
  const places: PlaceIn[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      visit(holder[key]);
    }
  };
  visit(document);
  return places;
}

/** A mark of XML is lost, doubled, moved or renamed; a value in or between marks is another. */
function marked(whole: string, dice: Dice): string {
  const parts: string[] = whole.match(/<[^>]*>|[^<]+/g) ?? [];
  if (parts.length === 0) return whole;
  const at = dice.integer(0, parts.length - 1);
  const part = parts[at]!;
  const cell = dice.one(HOSTILE_CELLS);
  switch (dice.integer(0, 7)) {
    case 0:
      parts.splice(at, 1);
      break;
    case 1:
      parts.splice(at, 0, ...parts.slice(at, at + dice.integer(1, 20)));
      break;
    case 2:
      parts.push(...parts.splice(at, dice.integer(1, 20)));
      break;
    case 3:
      parts.splice(at, 0, part.repeat(dice.one([2, 50, DEEP])));
      break;
    case 4: {
      // An element stands where another of the document stood.
      const from = dice.integer(0, parts.length - 1);
      parts.splice(at, dice.integer(1, 6), ...parts.slice(from, from + dice.integer(1, 12)));
      break;
    }
    case 5:
      parts[at] = part.replace(
        /^<(\/?)[\w:]+/,
        (_, slash: string) => `<${slash}${dice.one(['x', 'a:b', 'value', ''])}`,
      );
      break;
    default: {
      const values = [...part.matchAll(/"([^"]*)"/g)];
      const found = values.length > 0 ? dice.one(values) : undefined;
      parts[at] = found
        ? `${part.slice(0, found.index)}"${cell}"${part.slice(found.index + found[0].length)}`
        : part.startsWith('<')
          ? `${part}${cell}`
          : cell;
    }
  }
  return parts.join('');
}

/** A row or a cell is lost, doubled, moved, or holds something else. */
function tabular(whole: string, dice: Dice): string {
  const lines = whole.split('\n');
  const line = dice.chance(0.4)
    ? dice.integer(0, Math.min(9, lines.length - 1))
    : dice.integer(0, lines.length - 1);
  const separator = lines[line]!.includes(',') ? ',' : ' ';
  const cells = lines[line]!.split(separator);
  const cell = dice.integer(0, cells.length - 1);
  switch (dice.integer(0, 8)) {
    case 0:
      lines.splice(line, 1);
      break;
    case 1:
      lines.splice(line, 0, lines[line]!);
      break;
    case 2:
      lines.push(...lines.splice(line, 1));
      break;
    case 3:
      cells.splice(cell, 1);
      break;
    case 4:
      cells.splice(cell, 0, cells[cell]!);
      break;
    case 5:
      lines.splice(line, dice.integer(1, 5));
      break;
    default:
      cells[cell] = dice.one(HOSTILE_CELLS);
  }
  if (cells.join(separator) !== lines[line] && lines.length > line) {
    const changed = cells.join(separator);
    if (changed !== whole.split('\n')[line]) lines[line] = changed;
  }
  return lines.join('\n');
}

function characters(whole: string, dice: Dice): string {
  const at = dice.integer(0, whole.length);
  const to = at + (dice.chance(0.7) ? 1 : dice.integer(1, 200));
  const mark = MARKS[dice.integer(0, MARKS.length - 1)]!;
  switch (dice.integer(0, 6)) {
    case 0:
      return whole.slice(0, at);
    case 1:
      return whole.slice(0, at) + whole.slice(to);
    case 2:
      return whole.slice(0, at) + mark + whole.slice(at);
    case 3:
      return whole.slice(0, at) + mark + whole.slice(at + 1);
    case 4:
      return whole.slice(0, to) + whole.slice(at);
    case 5:
      return whole.replace(dice.one(['{', '}', '[', ']', '"', ',', ':']), '');
    default: {
      const numbers = [...whole.matchAll(/-?\d+(\.\d+)?/g)];
      if (numbers.length === 0) return whole.slice(at);
      const found = dice.one(numbers);
      const value = dice.one(HOSTILE_CELLS);
      return whole.slice(0, found.index) + value + whole.slice(found.index + found[0].length);
    }
  }
}

/** A few bytes are cut off, lost, or others. */
export function binary(bytes: Uint8Array, dice: Dice): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const at = dice.integer(0, Math.max(0, bytes.length - 1));
  const to = at + dice.integer(1, 40);
  switch (dice.integer(0, 5)) {
    case 0:
      return changed.subarray(0, at);
    case 1:
      return new Uint8Array(Buffer.concat([changed.subarray(0, at), changed.subarray(to)]));
    case 2:
      return changed.fill(dice.one([0, 255, 127, 128]), at, to);
    case 3: {
      // The end of a Parquet file says where everything is.
      const last = Math.max(0, bytes.length - dice.integer(1, 400));
      changed[last] = dice.integer(0, 255);
      return changed;
    }
    default:
      changed[at] = dice.integer(0, 255);
      return changed;
  }
}

/** Longer files are as linear as these, and would only take longer. */
const MOST_GROWN = 4_000_000;
/** So much of a long file is kept around what grows. */
const MOST_KEPT = 100_000;

/**
 * A file with very much of one thing: an entry of a list, a line, an element or a cell, thousands of times; the same again, under other names, or
 * counted up. Undefined where the file is no text.
 */
export function grown(bytes: Uint8Array, dice: Dice): Uint8Array | undefined {
  const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? contentOf(bytes) : bytes;
  const whole = Buffer.from(content ?? []).toString();
  if (whole === '' || whole.includes('\u0000') || whole.includes('\ufffd')) return undefined;
  const times = dice.one([2_000, 8_000, 32_000]);
  const again = dice.one([same, renamed, countedUp]);
  return Buffer.from(grownList(whole, times, again, dice) ?? grownPart(whole, times, again, dice));
}

/** How copies of a part differ. */
type Again = (part: string, dice: Dice) => (copy: number) => string;

const same: Again = (part) => () => part;

/** One word of it, and no key of a JSON object, has a number behind it. */
const renamed: Again = (part, dice) => {
  const words = [...part.matchAll(/[A-Za-z_][\w.-]*(?!["\w.-]*"?\s*:)/g)];
  if (words.length === 0) return () => part;
  const { index, 0: word } = dice.one(words);
  const [before, after] = [part.slice(0, index + word.length), part.slice(index + word.length)];
  return (copy) => `${before}${copy}${after}`;
};

const countedUp: Again = (part) => (copy) =>
  part.replace(/(?<![\w.])\d{1,15}(?!\w)/g, (digits) => String(Number(digits) + copy));

const copies = (part: string, times: number, again: Again, dice: Dice): string[] => {
  const copy = again(part, dice);
  const most = Math.min(times, Math.ceil(MOST_GROWN / (part.length + 1)));
  return Array.from({ length: most }, (_, number) => copy(number));
};

/** A list of a JSON document. */
function grownList(whole: string, times: number, again: Again, dice: Dice): string | undefined {
  let document: unknown;
  try {
    document = JSON.parse(whole);
  } catch {
    return undefined;
  }
  const lists = placesIn({ document }).flatMap(({ holder, key }) => {
    const value = (holder as Record<string, unknown>)[key];
    return Array.isArray(value) && value.length > 0 ? [value] : [];
  });
  if (lists.length === 0) return undefined;
  const list = dice.one(lists);
  const entry = JSON.stringify(dice.one(list));
  list.push('<grown>');
  return JSON.stringify(document).replace('"<grown>"', () => copies(entry, times, again, dice).join(','));
}

/** Lines or elements that follow each other; or each of the first lines has very many cells. */
function grownPart(whole: string, times: number, again: Again, dice: Dice): string {
  const parts = whole.slice(0, MOST_KEPT).split(/(?<=\n)|(?<=>)(?=<)/);
  if (dice.chance(0.1))
    return parts
      .slice(0, 20)
      .map(
        (line) =>
          line.trimEnd() +
          copies(/[,;\s]?[^,;\s]*$/.exec(line.trimEnd())![0], times / 20, again, dice).join(''),
      )
      .join('\n');
  const first = dice.chance(0.4)
    ? dice.integer(0, Math.min(9, parts.length - 1))
    : dice.integer(0, parts.length - 1);
  const many = dice.one([1, 1, 2, 4]);
  const part = parts.slice(first, first + many).join('');
  return [...parts.slice(0, first), ...copies(part, times, again, dice), ...parts.slice(first + many)].join(
    '',
  );
}
