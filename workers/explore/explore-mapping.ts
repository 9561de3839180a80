/**
 * Stages on platforms: each stage with alternatives may run wherever its service is known (`alternatives`, and where it
 * is drawn); moving one makes or removes the crossings of buses. All mappings are answered where they are few; else
 * steepest descent, one stage at a time, from the drawn mapping and from all stages on one platform, as far as they can.
 */
import { moveToPlatform } from '../../core/scenario/platform-edits.ts';
import { isStage, type NodeId, type Platform, type Scenario } from '../../core/scenario/scenario.ts';
import type { Study } from '../../core/study/study.ts';
import type { MappedDesign, MappingAnswer, StudyFaults } from './contract.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { planStudy } from './study-plan.ts';

const MOST_MAPPINGS = 4_096;
const SHOWN = 20;

interface Movable {
  readonly id: NodeId;
  readonly platforms: readonly Platform[];
}
type Mapping = readonly Platform[];

/** `find`: whether more or less of the study's first measure is better. */
export function exploreMapping(
  study: Study,
  find: 'least' | 'largest',
  most = SHOWN,
): MappingAnswer | StudyFaults {
  const plan = planStudy({ ...study, vary: [] });
  if (plan.kind === 'faults') return plan;
  const stages = movableStages(study.scenario);
  if (plan.measures.length === 0)
    return { kind: 'faults', faults: ['The study has no measure to compare mappings by.'] };
  if (stages.length === 0)
    return {
      kind: 'faults',
      faults: ['No stage knows its service on another platform: give it alternatives.'],
    };
  const { answer = { by: 'solve' }, costs, scenario } = study;
  const sources = plan.measures.map(({ source }) => source);
  const known = new Map<string, MappedDesign>();
  const look = (mapping: Mapping): MappedDesign => {
    const key = mapping.join(' ');
    const before = known.get(key);
    if (before) return before;
    const moved = stages.reduce((now, { id }, i) => moveToPlatform(now, id, mapping[i]), scenario);
    const { status, values } = evaluateDesign({ scenario: moved, answer, costs, sources });
    const platforms = Object.fromEntries(stages.map(({ id }, i) => [id, mapping[i]!]));
    const found = { platforms, status, values };
    known.set(key, found);
    return found;
  };
  const mappings = stages.reduce((product, { platforms }) => product * platforms.length, 1);
  const sign = find === 'least' ? 1 : -1;
  const isAll = mappings <= MOST_MAPPINGS;
  if (isAll) for (const mapping of allMappings(stages)) look(mapping);
  else
    for (const start of startsOf(stages)) descend(stages, start, (mapping) => scoreOf(look(mapping), sign));
  const best = [...known.values()].sort((a, b) => scoreOf(a, sign) - scoreOf(b, sign)).slice(0, most);
  return { kind: 'mapping', method: isAll ? 'exhaustive' : 'search', looks: known.size, mappings, best };
}

/** The platform that it is drawn on comes first. */
const movableStages = ({ nodes }: Scenario): readonly Movable[] =>
  nodes.filter(isStage).flatMap(({ id, platform, alternatives = {}, bus }): readonly Movable[] => {
    if (platform === undefined || bus !== undefined) return [];
    const others = (Object.keys(alternatives) as Platform[]).filter((name) => name !== platform);
    return others.length > 0 ? [{ id, platforms: [platform, ...others] }] : [];
  });

/** Less is better; what has no steady state comes behind all that have one. */
function scoreOf({ status, values }: MappedDesign, sign: number): number {
  const [value] = values;
  if (value === undefined) return Number.POSITIVE_INFINITY;
  return status === 'answer' ? sign * value : Number.MAX_VALUE;
}

function* allMappings(stages: readonly Movable[]): Generator<Mapping> {
  const [first, ...rest] = stages;
  if (!first) {
    yield [];
    return;
  }
  for (const platform of first.platforms) for (const others of allMappings(rest)) yield [platform, ...others];
}

function startsOf(stages: readonly Movable[]): readonly Mapping[] {
  const known = new Set(stages.flatMap(({ platforms }) => platforms));
  return [
    stages.map(({ platforms }) => platforms[0]!),
    ...[...known].map((platform) =>
      stages.map(({ platforms }) => (platforms.includes(platform) ? platform : platforms[0]!)),
    ),
  ];
}

/** The best single move, until none is better. */
function descend(stages: readonly Movable[], start: Mapping, score: (mapping: Mapping) => number): void {
  let [here, best] = [start, score(start)];
  for (;;) {
    const moves = stages.flatMap(({ platforms }, i) =>
      platforms.filter((platform) => platform !== here[i]).map((platform) => here.with(i, platform)),
    );
    const next = moves.reduce((most, each) => (score(each) < score(most) ? each : most), here);
    if (score(next) >= best) return;
    [here, best] = [next, score(next)];
  }
}
