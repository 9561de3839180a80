/** Scenarios as models of other programs. */
import { ok, type Result } from '../base/result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Exported } from './exported.ts';
import { writeJmva } from './jmt/write-jmva.ts';
import { writeJsim } from './jmt/write-jsim.ts';

const WRITERS = {
  jsimg: (scenario, timeUnit) => ok(writeJsim(scenario, timeUnit)),
  jmva: writeJmva,
} as const satisfies Record<string, (scenario: Scenario, timeUnit?: number) => Result<Exported, string>>;

/** The ending of a file is its format. */
export type ExportFormat = keyof typeof WRITERS;

export const EXPORT_FORMATS = Object.keys(WRITERS) as readonly ExportFormat[];

/** By the ending of the name of a file. */
export const exportFormatOf = (file: string): ExportFormat | undefined =>
  EXPORT_FORMATS.find((format) => file.endsWith(`.${format}`));

/** `timeUnit`: seconds of one unit of time of the model, 1 when absent. What it has no place for is refused or named. */
export const exportModel = (
  scenario: Scenario,
  format: ExportFormat,
  timeUnit?: number,
): Result<Exported, string> => WRITERS[format](scenario, timeUnit);
