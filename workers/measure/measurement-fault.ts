/** What is wrong with a measurement file, and a list of such faults that stays short however long the file is. */
import type { MeasurementFault } from '../contract/measuring.ts';

/** Where a row stands in its file. */
export interface Place {
  readonly line?: number;
  readonly path?: string;
}

/** A code with its letter: E rejects the file, W keeps it. */
type FaultCode = `${'E' | 'W'}${number}`;

interface FaultDetail {
  readonly place?: Place;
  readonly column?: string | number;
  readonly value?: string;
}

const MAX_FAULTS_SHOWN = 10;
/** A longer value is cut in the report. */
const MAX_VALUE_LENGTH = 60;

/** Collects faults of one file; of each severity the first ten are kept and the rest counted. */
export class FaultList {
  private readonly errors: MeasurementFault[] = [];
  private readonly warnings: MeasurementFault[] = [];
  private errorCount = 0;
  private warningCount = 0;

  constructor(private readonly file: string) {}

  add(code: FaultCode, message: string, detail: FaultDetail = {}): void {
    const isError = code.startsWith('E');
    const shown = isError ? this.errors : this.warnings;
    if (isError) this.errorCount += 1;
    else this.warningCount += 1;
    if (shown.length >= MAX_FAULTS_SHOWN) return;
    shown.push({
      code,
      severity: isError ? 'error' : 'warning',
      file: this.file,
      ...detail.place,
      ...(detail.column !== undefined && { column: detail.column }),
      ...(detail.value !== undefined && { value: shortened(detail.value) }),
      message,
    });
  }

  get hasErrors(): boolean {
    return this.errorCount > 0;
  }

  warningFaults(): MeasurementFault[] {
    return this.withCount(this.warnings, this.warningCount, 'W00');
  }

  /** Errors first, then warnings: what to show when a file is refused. */
  allFaults(): MeasurementFault[] {
    return [...this.withCount(this.errors, this.errorCount, 'E00'), ...this.warningFaults()];
  }

  private withCount(
    shown: readonly MeasurementFault[],
    count: number,
    code: 'E00' | 'W00',
  ): MeasurementFault[] {
    const hidden = count - shown.length;
    if (hidden === 0) return [...shown];
    const severity = code === 'E00' ? 'error' : 'warning';
    const what = `${severity}${hidden === 1 ? '' : 's'}`;
    return [...shown, { code, severity, file: this.file, message: `and ${hidden} more ${what}` }];
  }
}

/** One line for people: `run-1.csv, line 5, value: expected a number >= 0, got "abc" [E01]`. */
export function describeFault(fault: MeasurementFault): string {
  const place = [
    fault.file,
    fault.line === undefined ? undefined : `line ${fault.line}`,
    fault.path,
    typeof fault.column === 'number' ? `column ${fault.column}` : fault.column,
  ].filter((part) => part !== undefined);
  return `${place.join(', ')}: ${fault.message} [${fault.code}]`;
}

const shortened = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
