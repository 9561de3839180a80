/** What a batch system has to be told, so that it answers a study in parts. Each part may be ended and started again. */
import { version } from '../package.json';
import type { ShardScript } from './explore-options.ts';

interface Script extends ShardScript {
  /** The command line that asked for the script, from its verb on. */
  readonly args: readonly string[];
  /** Where the points shall be in the end. */
  readonly out?: string | undefined;
}

const USUAL_OUT = 'points.ndjson';

export function scriptText({ kind, parts, args, out = USUAL_OUT }: Script): string {
  const command = `npx stagegraph ${without(args, ['--shard-script', '--out', '--threads']).map(quoted).join(' ')}`;
  const stem = out.replace(/\.(ndjson|csv|parquet)$/, '');
  const shardOf = (part: string, threads: string): string =>
    `${command} --threads "${threads}" --shard "${part}/${parts}" --out ${quoted(`${stem}-`)}"${part}.ndjson"`;
  const merge = `npx stagegraph merge ${quoted(`${stem}-`)}*.ndjson --out ${quoted(out)}`;
  return kind === 'slurm' ? slurm(parts, shardOf, merge) : kubernetes(parts, shardOf, merge);
}

type ShardCommand = (part: string, threads: string) => string;

const slurm = (parts: number, shardOf: ShardCommand, merge: string): string => `#!/bin/bash
# Submit with sbatch, in the folder of the study. When all parts are done:
#   ${merge}
# A part that was ended goes on where it was when it is submitted again, such as with --array=7.
#SBATCH --job-name=stagegraph
#SBATCH --array=1-${parts}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A-%a.log
set -euo pipefail
${shardOf('$SLURM_ARRAY_TASK_ID', '$SLURM_CPUS_PER_TASK')}
`;

/** A JSON string is a YAML string. */
const kubernetes = (
  parts: number,
  shardOf: ShardCommand,
  merge: string,
): string => `# Apply with kubectl. Change image, claim and resources to yours: the claim holds the study, and gets the parts.
# When all parts are done:
#   ${merge}
apiVersion: batch/v1
kind: Job
metadata:
  name: stagegraph-explore
spec:
  completionMode: Indexed
  completions: ${parts}
  parallelism: ${Math.min(parts, 10)}
  backoffLimit: ${6 + parts}
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: explore
          image: stagegraph:${version}
          workingDir: /study
          command: ["bash", "-euo", "pipefail", "-c"]
          args:
            - ${JSON.stringify(shardOf('$((JOB_COMPLETION_INDEX + 1))', '1'))}
          resources:
            requests:
              cpu: "1"
              memory: 1Gi
          volumeMounts:
            - name: study
              mountPath: /study
      volumes:
        - name: study
          persistentVolumeClaim:
            claimName: stagegraph-study
`;

/** Arguments without some options and their values. */
function without(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.filter((arg, i) => {
    const isValue = i > 0 && options.includes(args[i - 1]!);
    return !isValue && !options.includes(arg) && !options.some((option) => arg.startsWith(`${option}=`));
  });
}

/** For a shell. */
const quoted = (text: string): string =>
  /^[\w./:=,%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
