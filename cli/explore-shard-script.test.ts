/** Scripts for batch systems: run here part by part in their place, they give the bytes of one run. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { BUILT, runProgram } from './run-verbs.test-support.ts';

// Each starts several processes, which may wait for a busy machine.
vi.setConfig({ testTimeout: 0, hookTimeout: 0 });

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'shard-script-'));
const at = (name: string): string => join(folder, name);
const STUDY = ["it's a study.json", '--vary', '1b.capacity=100:700:40', '--measure', '1b.meanOccupancy'];

const stagegraph = (...args: string[]) =>
  spawnSync(process.execPath, [BUILT, ...args], { cwd: folder, encoding: 'utf8' });

/** In the folder of the study, where `npx stagegraph` is the command line as built. */
const bash = (script: string, variables: Readonly<Record<string, string>>) =>
  spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    // A shell whose input is a socket takes itself for a remote one and reads the start-up files of the machine.
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, ...variables },
  });

beforeAll(() => {
  ensureCommandLine();
  copyFileSync(join(root, 'public', 'examples', 'mercury-run-2.json'), at(STUDY[0]!));
  writeFileSync(at('npx'), `#!/bin/bash\nshift\nexec "${process.execPath}" "${BUILT}" "$@"\n`);
  chmodSync(at('npx'), 0o755);
  expect(stagegraph('explore', ...STUDY, '--out', 'whole.ndjson').status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

const script = (...more: string[]): string => {
  const { status, stdout, stderr } = stagegraph('explore', ...STUDY, ...more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};

/** Runs the line that the script tells for the end. */
function merged(text: string, out: string): string {
  const line = /^# {3}(npx stagegraph merge .*)$/m.exec(text)![1]!;
  expect(bash(line, {})).toMatchObject({ status: 0, stderr: '' });
  return readFileSync(at(out), 'utf8');
}

describe('stagegraph explore --shard-script', () => {
  it('prints an array for Slurm', { tags: ['long'] }, () => {
    const text = script('--shard-script', 'slurm:2', '--out', 'from slurm.ndjson');
    expect(text).toMatch(/^#!\/bin\/bash\n/);
    expect(text).toContain('\n#SBATCH --array=1-2\n');
    for (const part of ['1', '2'])
      expect(bash(text, { SLURM_ARRAY_TASK_ID: part, SLURM_CPUS_PER_TASK: '1' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    expect(merged(text, 'from slurm.ndjson')).toBe(readFileSync(at('whole.ndjson'), 'utf8'));
  });

  it('prints an Indexed Job for Kubernetes, which counts from 0', { tags: ['long'] }, () => {
    const text = script('--out=from-pods.ndjson', '--shard-script=kubernetes:2');
    for (const line of ['kind: Job', '  completionMode: Indexed', '  completions: 2'])
      expect(text).toContain(`\n${line}\n`);
    const [, argument] = /\n {10}args:\n {12}- (".*")\n/.exec(text)!;
    for (const index of ['0', '1'])
      expect(bash(JSON.parse(argument!), { JOB_COMPLETION_INDEX: index })).toMatchObject({
        status: 0,
        stderr: '',
      });
    expect(merged(text, 'from-pods.ndjson')).toBe(readFileSync(at('whole.ndjson'), 'utf8'));
  });

  it('makes no more parts than there are points', () => {
    expect(script('--shard-script', 'slurm')).toContain('--array=1-40\n');
  });

  it('refuses other systems, and a study that is not in a file', async () => {
    const { errors } = await runProgram(['explore', ...STUDY, '--shard-script', 'pbs']);
    expect(errors).toContain('Expected slurm or kubernetes');
    const piped = await runProgram(
      ['explore', '-', ...STUDY.slice(1), '--shard-script', 'slurm'],
      readFileSync(at(STUDY[0]!), 'utf8'),
    );
    expect(piped).toMatchObject({
      status: 2,
      errors: 'explore: --shard-script: expected a study in a file, got -\n',
    });
  });
});
