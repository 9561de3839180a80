/** Stages on platforms: moved by hand, and all ways of putting them there, the best first. */
import './mapping.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { PLATFORMS } from '../../../core/scenario/fields.ts';
import type { NodeId, Platform, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { MappedDesign } from '../../../workers/explore/contract.ts';
import { quantityText, STATUS_WORDS, wordsOf } from '../../../workers/explore/explore-words.ts';
import { isStale } from '../../run/create-run.ts';
import { editDocument, selectScenario, useDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { faultsOf, keyOf, mappingRun } from './explore-asking.ts';
import { setExploreView, useExplore } from './explore-store.ts';
import { FaultLines } from './FaultLines.tsx';
import { LastAnswer, WHILE_SEEKING } from './LastAnswer.tsx';
import { lookAtScenario, lookingAt } from './look-at.ts';
import {
  joinByBus,
  mayBeExplored,
  missingBuses,
  moveStage,
  type Place,
  placedStages,
  placeOf,
} from './mapping-moves.ts';
import { senseOf } from './pareto-front.ts';
import { stopLooking } from './previewing.ts';
import { showAllOf } from './show-all.ts';

/** What most mappings are chosen by. */
const TIME = 'network.meanSojournTime';

export function MappingView({ study }: { readonly study: Study }) {
  const scenario = useScenario();
  const asked = mappingRun.use();
  const wanted = useExplore((state) => state.view.measure);
  const first = [wanted, TIME, study.measures[0]].find(
    (name) => name !== undefined && study.measures.includes(name),
  );
  const ranked = useMemo(
    () => ({ ...study, measures: [...new Set([first!, ...study.measures])] }),
    [study, first],
  );
  const find = senseOf(first ?? '');
  const key = keyOf(ranked, find);
  const isExplored = mayBeExplored(study.scenario);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    if (isExplored) void mappingRun.follow({ study: ranked, find });
  }, [key]);
  const faults = asked.key === key ? faultsOf(asked) : undefined;
  const answer = asked.key === key && !faults ? asked.answer : undefined;
  if (!isExplored)
    return (
      <>
        <MappingBoard scenario={scenario} />
        <p className="panel__note">
          To try and rank all mappings, give the service of a stage on other platforms: select the stage, then{' '}
          <em>Alternative platforms</em> in the inspector. The example <em>Processor or FPGA?</em> shows it.
        </p>
      </>
    );
  return (
    <>
      <MappingBoard scenario={scenario} />
      <ChoiceField
        label="Rank by"
        as="list"
        value={first}
        choices={study.measures.map((value) => ({ value, label: wordsOf(study.scenario, value) }))}
        onChange={(measure) => setExploreView({ measure })}
      />
      {faults && (
        <FaultLines
          faults={faults}
          run={asked}
          onAgain={() => void mappingRun.ask({ study: ranked, find })}
        />
      )}
      {asked.status === 'running' && <p className="panel__note">Trying mappings…</p>}
      {answer && (
        <LastAnswer isOld={isStale(asked, key)} note={WHILE_SEEKING}>
          <div className="panel__table">
            <p className="panel__note">
              {answer.looks.toLocaleString('en')} of {answer.mappings.toLocaleString('en')} mappings tried
              {answer.method === 'exhaustive'
                ? ': ● exhaustive, so the first is optimal.'
                : ', by local search: ◐ there may be better ones.'}
            </p>
            <DataTable
              caption={`Mappings, ${find} ${wordsOf(study.scenario, first!)} first`}
              columns={columnsFor(study.scenario, ranked.measures, answer.best, drawnOn(scenario))}
              rows={answer.best}
              rowKey={({ platforms }) => JSON.stringify(platforms)}
              fileName={`${study.name} mappings`}
            />
          </div>
        </LastAnswer>
      )}
    </>
  );
}

function columnsFor(
  scenario: Scenario,
  measures: readonly string[],
  best: readonly MappedDesign[],
  drawn: (row: MappedDesign) => boolean,
): readonly PageColumn<MappedDesign>[] {
  const stages = Object.keys(best[0]?.platforms ?? {});
  const onto =
    (id: string) =>
    ({ platforms }: MappedDesign): string => {
      const platform = platforms[id];
      return platform === undefined ? '' : PLATFORMS[platform].label;
    };
  return [
    { id: 'apply', header: '', cell: (row) => (drawn(row) ? 'drawn' : <Apply row={row} />), value: () => '' },
    ...stages.map((id) => ({
      id: `stage ${id}`,
      header: nodeTitle(scenario, id),
      value: onto(id),
    })),
    ...measures.map(
      (name, i): PageColumn<MappedDesign> => ({
        id: name,
        header: wordsOf(scenario, name),
        kind: 'number',
        cell: ({ values }) => quantityText(scenario, name, values[i]),
        value: ({ values }) => values[i],
      }),
    ),
    { id: 'status', header: 'Status', value: ({ status }) => STATUS_WORDS[status] },
  ];
}

/** Whether the drawing has this mapping. */
function drawnOn(scenario: Scenario) {
  const places = new Map(placedStages(scenario).map((stage) => [stage.id, placeOf(stage)]));
  return ({ platforms }: MappedDesign): boolean =>
    Object.entries(platforms).every(([id, platform]) => places.get(id) === platform);
}

function Apply({ row: { platforms } }: { readonly row: MappedDesign }) {
  const entries = Object.entries(platforms);
  const words = entries.map(([id, platform]) => `${id} on ${PLATFORMS[platform].label}`).join(', ');
  const mapped = (scenario: Scenario): Scenario =>
    entries.reduce((now, [id, platform]) => moveStage(now, id, platform), scenario);
  const look = (): void => {
    const scenario = selectScenario(useDocument.getState());
    if (scenario) lookAtScenario(mapped(scenario), words);
  };
  const apply = (): void => {
    stopLooking();
    editDocument('Apply a mapping', mapped);
  };
  return (
    <Button size="small" aria-label={`Apply ${words}`} {...lookingAt(look)} onClick={apply}>
      Apply
    </Button>
  );
}

/** Platforms as lanes, stages as cards in them: a card that is dragged to another lane moves the stage there. */

const LANES: readonly Place[] = ['cpu', 'fpga', 'gpu', 'none'];
const nameOf = (place: Place): string => (place === 'none' ? 'unassigned' : PLATFORMS[place].label);

/** A card in the hand. */
interface Drag {
  readonly id: NodeId;
  readonly from: readonly [number, number];
  readonly by: readonly [number, number];
  readonly over: Place | undefined;
}

/** Pixels that a pointer moves before it drags. */
const SLACK = 4;

function MappingBoard({ scenario }: { readonly scenario: Scenario }) {
  const [drag, setDrag] = useState<Drag>();
  const board = useRef<HTMLElement>(null);
  const moved = useRef<NodeId>(undefined);
  // A card that was moved is a new element in another lane: it keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lanes are drawn anew with the scenario
  useEffect(() => {
    const id = moved.current;
    moved.current = undefined;
    if (id !== undefined)
      board.current?.querySelector<HTMLElement>(`[data-stage="${CSS.escape(id)}"]`)?.focus();
  }, [scenario]);
  const drawn = useRef(scenario);
  useEffect(() => {
    showAllOf(drawn.current, scenario);
    drawn.current = scenario;
  }, [scenario]);
  const stages = placedStages(scenario);
  const lanes = LANES.filter((place) => place !== 'none' || stages.some((each) => placeOf(each) === 'none'));
  const wordsOf = (id: NodeId, place: Place): string => `${nodeTitle(scenario, id)} on ${nameOf(place)}`;
  const move = (id: NodeId, place: Place): void => {
    stopLooking();
    moved.current = id;
    editDocument(`Move ${nodeTitle(scenario, id)} to ${nameOf(place)}`, (now) => moveStage(now, id, place));
  };
  const handlers = (stage: StageNode) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id: stage.id, from: [event.clientX, event.clientY], by: [0, 0], over: undefined });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (drag?.id !== stage.id) return;
      const by = [clientX - drag.from[0], clientY - drag.from[1]] as const;
      const over = Math.hypot(...by) > SLACK ? laneAt(clientX, clientY) : undefined;
      setDrag({ ...drag, by, over });
      if (over === drag.over) return;
      if (over === undefined || over === placeOf(stage)) stopLooking();
      else lookAtScenario(moveStage(scenario, stage.id, over), wordsOf(stage.id, over));
    },
    onPointerUp: () => {
      if (drag?.id !== stage.id) return;
      setDrag(undefined);
      stopLooking();
      if (Math.hypot(...drag.by) <= SLACK) selectOnly(stage.id);
      else if (drag.over !== undefined && drag.over !== placeOf(stage)) move(stage.id, drag.over);
    },
    onPointerCancel: () => {
      setDrag(undefined);
      stopLooking();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag) {
        setDrag(undefined);
        stopLooking();
        return;
      }
      if (event.key === 'Enter') selectOnly(stage.id);
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = step === 0 ? undefined : lanes[lanes.indexOf(placeOf(stage)) + step];
      if (next === undefined) return;
      event.preventDefault();
      move(stage.id, next);
    },
  });
  return (
    <section ref={board} className="mapping" aria-label="Platforms">
      <p className="panel__note">
        Drag a stage to another platform, or move it with ← and →. Links between platforms that a bus joins
        become virtual queues by themselves.
      </p>
      <div className="mapping__lanes">
        {lanes.map((place) => (
          <section
            key={place}
            className="mapping__lane"
            data-lane={place}
            data-over={drag?.over === place || undefined}
            aria-label={nameOf(place)}
          >
            <h4>{nameOf(place)}</h4>
            {stages
              .filter((stage) => placeOf(stage) === place)
              .map((stage) => (
                <button
                  key={stage.id}
                  type="button"
                  className="mapping__stage"
                  data-stage={stage.id}
                  data-platform={place}
                  data-dragged={drag?.id === stage.id || undefined}
                  style={
                    drag?.id === stage.id
                      ? { transform: `translate(${drag.by[0]}px, ${drag.by[1]}px)` }
                      : undefined
                  }
                  title={serviceWords(stage)}
                  {...handlers(stage)}
                >
                  {nodeTitle(scenario, stage.id)}
                  <Elsewhere words={elsewhereWords(stage, drag, place)} />
                </button>
              ))}
          </section>
        ))}
      </div>
      {missingBuses(scenario).map(([a, b]) => (
        <MissingBus key={`${a} ${b}`} between={[a, b]} />
      ))}
    </section>
  );
}

function Elsewhere({ words }: { readonly words: string }) {
  return words === '' ? null : <span className="mapping__detail">{words}</span>;
}

const laneAt = (x: number, y: number): Place | undefined =>
  document
    .elementsFromPoint(x, y)
    // The card in the hand is still a part of the lane that it came from.
    .filter((element) => !element.closest('[data-dragged]'))
    .map((element) => element.closest<HTMLElement>('[data-lane]')?.dataset.lane)
    .find((lane) => lane !== undefined) as Place | undefined;

const knownAt = ({ alternatives = {} }: StageNode): readonly Platform[] =>
  Object.keys(alternatives) as Platform[];

function serviceWords(stage: StageNode): string {
  const known = knownAt(stage).map((platform) => PLATFORMS[platform].label);
  return known.length > 0
    ? `Its service is known on ${known.join(' and ')} too.`
    : 'Its service is not known elsewhere: it keeps the one that it has. “Alternative platforms” in the inspector says another.';
}

/** In the hand: what would become of its service where it is held. */
function elsewhereWords(stage: StageNode, drag: Drag | undefined, place: Place): string {
  if (drag?.id !== stage.id || drag.over === undefined || drag.over === place) {
    const known = knownAt(stage).map((platform) => PLATFORMS[platform].label);
    return known.length > 0 ? `or ${known.join(', ')}` : '';
  }
  const isKnown = drag.over !== 'none' && stage.alternatives?.[drag.over] !== undefined;
  return isKnown ? `to ${nameOf(drag.over)}` : `to ${nameOf(drag.over)}, with the service it has`;
}

function MissingBus({ between }: { readonly between: readonly [Platform, Platform] }) {
  const [a, b] = between.map((platform) => PLATFORMS[platform].label);
  const add = (): void => editDocument(`Add a bus between ${a} and ${b}`, (now) => joinByBus(now, between));
  return (
    <p className="panel__note mapping__missing">
      No bus joins {a} and {b}: links between them take no time.
      <Button size="small" icon={<PlusIcon size={14} />} onClick={add}>
        Add a bus
      </Button>
    </p>
  );
}
