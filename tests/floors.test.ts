/** The floors of the house (docs/architecture.md): who may import whom. A wrong arrow is named. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/**
 * Rooms from the ground up: a room may import from those of a lower floor, and from itself. Rooms of one floor do not
 * know each other.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['core/base'],
  ['core/numeric'],
  ['core/quantities'],
  ['core/distributions', 'core/rules'],
  ['core/measurement'],
  ['core/scenario'],
  ['core/measures', 'core/imports'],
  ['core/study', 'core/engines'],
  ['workers/numeric', 'workers/random'],
  ['workers/solve', 'workers/measure'],
  [
    'workers/transient',
    'workers/bounds',
    'workers/simulate',
    'workers/compare',
    'workers/estimate',
    'workers/posterior',
    'workers/traces',
  ],
  ['workers/animate', 'workers/virtual-queue', 'workers/trace-depths'],
  ['workers/fit', 'workers/replay', 'workers/explore'],
  ['workers/draw'],
  ['workers/entry', 'src/run'],
  ['src/ui', 'src/state'],
  ['src/features'],
  ['src/app', 'lib'],
  ['cli', 'embed'],
];

/** Modules of the workers that the page may import: what crosses to it, never a kernel. */
const CONTRACTS = /^workers\/.*(contract|records|determined|measured-bus|stage-of-queue|drawn-bus)\.ts$/;

/** Answers in words and columns, for the page and for the terminal: made from what crosses alone, without a kernel. */
const WORDS =
  /^workers\/(draw|estimate|explore|fit|posterior|trace-depths|traces|virtual-queue)\/[a-z]+-words\.ts$/;

/** What checks the product is no part of it: the simulator's twin above all. */
const CHECKS = /^(tests|verify|bench|e2e|scripts)\//;

/** A worker as the page starts it. */
const WORKER_ADDRESS = /^workers\/entry\/[a-z-]+\.worker\.ts$/;

/** Packages that the rooms below the page must not touch. */
const PAGE_PACKAGES = /^(react|react-dom|zustand|@xyflow\/|@base-ui\/|cmdk|d3)/;

const rooms = FLOORS.flat();
const roomOf = (path: string): string | undefined => rooms.find((room) => path.startsWith(`${room}/`));
const floorOf = (room: string): number => FLOORS.findIndex((floor) => floor.includes(room));

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.test(-support)?\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+|new URL\(\s*)'([^']+)'/g);
  return [...found].map((match) => match[1]!);
}

function wrongArrows(file: string): string[] {
  const room = roomOf(file)!;
  const onPage = room.startsWith('src/');
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) return PAGE_PACKAGES.test(name) && !onPage ? [`${file} -> ${name}`] : [];
    const target = relative(root, resolve(root, dirname(file), name));
    const targetRoom = roomOf(target);
    if (CHECKS.test(target)) return [`${file} -> ${target}`];
    if (targetRoom === undefined || targetRoom === room) return [];
    // They show the tables and the still picture of the page, and none of its components.
    if (['cli', 'lib', 'embed'].includes(room) && target.startsWith('src/') && target.endsWith('.tsx'))
      return [`${file} -> ${target}`];
    // What crosses between page and workers is plain data that every room above core may name.
    if (CONTRACTS.test(target) && !room.startsWith('core/')) return [];
    if (onPage && WORDS.test(target)) return [];
    // The page starts a worker by its address, and knows nothing else of it.
    if (onPage && targetRoom.startsWith('workers/'))
      return WORKER_ADDRESS.test(target) ? [] : [`${file} -> ${target}`];
    return floorOf(targetRoom) < floorOf(room) ? [] : [`${file} -> ${target}`];
  });
}

/** The first circle of files that import each other, as far as its way goes; empty where there is none. */
function circleAmong(files: readonly string[]): readonly string[] {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    done.add(file);
    way.push(file);
    for (const name of importsOf(file).filter((each) => each.startsWith('.') && /\.tsx?$/.test(each))) {
      const circle = visit(relative(root, resolve(root, dirname(file), name)));
      if (circle.length > 0) return circle;
    }
    way.pop();
    return [];
  };
  for (const file of files) {
    const circle = visit(file);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Functions of `Math` whose last digits are an engine's own, and what is no function of its arguments. */
const ENGINES_OWN =
  /\bMath\s*(?:\.\s*(?:log|log10|log2|log1p|exp|expm1|pow|sinh|cosh|tanh|asinh|acosh|atanh|sin|cos|tan|cbrt|atan|atan2|acos|asin|hypot|random)\b|\[|;|\)|,)|(?:=|\.\.\.)\s*Math\b(?!\s*\.)|\bDate\.now\b|\bnew Date\(\)/g;

/** Code without its comments and texts, line by line. */
const codeOf = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, (gone) => gone.replace(/[^\n]/g, ' '));

/** Exact powers: squares, powers of two with a whole number that is written out, and those of `bigint`. */
const isExactPower = (base: string, exponent: string): boolean =>
  /^\s*2(?![\w.*])/.test(exponent) ||
  (/(?<![\w.])2\s*$/.test(base) && /^\s*-?\d+(?![\w.])/.test(exponent)) ||
  /\d+n\s*$/.test(base);

/** Where code leaves digits to the engine that runs it. */
function enginesDigits(text: string): string[] {
  return codeOf(text)
    .split('\n')
    .flatMap((line, i) => {
      const powers = [...line.matchAll(/\*\*=?/g)].filter(
        ({ 0: { length }, index }) => !isExactPower(line.slice(0, index), line.slice(index + length)),
      );
      return [...line.matchAll(ENGINES_OWN), ...powers].map(() => `${i + 1}: ${line.trim()}`);
    });
}

describe('digits', () => {
  it('are never those of an engine in core and workers', () => {
    const files = ['core', 'workers']
      .flatMap(sourceFiles)
      .filter((file) => file !== 'core/numeric/elementary.ts' && !file.includes('/fixtures/'));
    const found = files.flatMap((file) =>
      enginesDigits(readFileSync(join(root, file), 'utf8')).map((where) => `${file}:${where}`),
    );
    expect(found).toEqual([]);
  });

  it('are seen wherever an engine may decide over them', () => {
    const own = [
      'Math.log(x)',
      'const { exp } = Math;',
      'f(Math)',
      'Math["sin"]',
      'x ** 3',
      '2 ** k',
      'x ** -2',
      'x **= 3',
    ];
    for (const code of own) expect(enginesDigits(code), code).toHaveLength(1);
    const exact = [
      'Math.sqrt(x)',
      'x ** 2',
      '2 ** -52',
      '10n ** 15n',
      '/** x ** 3 */',
      '// Math.log',
      'log(x)',
    ];
    for (const code of exact) expect(enginesDigits(code), code).toEqual([]);
  });
});

describe('floors', () => {
  it('words of answers need nothing but what crosses', () => {
    const words = sourceFiles('workers').filter((file) => WORDS.test(file));
    const arrows = words.flatMap((file) =>
      importsOf(file)
        .map((name) => relative(root, resolve(root, dirname(file), name)))
        .filter((target) => !target.startsWith('core/') && !CONTRACTS.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(words).toHaveLength(9);
    expect(arrows).toEqual([]);
  });

  for (const room of rooms) {
    it(`${room} imports only from the floors below it`, () => {
      expect(sourceFiles(room).flatMap(wrongArrows)).toEqual([]);
    });
  }

  it('knows every room', () => {
    const folders = ['core', 'src', 'workers'].flatMap((top) =>
      readdirSync(join(root, top), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${top}/${entry.name}`] : [],
      ),
    );
    expect(folders.filter((folder) => !rooms.includes(folder))).toEqual([]);
  });

  it('has no files that import each other in a circle', () => {
    expect(circleAmong(rooms.flatMap(sourceFiles))).toEqual([]);
  });

  it('finds an arrow that runs up', () => {
    expect(importsOf('src/features/solve/solving.ts').some((name) => name.includes('solver-client'))).toBe(
      true,
    );
    expect(floorOf('src/ui')).toBeLessThan(floorOf('src/features'));
  });
});
