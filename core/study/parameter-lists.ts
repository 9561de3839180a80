/** Parameters of what a scenario lists beside nodes and links: classes, shared resources, buses. */
import { isClosed } from '../scenario/classes.ts';
import { FIELDS } from '../scenario/fields.ts';
import { patchBus } from '../scenario/platform-edits.ts';
import type { Bus, JobClass, Scenario, SharedResource } from '../scenario/scenario.ts';
import { type Field, type ParameterHandle, RANK } from './parameter.ts';
import { handle, rowField } from './parameter-handle.ts';

export const listedHandles = (scenario: Scenario): readonly ParameterHandle[] => [
  ...listHandles(scenario, 'classes', classFields),
  ...listHandles(scenario, 'resources', resourceFields),
  ...busHandles(scenario),
];

/** Parameters of the entries of one list: classes or resources. */
function listHandles<Entry extends { readonly id: string }>(
  scenario: Scenario,
  list: 'classes' | 'resources',
  fieldsOf: (entry: Entry) => readonly Field<Entry>[],
): readonly ParameterHandle[] {
  const entries = (scenario[list] ?? []) as unknown as readonly Entry[];
  return entries.flatMap((entry) =>
    fieldsOf(entry).map((field) =>
      handle(
        { ...field, tail: [entry.id, ...field.tail] },
        {
          owner: { kind: 'scenario', name: list },
          name: entry.id,
          change: (now, change) => ({
            ...now,
            [list]: (now[list] as unknown as readonly Entry[]).map((each) =>
              each.id === entry.id ? change(each) : each,
            ),
          }),
        },
      ),
    ),
  );
}

function classFields(jobClass: JobClass): readonly Field<JobClass>[] {
  if (!isClosed(jobClass)) return [];
  const { population } = jobClass.closed;
  return [
    {
      ...rowField<JobClass>(FIELDS.closed.population, ['closed', 'population'], population),
      write: (now, given) =>
        now.closed ? { ...now, closed: { ...now.closed, population: Number(given) } } : now,
    },
  ];
}

const resourceFields = ({ units, arbitration }: SharedResource): readonly Field<SharedResource>[] => [
  rowField(FIELDS.resource.units, ['units'], units),
  rowField(FIELDS.resource.arbitration, ['arbitration'], arbitration),
];

/** The stages of its crossings follow a bus. */
function busHandles({ buses = [] }: Scenario): readonly ParameterHandle[] {
  return buses.flatMap((bus) =>
    busFields(bus).map((field) => ({
      ...handle(field, {
        owner: { kind: 'scenario', name: 'buses' },
        name: bus.id,
        change: (now, change) => {
          const current = now.buses?.find(({ id }) => id === bus.id);
          return current ? patchBus(now, bus.id, change(current)) : now;
        },
      }),
      rank: RANK.waiting,
    })),
  );
}

const busFields = (bus: Bus): readonly Field<Bus>[] =>
  (['bytesPerSecond', 'bulkSize', 'latency', 'capacity'] as const).map((name) =>
    rowField(FIELDS.bus[name], [bus.id, name], bus[name]),
  );
