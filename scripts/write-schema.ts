/** Writes what is made from the rows of fields, `npm run schema`: the JSON Schemas in public/schema, and the tables of docs/scenario-format.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { FieldRow } from '../core/scenario/fields.ts';
import { SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { rowsOf, scenarioSchema } from '../core/scenario/schema.ts';
import { studySchema } from '../core/study/read-study.ts';
import { STUDY_VERSION } from '../core/study/study.ts';
import { absentText, withFieldTables } from './field-tables.ts';
import { FIELD_TEXTS } from './schema-texts.ts';
import { STUDY_TEXTS } from './study-texts.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface PublishedSchema {
  readonly file: string;
  readonly text: string;
  /** What its fields mean, by their names. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Relations between fields that JSON Schema cannot state are checked by Stagegraph only. */
export function publishedSchemas(): readonly PublishedSchema[] {
  const scenario = `scenario-${SCHEMA_VERSION}`;
  return [
    published(scenario, FIELD_TEXTS, {
      title: 'Stagegraph scenario',
      description:
        'A streaming system as a graph of stages, each a queue with servers. All numbers are SI: seconds, elements, elements per second.',
      ...generated(scenarioSchema),
    }),
    published(`study-${STUDY_VERSION}`, STUDY_TEXTS, {
      title: 'Stagegraph study',
      description: 'A scenario, what of it is varied, and what is looked at.',
      ...withScenarioElsewhere(generated(studySchema), scenario),
    }),
  ];
}

type Fields = { [key: string]: Json };

const generated = (schema: z.core.$ZodType): Fields =>
  JSON.parse(
    JSON.stringify(
      z.toJSONSchema(schema, {
        override: ({ zodSchema, jsonSchema }) => {
          const rows = Object.entries(rowsOf(zodSchema) ?? {});
          for (const [name, row] of rows)
            Object.assign(jsonSchema.properties![name]!, { description: describe(row) });
        },
      }),
    ),
  );

const describe = (row: FieldRow): string => {
  const absent = absentText(row);
  return absent === undefined ? row.help : `${row.help} Default: ${absent}.`;
};

/** Scenarios inside, the one studied, its variants and baselines, have their own schema. */
function withScenarioElsewhere(schema: Fields, scenario: string): Fields {
  const elsewhere = { $ref: `urn:stagegraph:schema:${scenario}` };
  const properties = schema.properties as Fields;
  const listed = ['variants', 'baselines'].map((name) => {
    const list = properties[name] as Fields;
    const items = list.items as Fields;
    const entry = { ...items, properties: { ...(items.properties as Fields), scenario: elsewhere } };
    return [name, { ...list, items: entry }];
  });
  return { ...schema, properties: { ...properties, scenario: elsewhere, ...Object.fromEntries(listed) } };
}

function published(
  name: string,
  texts: PublishedSchema['texts'],
  { $schema, ...rest }: Fields,
): PublishedSchema {
  const schema = { $schema: $schema!, $id: `urn:stagegraph:schema:${name}`, ...rest };
  complete(schema, texts);
  const file = fileURLToPath(new URL(`../public/schema/${name}.json`, import.meta.url));
  return { file, texts, text: `${JSON.stringify(schema, null, 1)}\n` };
}

/** Adds descriptions to fields that have none yet, and `exactly one of` to distributions that are stated by rate, mean or factors. */
function complete(schema: Json, texts: PublishedSchema['texts']): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema) && isRecord(schema.properties)) {
    for (const [name, field] of Object.entries(schema.properties)) {
      const description = texts[name];
      if (isRecord(field) && description !== undefined) field.description ??= description;
    }
    const { rate, mean, factors } = schema.properties;
    if (rate && mean && factors)
      schema.oneOf = ['rate', 'mean', 'factors'].map((name) => ({ required: [name] }));
  }
  for (const part of Object.values(schema)) complete(part, texts);
}

function isRecord(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const REFERENCE = fileURLToPath(new URL('../docs/scenario-format.md', import.meta.url));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { file, text } of publishedSchemas()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(REFERENCE, withFieldTables(readFileSync(REFERENCE, 'utf8')));
}
