/** What is wrong with a measurement file, and a list of such faults that stays short however long the file is. */
import type { FaultReport, MeasurementFault, UnsureColumns } from './contract.ts';

/** Where a row stands in its file. */
export interface Place {
  readonly line?: number;
  readonly path?: string;
}

/** A code with its letter: E rejects the file, W keeps it. */
export type FaultCode = `${'E' | 'W'}${number}`;

export interface FaultDetail {
  readonly place?: Place;
  readonly column?: string | number;
  readonly value?: string;
  readonly unsure?: UnsureColumns;
}

const MAX_FAULTS_SHOWN = 10;
/** Errors kept for each code; further ones are counted. */
const MAX_FAULTS_KEPT = 1000;
/** A longer value is cut in the report. */
const MAX_VALUE_LENGTH = 60;

/** The faults of one code. */
interface OfCode {
  readonly kept: { readonly order: number; readonly fault: MeasurementFault }[];
  count: number;
}

/** Collects the faults of one file: of each code the first thousand are kept and the rest counted. */
export class FaultList {
  private readonly codes = new Map<string, OfCode>();
  private total = 0;

  /** `onFault` hears of each that is kept when it happens, and how many of its code there are with it. */
  constructor(
    readonly file: string,
    private readonly onFault?: (fault: MeasurementFault, count: number) => void,
  ) {}

  add(code: FaultCode, message: string, detail: FaultDetail = {}): void {
    const ofCode = this.codes.get(code) ?? { kept: [], count: 0 };
    this.codes.set(code, ofCode);
    ofCode.count += 1;
    this.total += 1;
    if (ofCode.kept.length >= MAX_FAULTS_KEPT) return;
    const fault: MeasurementFault = {
      code,
      severity: severityOf(code),
      file: this.file,
      ...detail.place,
      ...(detail.column !== undefined && { column: detail.column }),
      ...(detail.value !== undefined && { value: shortened(detail.value) }),
      message,
      ...(detail.unsure && { unsure: detail.unsure }),
    };
    ofCode.kept.push({ order: this.total, fault });
    this.onFault?.(fault, ofCode.count);
  }

  get hasErrors(): boolean {
    return [...this.codes.keys()].some((code) => severityOf(code) === 'error');
  }

  warningFaults(): MeasurementFault[] {
    return this.firstOf('warning', 'W00');
  }

  /** Errors first, then warnings: what to show when a file is refused. */
  allFaults(): MeasurementFault[] {
    return [...this.firstOf('error', 'E00'), ...this.warningFaults()];
  }

  /** Everything that is kept, with the counts; errors first. */
  report(): FaultReport {
    const codes = [...this.codes].sort(([a], [b]) => (a < b ? -1 : 1));
    const take = (most: number) =>
      codes.flatMap(([, { kept }]) => kept.slice(0, most).map(({ fault }) => fault));
    return {
      shown: take(MAX_FAULTS_SHOWN),
      kept: take(MAX_FAULTS_KEPT),
      counts: codes.map(([code, { count }]) => ({ code, severity: severityOf(code), count })),
    };
  }

  /** The first ten of a severity in the order of the file, and how many more there are. */
  private firstOf(severity: MeasurementFault['severity'], rest: 'E00' | 'W00'): MeasurementFault[] {
    const codes = [...this.codes].filter(([code]) => severityOf(code) === severity);
    const count = codes.reduce((sum, [, ofCode]) => sum + ofCode.count, 0);
    const shown = codes
      .flatMap(([, { kept }]) => kept.slice(0, MAX_FAULTS_SHOWN))
      .sort((a, b) => a.order - b.order)
      .slice(0, MAX_FAULTS_SHOWN)
      .map(({ fault }) => fault);
    const hidden = count - shown.length;
    if (hidden === 0) return shown;
    const what = `${severity}${hidden === 1 ? '' : 's'}`;
    return [...shown, { code: rest, severity, file: this.file, message: `and ${hidden} more ${what}` }];
  }
}

const severityOf = (code: string): MeasurementFault['severity'] =>
  code.startsWith('E') ? 'error' : 'warning';

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
