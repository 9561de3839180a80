/** Writes the JSON Schema of scenarios to public/schema, for editors and other programs: `npm run schema`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { SCHEMA_VERSION } from '../src/model/scenario.ts';
import { scenarioSchema } from '../src/model/schema.ts';
import { FIELD_TEXTS } from './schema-texts.ts';

export const SCHEMA_FILE = fileURLToPath(
  new URL(`../public/schema/scenario-${SCHEMA_VERSION}.json`, import.meta.url),
);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The file's text. Relations between fields that JSON Schema cannot state are checked by Stagegraph only. */
export function scenarioJsonSchema(): string {
  const generated: { [key: string]: Json } = JSON.parse(JSON.stringify(z.toJSONSchema(scenarioSchema)));
  const { $schema, ...rest } = generated;
  const schema = {
    $schema: $schema!,
    $id: `urn:stagegraph:schema:scenario-${SCHEMA_VERSION}`,
    title: 'Stagegraph scenario',
    description:
      'A streaming system as a graph of stages, each a queue with servers. All numbers are SI: seconds, elements, elements per second.',
    ...rest,
  };
  complete(schema);
  return `${JSON.stringify(schema, null, 1)}\n`;
}

/** Adds descriptions to all fields, and `exactly one of` to laws that are stated by rate, mean or factors. */
function complete(schema: Json): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema) && isRecord(schema.properties)) {
    for (const [name, field] of Object.entries(schema.properties)) {
      const description = FIELD_TEXTS[name];
      if (isRecord(field) && description !== undefined) field.description = description;
    }
    const { rate, mean, factors } = schema.properties;
    if (rate && mean && factors)
      schema.oneOf = ['rate', 'mean', 'factors'].map((name) => ({ required: [name] }));
  }
  Object.values(schema).forEach(complete);
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  mkdirSync(dirname(SCHEMA_FILE), { recursive: true });
  writeFileSync(SCHEMA_FILE, scenarioJsonSchema());
}
