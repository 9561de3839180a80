import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used; the time since 1970 where the system does not tell. On a busy machine the clock says nothing. */
export function processorSeconds({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Date.now() / 1000;
  }
}
