/** Parameters of what a scenario lists beside nodes and links: classes, shared resources, buses. */
import { isClosed } from '../scenario/classes.ts';
import { patchBus } from '../scenario/platform-edits.ts';
import type { Bus, JobClass, Scenario, SharedResource } from '../scenario/scenario.ts';
import { COUNT, type Field, NON_NEGATIVE, type ParameterHandle, PLACES, RANK } from './parameter.ts';
import { type NumberFacts, numberField } from './parameter-distributions.ts';
import { handle } from './parameter-handle.ts';

export const listedHandles = (scenario: Scenario): readonly ParameterHandle[] => [
  ...listHandles(scenario, 'classes', classFields),
  ...listHandles(scenario, 'resources', resourceFields),
  ...busHandles(scenario),
];

/** Of the classes or the resources. */
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
  const tail = ['closed', 'population'];
  return [
    {
      ...numberField({ tail, words: 'population', dimension: 'count', value: population, domain: COUNT }),
      write: (now, given) =>
        now.closed ? { ...now, closed: { ...now.closed, population: Number(given) } } : now,
    },
  ];
}

const resourceFields = ({
  units = 1,
  arbitration = 'FCFS',
}: SharedResource): readonly Field<SharedResource>[] => [
  {
    ...numberField({ tail: ['units'], words: 'units', dimension: 'count', value: units, domain: COUNT }),
    write: (now, given) => ({ ...now, units: Number(given) }),
  },
  {
    tail: ['arbitration'],
    words: 'arbitration',
    value: arbitration,
    type: { kind: 'choice', choices: ['FCFS', 'roundRobin'] },
    rank: RANK.choice,
    write: (now, given) => ({ ...now, arbitration: given as typeof arbitration }),
  },
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

function busFields(bus: Bus): readonly Field<Bus>[] {
  const { bytesPerSecond, bulkSize = 1, latency = 0, capacity = Number.POSITIVE_INFINITY } = bus;
  const field = (name: string, words: string, facts: Omit<NumberFacts, 'tail' | 'words'>): Field<Bus> => ({
    ...numberField({ tail: [bus.id, name], words, ...facts }),
    write: (now, given) => ({ ...now, [name]: given === Number.POSITIVE_INFINITY ? undefined : given }),
  });
  return [
    field('bytesPerSecond', 'bytes per second', { dimension: 'bytes', value: bytesPerSecond }),
    field('bulkSize', 'batch', { dimension: 'count', value: bulkSize, domain: COUNT }),
    field('latency', 'latency', { dimension: 'time', value: latency, domain: NON_NEGATIVE }),
    field('capacity', 'capacity', { dimension: 'capacity', value: capacity, domain: PLACES }),
  ];
}
