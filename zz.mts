import { readFileSync } from 'node:fs';
import { solveScenario } from './workers/solve/solve-scenario.ts';
import { verdictText } from './core/measures/verdicts.ts';
const m = process.env.METHOD ?? 'auto';
for (const f of process.argv.slice(2)) { const s = JSON.parse(readFileSync(f,'utf8')); const a: any = solveScenario(s, m); console.log('##', f.split('/').at(-1), a.kind, a.solvedBy, a.code ?? '', JSON.stringify(a.facts ?? ''), 'X', a.network?.throughput); for (const [id, m] of Object.entries<any>(a.stages ?? {})) console.log('  ', id, m.meanOccupancy?.toPrecision(4), m.throughput?.toPrecision(4), m.fullProbability?.toPrecision(3), m.exact ? 'exact' : '', m.saturated ? 'SAT':'', m.doubtful ? 'doubtful':''); for (const v of a.verdicts ?? []) if (v.severity==='warning') console.log('   !', verdictText(v)); }
