/** All chains of a problem in rounds, until they agree: whoever runs a chain, here or in threads, is given by the caller. */
import type { ChainEnd, ChainRecord, ChainRefusal, PosteriorProblem, PosteriorReport } from './contract.ts';
import { summarizePosterior } from './summarize-posterior.ts';

export type RunRound = (chain: number, from?: ChainEnd) => Promise<ChainRecord | ChainRefusal>;

/** Rounds at most. The first half of all sweeps is dropped, so that later rounds forget the start. */
const MOST_ROUNDS = 64;

export async function estimatePosterior(
  problem: PosteriorProblem,
  runRound: RunRound,
  onRound: (report: PosteriorReport) => void = () => undefined,
  mostRounds = MOST_ROUNDS,
): Promise<PosteriorReport | ChainRefusal> {
  const chains = Array.from({ length: problem.chains }, (_, chain) => chain);
  const records: ChainRecord[] = [];
  for (let round = 1; ; round += 1) {
    const ends = records.slice(-problem.chains);
    const made = await Promise.all(chains.map((chain) => runRound(chain, ends[chain]?.end)));
    for (const record of made) {
      if ('refused' in record) return record;
      records.push(record);
    }
    const report = summarizePosterior(problem, records);
    if (report.kind === 'answer' || round === mostRounds) return report;
    onRound(report);
  }
}
