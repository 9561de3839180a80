/** Fetches the examples and reads them like any other file. */
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../../core/scenario/scenario.ts';
import { BLANK_EXAMPLE, EXAMPLES, NEW_DRAWING } from './examples.ts';

/** Reads the JSON at an address relative to the page. */
export type ReadJson = (file: string) => Promise<unknown>;

const loaded = new Map<string, Promise<Scenario>>();

/**
 * The scenario of an example. A file is fetched once; a failure is not kept, so that asking again tries again.
 * Rejects with a sentence for the user: no such example, not fetched, or not a scenario.
 */
export function loadExample(slug: string, readJson: ReadJson = fetchJson): Promise<Scenario> {
  const known = loaded.get(slug);
  if (known) return known;
  const loading = readExample(slug, readJson);
  loaded.set(slug, loading);
  loading.catch(() => loaded.delete(slug));
  return loading;
}

async function readExample(slug: string, readJson: ReadJson): Promise<Scenario> {
  if (slug === NEW_DRAWING)
    return { format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'Untitled', nodes: [], links: [] };
  const example = [BLANK_EXAMPLE, ...EXAMPLES].find((each) => each.slug === slug);
  if (!example) throw new Error(`There is no example "${slug}".`);
  // The gallery stands before its pictures are drawn, and needs no reader until then.
  const [{ parseScenario }, json] = await Promise.all([
    import('../../../core/scenario/read-scenario.ts'),
    readJson(example.file),
  ]);
  const parsed = parseScenario(json);
  if (!parsed.ok) throw new Error(`${example.file}: ${parsed.error[0]?.message ?? 'not a scenario'}`);
  return parsed.value;
}

async function fetchJson(file: string): Promise<unknown> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: the server answered ${response.status}.`);
  return response.json();
}
