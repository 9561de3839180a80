/** What readers of other programs' models are given and what they answer. */
import { LIMITS } from '../base/limits.ts';
import {
  type Link,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
} from '../scenario/scenario.ts';

/** A file; its name is for messages alone. */
export interface ModelFile {
  readonly name: string;
  readonly text: string;
}

export interface Imported {
  readonly scenario: Scenario;
  /** Sentences: what the files have and the scenario has not, and what was read in another way than it is written. */
  readonly remarks: readonly string[];
}

interface Read {
  /** Whose model it is, as people name it. */
  readonly program: string;
  readonly name: string;
  readonly remarks: readonly string[];
  /** What the model says of itself. */
  readonly description?: string;
  readonly nodes: readonly ScenarioNode[];
  readonly links: readonly Link[];
  readonly classes?: Scenario['classes'] | undefined;
}

/** A scenario whose notes tell where it is from, and the remarks. */
export function importedAs({ program, name, remarks, description, nodes, links, classes }: Read): Imported {
  const notes = [`Imported from ${program}.`, ...(description ? [description] : []), ...remarks];
  return {
    scenario: {
      ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: name.slice(0, LIMITS.name) },
      notes: notes.join('\n').slice(0, LIMITS.notes),
      ...{ nodes, links, ...(classes && { classes }) },
    },
    remarks,
  };
}

/** The remark on a model whose times have no unit; `unit` in seconds. */
export const timeUnitRemark = (unit: number): string => `One unit of time is taken as ${unit} s.`;

/** Service without any time, in units of the model: a stage needs a time above 0. */
export const NO_TIME = 1e-9;
