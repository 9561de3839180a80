/**
 * What starts processes or compiles takes long however short its file is, by whose size files that never ran are ordered: begun last, it is waited for
 * while the other workers have nothing left to do.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STARTS = /\b(spawn|spawnSync|execFileSync|ensureCommandLine|compileKernel)\b/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const starts = ({ moduleId }: TestSpecification): boolean => STARTS.test(readFileSync(moduleId, 'utf8'));
    return [...sorted.filter(starts), ...sorted.filter((file) => !starts(file))];
  }
}
