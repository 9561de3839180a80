/** Asks the worker that looks at reduced measurements. */

import type { Result } from '../../../core/base/result.ts';
import type { Query } from '../../../core/measurement/query.ts';
import type { ColumnMapping, ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type {
  FileInspection,
  MeasuredGraph,
  MeasuredService,
  MeasuredStudy,
  SampledAgainstTraced,
} from '../../../workers/measure/queries/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export class MeasuredClient {
  private readonly bridge = new WorkerBridge<MeasuredService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/measured.worker.ts', import.meta.url), { type: 'module' }),
  });

  inspect(file: File, layout?: Pick<ColumnMapping, 'separator' | 'header'>): Promise<FileInspection> {
    return this.bridge.call((worker) => worker.inspect(file, layout));
  }

  study(
    reduced: ReducedMeasurement,
    graph: MeasuredGraph,
    queries: readonly Query[],
  ): Promise<MeasuredStudy> {
    return this.bridge.call((worker) => worker.study(reduced, graph, queries));
  }

  sampledAgainstTraced(samples: File, trace: File): Promise<Result<SampledAgainstTraced, string>> {
    return this.bridge.call((worker) => worker.sampledAgainstTraced(samples, trace));
  }

  encode(reduced: ReducedMeasurement): Promise<string> {
    return this.bridge.call((worker) => worker.encode(reduced));
  }

  decode(text: string): Promise<Result<ReducedMeasurement, string>> {
    return this.bridge.call((worker) => worker.decode(text));
  }
}
