/**
 * Kinds have their knowledge in one place (core/rules, core/distributions): no program outside core compares one with
 * its raw name, so that a new kind is never taken for one of the others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindsOf } from '../core/base/kinds.ts';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { ARBITRATION } from '../core/rules/arbitration.ts';
import { BULK } from '../core/rules/bulk.ts';
import { DISCIPLINE, PREEMPTION } from '../core/rules/discipline.ts';
import { ROUTING } from '../core/rules/routing.ts';
import { ADMISSION, WHEN_FULL } from '../core/rules/when-full.ts';
import { RATE_METHODS } from '../workers/estimate/contract.ts';

const root = resolve(import.meta.dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.test(-support)?\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const RULES = [WHEN_FULL, ADMISSION, DISCIPLINE, PREEMPTION, ROUTING, BULK, ARBITRATION];
const names = [...new Set(RULES.flatMap((table): readonly string[] => kindsOf<string>(table)))];

/** A field of a rule, or a default in its place, held against a name. */
const FIELD = /(?:whenFull|admission|[dD]iscipline|preemption|arbitration|[rR]outingRule|\brule)/.source;
const RULE = new RegExp(`${FIELD}\\)?(?:\\s*\\?\\?\\s*'\\w+')?\\)?\\s*[=!]==\\s*'(?:${names.join('|')})'`);
const DISTRIBUTION = /\.distribution\s*[=!]==\s*'/;

const RATE_METHOD = new RegExp(`method\\s*[=!]==\\s*'(?:${RATE_METHODS.join('|')})'`);

const METHOD = new RegExp(`method\\)?\\s*[=!]==\\s*'(?:${METHOD_NAMES.join('|')})'`);

const holding = (pattern: RegExp): readonly string[] =>
  ['workers', 'src', 'lib', 'cli']
    .flatMap(sourceFiles)
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

describe('kinds', () => {
  it('compares no rule with a raw name outside core', () => {
    expect(holding(RULE)).toEqual([]);
  });

  it('compares no distribution with a raw name outside core', () => {
    expect(holding(DISTRIBUTION)).toEqual([]);
  });

  it('compares no method of a rate with a raw name', () => {
    expect(holding(RATE_METHOD)).toEqual([]);
  });

  it('compares no method of the solver with a raw name outside core', () => {
    expect(holding(METHOD)).toEqual([]);
  });

  it('finds such a comparison', () => {
    for (const text of [
      "stage.whenFull === 'drop'",
      "(s.discipline ?? 'FCFS') !== 'PS'",
      "bulk?.rule === 'full'",
    ])
      expect(text).toMatch(RULE);
    expect("service.distribution === 'erlang'").toMatch(DISTRIBUTION);
    expect("chosen.method === 'busy-time'").toMatch(RATE_METHOD);
    expect("answer.method !== 'qna'").toMatch(METHOD);
  });
});
