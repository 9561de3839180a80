/** The floors of the house (docs/architecture.md): who may import whom. A wrong arrow is named. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Room -> rooms that it may import from, itself aside. `page` tells which rooms may use a DOM and React. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/base': [],
  'src/model': ['src/base'],
  'workers/numeric': ['src/base', 'src/model'],
  'workers/random': ['src/base', 'src/model'],
  'workers/contract': ['src/base', 'src/model'],
  'workers/solve': ['src/base', 'src/model', 'workers/numeric', 'workers/contract'],
  'workers/simulate': ['src/base', 'src/model', 'workers/numeric', 'workers/random', 'workers/contract'],
  'workers/fast': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/simulate',
  ],
  'workers/estimate': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/measure',
  ],
  'workers/measure': ['src/base', 'src/model', 'workers/numeric', 'workers/random', 'workers/contract'],
  'workers/infer': ['src/base', 'src/model', 'workers/numeric', 'workers/random', 'workers/contract'],
  'workers/fit': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/solve',
    'workers/simulate',
    'workers/fast',
  ],
  'workers/virtual-queue': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/solve',
    'workers/simulate',
    'workers/measure',
  ],
  'workers/replay': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/simulate',
    'workers/fast',
    'workers/measure',
    'workers/virtual-queue',
  ],
  'workers/explore': [
    'src/base',
    'src/model',
    'workers/numeric',
    'workers/random',
    'workers/contract',
    'workers/solve',
    'workers/simulate',
    'workers/fast',
  ],
  'workers/entry': [
    'src/base',
    'src/model',
    'workers/contract',
    'workers/solve',
    'workers/simulate',
    'workers/fast',
    'workers/measure',
    'workers/estimate',
    'workers/infer',
    'workers/fit',
    'workers/virtual-queue',
    'workers/replay',
    'workers/explore',
  ],
  'src/engine': ['src/base', 'src/model', 'workers/contract'],
  'src/widgets': ['src/base'],
  'src/charts': ['src/base', 'src/model', 'src/widgets', 'workers/contract'],
  'src/state': ['src/base', 'src/model', 'src/engine', 'workers/contract'],
  'src/editor': ['src/base', 'src/model', 'src/widgets', 'workers/contract'],
  'src/app': [
    'src/base',
    'src/model',
    'src/engine',
    'src/state',
    'src/widgets',
    'src/charts',
    'src/editor',
    'workers/contract',
  ],
  cli: [
    'src/base',
    'src/model',
    'src/engine',
    'workers/contract',
    'workers/solve',
    'workers/simulate',
    'workers/fast',
    'workers/measure',
    'workers/estimate',
    'workers/infer',
    'workers/fit',
    'workers/virtual-queue',
    'workers/replay',
    'workers/explore',
  ],
};

/** Packages that the rooms below the page must not touch. */
const PAGE_PACKAGES = /^(react|react-dom|zustand|@xyflow\/|@base-ui\/|cmdk|d3)/;

const rooms = Object.keys(FLOORS);
const roomOf = (path: string): string | undefined => rooms.find((room) => path.startsWith(`${room}/`));

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
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) {
      const isPageRoom = room.startsWith('src/') && room !== 'src/base' && room !== 'src/model';
      return PAGE_PACKAGES.test(name) && !isPageRoom ? [`${file} -> ${name}`] : [];
    }
    const target = relative(root, resolve(root, dirname(file), name));
    const targetRoom = roomOf(target);
    // The engine starts a worker by its address; that is no import.
    if (room === 'src/engine' && targetRoom === 'workers/entry') return [];
    if (targetRoom === undefined || targetRoom === room || FLOORS[room]!.includes(targetRoom)) return [];
    return [`${file} -> ${target}`];
  });
}

describe('floors', () => {
  for (const room of rooms) {
    it(`${room} imports only from the floors below it`, () => {
      expect(sourceFiles(room).flatMap(wrongArrows)).toEqual([]);
    });
  }

  it('knows every room', () => {
    const folders = ['src', 'workers'].flatMap((top) =>
      readdirSync(join(root, top), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${top}/${entry.name}`] : [],
      ),
    );
    expect(folders.filter((folder) => !rooms.includes(folder))).toEqual([]);
  });

  it('finds an arrow that runs up', () => {
    expect(importsOf('src/state/solving.ts').some((name) => name.includes('engine'))).toBe(true);
    expect(FLOORS['src/engine']).not.toContain('src/state');
  });
});
