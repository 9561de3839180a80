import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withFieldTables } from './field-tables.ts';
import { publishedSchemas, REFERENCE } from './write-schema.ts';

type Node = { readonly properties?: Record<string, { readonly description?: string }> } & Record<
  string,
  unknown
>;

function fieldsOf(value: unknown): readonly [string, string | undefined][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries((value as Node).properties ?? {}).map(
    ([name, field]) => [name, field.description] as [string, string | undefined],
  );
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

describe.each(publishedSchemas())('the published JSON Schema $file', ({ file, text, texts }) => {
  it('is the one that the code would write now (npm run schema)', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('describes every field, and no field that does not exist', () => {
    const fields = fieldsOf(JSON.parse(text));
    expect(fields.filter(([, description]) => description === undefined)).toEqual([]);
    const names = new Set(fields.map(([name]) => name));
    expect(Object.keys(texts).filter((name) => !names.has(name))).toEqual([]);
  });

  it('closes every object to unknown fields', () => {
    const open: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const node = value as Node;
      if (node.properties && node.additionalProperties !== false && node.type === 'object') open.push(node);
      Object.values(value).forEach(visit);
    };
    visit(JSON.parse(text));
    expect(open).toEqual([]);
  });
});

describe('docs/scenario-format.md', () => {
  it('has the tables that the rows of fields would write now (npm run schema)', () => {
    const page = readFileSync(REFERENCE, 'utf8');
    expect(page).toBe(withFieldTables(page));
    expect(page.match(/<!-- fields: /g)!.length).toBeGreaterThan(10);
  });
});
