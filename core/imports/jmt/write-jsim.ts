/**
 * Scenarios as simulation models of JMT (.jsimg), in the form that JMT itself writes (schemas Archive.xsd, SIMmodeldefinition.xsd and
 * JModelGUI.xsd of JMT). What JMT cannot say is named in the remarks; nothing is left out in silence.
 */
import { type ArrivalDistribution, faster, type ServiceDistribution } from '../../distributions/index.ts';
import { fixedBatch } from '../../rules/bulk.ts';
import {
  DISCIPLINE,
  disciplineOf,
  preempts,
  servesByPriority,
  sharesServers,
} from '../../rules/discipline.ts';
import { isDataflow } from '../../rules/firing.ts';
import { copiesElements, drawsLink, looksAtState, takesTurns } from '../../rules/routing.ts';
import { admitsWhole, losesWaiting, losesWhenFull, promisesPlaces } from '../../rules/when-full.ts';
import { becomes, isSwitch, switchesClasses, switchShare } from '../../scenario/class-switch.ts';
import { classesOf, DEFAULT_CLASS, isClosed, serviceOf, sourceClass } from '../../scenario/classes.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  overdriveRateOf,
  passProbabilityOf,
  priorityOf,
  serverCountOf,
} from '../../scenario/defaults.ts';
import { freshId } from '../../scenario/fresh-id.ts';
import { flowOrder, type Graph, graphOf, linkShares, routingRule } from '../../scenario/graph.ts';
import {
  type ClassId,
  type DelayNode,
  isSource,
  type NodeId,
  type Position,
  type RouterNode,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../../scenario/scenario.ts';
import { startingPlaces } from '../../scenario/starting-places.ts';
import type { Exported } from '../exported.ts';
import { LeftOut } from '../refusing.ts';
import { type WrittenTimes, writtenTimes } from './times.ts';
import { escaped } from './xml-text.ts';

/** `timeUnit`: seconds of one unit of time of the model. */
export const writeJsim = (scenario: Scenario, timeUnit = 1): Exported =>
  new JsimWriter(scenario, timeUnit).write();

/** A class of JMT has one source: a class that several sources emit becomes several. */
interface UserClass {
  readonly name: string;
  readonly of: ClassId;
  /** Present in an open class alone. */
  readonly source?: NodeId;
  readonly population?: number;
  readonly reference: NodeId;
  readonly priority: number;
}

/** Where jobs of one class go: by shares, or by a strategy over all connections. */
type Way =
  | { readonly shares: ReadonlyMap<NodeId, number> }
  | { readonly strategy: string; readonly label: string };

interface Station {
  readonly name: NodeId;
  readonly sections: readonly string[];
}

const LONGEST = 80;
/** Names of the sink of what a stage filters out, and of the router behind it where the rest goes by a rule: read back as the stage. */
export const filteredOutOf = (stage: NodeId): string => `${stage} filtered out`.slice(0, LONGEST);
export const passedOf = (stage: NodeId): string => `${stage} passed`.slice(0, LONGEST);

/** A drawing of JMT has its stations closer together. */
export const CLOSER = 2;

const ENGINE = 'jmt.engine.';
const STRATEGIES = `${ENGINE}NetStrategies.`;

class JsimWriter {
  readonly #scenario: Scenario;
  readonly #unit: number;
  readonly #graph: Graph;
  readonly #classes: readonly UserClass[];
  readonly #leftOut = new LeftOut();
  readonly #taken: Set<NodeId>;
  readonly #stations: Station[] = [];
  readonly #connections: (readonly [NodeId, NodeId])[] = [];

  constructor(scenario: Scenario, unit: number) {
    this.#scenario = scenario;
    this.#unit = unit;
    this.#graph = graphOf(scenario);
    this.#taken = new Set(scenario.nodes.map(({ id }) => id));
    this.#classes = this.#userClasses();
  }

  write(): Exported {
    for (const node of this.#scenario.nodes) this.#addNode(node);
    this.#nameScenario();
    const name = this.#scenario.name;
    const attributes = [
      ...['disableStatisticStop="false"', 'logDecimalSeparator="."', 'logDelimiter=";"', 'logPath=""'],
      ...[
        'logReplaceMode="0"',
        'maxEvents="-1"',
        'maxSamples="1000000"',
        `name="${escaped(name)}"`,
        'polling="1.0"',
      ],
      'xsi:noNamespaceSchemaLocation="SIMmodeldefinition.xsd"',
    ];
    const lines = [
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
      `<archive xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="${escaped(name)}" xsi:noNamespaceSchemaLocation="Archive.xsd">`,
      `<sim ${attributes.join(' ')}>`,
      ...this.#classes.map(classElement),
      ...this.#stations.flatMap((station) => [
        `<node name="${escaped(station.name)}">`,
        ...station.sections,
        '</node>',
      ]),
      ...this.#measures(),
      ...this.#connections.map(
        ([source, target]) => `<connection source="${escaped(source)}" target="${escaped(target)}"/>`,
      ),
      ...this.#preload(),
      '</sim>',
      ...this.#drawing(),
      '</archive>',
    ];
    const remarks = [`One unit of time is ${this.#unit} s.`, ...this.#leftOut.sentences];
    return { text: `${lines.join('\n')}\n`, remarks };
  }

  // Classes

  #userClasses(): readonly UserClass[] {
    const classes = classesOf(this.#scenario);
    const least = Math.max(...classes.map(priorityOf));
    const names = new Set(classes.map(({ id }) => id));
    return classes.flatMap((jobClass): UserClass[] => {
      const { id } = jobClass;
      // The larger number is the more urgent in JMT.
      const common = { of: id, priority: least - priorityOf(jobClass) };
      const plain = id === DEFAULT_CLASS ? 'Class1' : id;
      if (isClosed(jobClass)) {
        const { population, start } = jobClass.closed;
        return [{ ...common, name: plain, population, reference: start }];
      }
      const sources = this.#scenario.nodes.filter(
        (node) => isSource(node) && sourceClass(this.#scenario, node) === id,
      );
      // What only switches bring about has a source all the same, which sends none of it.
      const somewhere = this.#scenario.nodes.find(isSource);
      if (sources.length === 0 && somewhere && switchesClasses(this.#scenario))
        return [{ ...common, name: plain, reference: somewhere.id }];
      return sources.map((source, at) => {
        const name = at === 0 ? plain : freshId(`${plain} of ${source.id}`, names);
        names.add(name);
        return { ...common, name, source: source.id, reference: source.id };
      });
    });
  }

  /** A list by class: what each says of itself. */
  #byClass(inside: (jobClass: UserClass) => readonly string[]): readonly string[] {
    return this.#classes.flatMap((jobClass) => [
      `<refClass>${escaped(jobClass.name)}</refClass>`,
      ...inside(jobClass),
    ]);
  }

  // Stations

  #addNode(node: ScenarioNode): void {
    switch (node.kind) {
      case 'source':
        this.#add(node, [this.#sourceSection(node), TUNNEL]);
        return;
      case 'sink':
        this.#stations.push({ name: node.id, sections: ['<section className="JobSink"/>'] });
        return;
      case 'stage':
        this.#nameStage(node);
        this.#add(node, [this.#queueSection(node), this.#serverSection(node)]);
        return;
      case 'delay':
        this.#add(node, [this.#queueSection(), section('Delay', this.#services(node))]);
        return;
      case 'router':
        this.#add(node, [this.#queueSection(), isSwitch(node) ? this.#switchSection(node) : TUNNEL]);
        return;
      case 'fork':
        this.#addFork(
          node.id,
          this.#graph.outgoing.get(node.id)!.map(({ to }) => to),
        );
        return;
      case 'join':
        this.#add(node, [this.#joinSection(), TUNNEL]);
        return;
    }
  }

  /** A station and its ways. Copies are the tasks of a fork without a join; what a stage filters out leaves by a sink of its own. */
  #add(node: ScenarioNode, sections: readonly string[]): void {
    const links = this.#graph.outgoing.get(node.id)!;
    const rule = routingRule(node);
    const targets = links.map(({ to }) => to);
    const filters = node.kind === 'stage' && this.#classes.some(({ of }) => passProbabilityOf(node, of) < 1);
    let ends = targets;
    let ways: (jobClass: UserClass) => Way = this.#waysOf(links, rule);
    if (copiesElements(rule) && targets.length > 1) {
      const fork = this.#fresh(`${node.id} copies`);
      this.#addFork(fork, targets);
      ends = [fork];
      ways = () => ({ shares: new Map([[fork, 1]]) });
    }
    if (filters) {
      const out = this.#fresh(filteredOutOf(node.id));
      if (!isByShares(ways, this.#classes)) {
        const onward = this.#fresh(passedOf(node.id));
        this.#stations.push({
          name: onward,
          sections: [this.#queueSection(), TUNNEL, this.#routerSection(ways)],
        });
        for (const end of ends) this.#connections.push([onward, end]);
        ends = [onward];
        ways = () => ({ shares: new Map([[onward, 1]]) });
      }
      this.#stations.push({ name: out, sections: ['<section className="JobSink"/>'] });
      const passed = ways;
      ends = [...ends, out];
      ways = (jobClass) => {
        const pass = passProbabilityOf(node, jobClass.of);
        const way = passed(jobClass);
        const shares = 'shares' in way ? way.shares : new Map<NodeId, number>();
        return {
          shares: new Map([
            ...[...shares].map(([end, share]) => [end, share * pass] as const),
            [out, 1 - pass],
          ]),
        };
      };
    }
    this.#stations.push({ name: node.id, sections: [...sections, this.#routerSection(ways)] });
    for (const end of ends) this.#connections.push([node.id, end]);
  }

  #waysOf(
    links: Parameters<typeof linkShares>[1],
    rule: Parameters<typeof linkShares>[0],
  ): (jobClass: UserClass) => Way {
    if (links.length > 1 && takesTurns(rule))
      return () => ({ strategy: 'RoundRobinStrategy', label: 'Round Robin' });
    if (links.length > 1 && looksAtState(rule))
      return () => ({
        strategy: 'ShortestQueueLengthRoutingStrategy',
        label: 'Join the Shortest Queue (JSQ)',
      });
    return ({ of }) => {
      const shares = drawsLink(rule) ? linkShares(rule, links, of) : links.map(() => 1 / links.length);
      return { shares: new Map(links.map(({ to }, at) => [to, shares[at]!] as const)) };
    };
  }

  #fresh(wanted: string): NodeId {
    const id = freshId(wanted.slice(0, LONGEST), this.#taken);
    this.#taken.add(id);
    return id;
  }

  #addFork(name: NodeId, targets: readonly NodeId[]): void {
    const paths = targets.flatMap((to) => [
      ...open('subParameter', `${STRATEGIES}ForkStrategies.OutPath`, 'OutPathEntry'),
      ...open('subParameter', `${ENGINE}random.EmpiricalEntry`, 'outUnitProbability'),
      ...leaf('java.lang.String', 'stationName', escaped(to)),
      ...leaf('java.lang.Double', 'probability', '1.0'),
      '</subParameter>',
      ...open('subParameter', `${ENGINE}random.EmpiricalEntry`, 'JobsPerLinkDis', true),
      ...open('subParameter', `${ENGINE}random.EmpiricalEntry`, 'EmpiricalEntry'),
      ...leaf('java.lang.String', 'numbers', '1'),
      ...leaf('java.lang.Double', 'probability', '1.0'),
      ...['</subParameter>', '</subParameter>', '</subParameter>'],
    ]);
    const strategy = [
      ...open('subParameter', `${STRATEGIES}ForkStrategies.ProbabilitiesFork`, 'Branch Probabilities'),
      ...open('subParameter', `${STRATEGIES}ForkStrategies.OutPath`, 'EmpiricalEntryArray', true),
      ...paths,
      ...['</subParameter>', '</subParameter>'],
    ];
    const fork = section('Fork', [
      ...leaf('java.lang.Integer', 'jobsPerLink', '1', 'parameter'),
      ...leaf('java.lang.Integer', 'block', '-1', 'parameter'),
      ...leaf('java.lang.Boolean', 'isSimplifiedFork', 'true', 'parameter'),
      ...list(
        `${STRATEGIES}ForkStrategy`,
        'ForkStrategy',
        this.#byClass(() => strategy),
      ),
    ]);
    this.#stations.push({ name, sections: [this.#queueSection(), TUNNEL, fork] });
    for (const to of targets) this.#connections.push([name, to]);
  }

  /** A class that several sources emit is several here; what others become is the first of them. */
  #switchSection(router: RouterNode): string {
    const place = (of: ClassId): number => this.#classes.findIndex((jobClass) => jobClass.of === of);
    return section(
      'ClassSwitch',
      list(
        'java.lang.Object',
        'matrix',
        this.#classes.flatMap(({ name, of }, from) => [
          `<refClass>${escaped(name)}</refClass>`,
          ...open('subParameter', 'java.lang.Float', 'row', true),
          ...this.#classes.flatMap((to, at) => {
            const stays = becomes(router, of) === undefined;
            const share = stays
              ? Number(at === from)
              : at === place(to.of)
                ? switchShare(router, of, to.of)
                : 0;
            return [
              `<refClass>${escaped(to.name)}</refClass>`,
              ...leaf('java.lang.Float', 'cell', javaNumber(share, false)),
            ];
          }),
          '</subParameter>',
        ]),
      ),
    );
  }

  #joinSection(): string {
    return section(
      'Join',
      list(
        `${STRATEGIES}JoinStrategy`,
        'JoinStrategy',
        this.#byClass(() => [
          ...open('subParameter', `${STRATEGIES}JoinStrategies.NormalJoin`, 'Standard Join'),
          ...leaf('java.lang.Integer', 'numRequired', '-1'),
          '</subParameter>',
        ]),
      ),
    );
  }

  #sourceSection(source: SourceNode): string {
    const batch = batchSizeOf(source);
    if (batch > 1)
      this.#leftOut.add('batches of arrivals (elements come one by one, as many per second)', source.id);
    if (source.schedule) this.#leftOut.add('schedule (as at the start)', source.id);
    const interarrival = batch > 1 ? faster(source.interarrival, batch) : source.interarrival;
    const times = this.#byClass(({ source: of }) =>
      of === source.id
        ? this.#strategy(source.id, interarrival)
        : leaf(`${STRATEGIES}ServiceStrategies.ServiceTimeStrategy`, 'ServiceTimeStrategy', 'null'),
    );
    return section('RandomSource', list(`${STRATEGIES}ServiceStrategy`, 'ServiceStrategy', times));
  }

  /** The queue in front of a stage; of anything else one without a bound. */
  #queueSection(stage?: StageNode): string {
    const capacity = stage?.capacity ?? -1;
    const rule = stage && losesWhenFull(stage) ? 'drop' : 'BAS blocking';
    const put = stage ? putStrategy(stage) : 'TailStrategy';
    return section('Queue', [
      ...leaf('java.lang.Integer', 'size', String(capacity), 'parameter'),
      ...list(
        'java.lang.String',
        'dropStrategies',
        this.#byClass(() => leaf('java.lang.String', 'dropStrategy', rule)),
      ),
      `<parameter classPath="${STRATEGIES}QueueGetStrategies.FCFSstrategy" name="FCFSstrategy"/>`,
      ...list(
        `${STRATEGIES}QueuePutStrategy`,
        'QueuePutStrategy',
        this.#byClass(() => [
          `<subParameter classPath="${STRATEGIES}QueuePutStrategies.${put}" name="${put}"/>`,
        ]),
      ),
    ]);
  }

  #serverSection(stage: StageNode): string {
    const kind = sharesServers(stage) ? 'PSServer' : preempts(stage) ? 'PreemptiveServer' : 'Server';
    const preempt = 'FCFSPRStrategyPriority';
    return section(kind, [
      ...leaf('java.lang.Integer', 'maxJobs', String(serverCountOf(stage)), 'parameter'),
      ...(sharesServers(stage) ? leaf('java.lang.Integer', 'maxRunning', '-1', 'parameter') : []),
      ...list(
        'java.lang.Integer',
        'numberOfVisits',
        this.#byClass(() => leaf('java.lang.Integer', 'numberOfVisits', '1')),
      ),
      ...this.#services(stage),
      ...(sharesServers(stage)
        ? [
            ...leaf('java.lang.Boolean', 'PSPriorityUsed', 'false', 'parameter'),
            ...list(
              `${STRATEGIES}PSStrategy`,
              'PSStrategy',
              this.#byClass(() => [
                `<subParameter classPath="${STRATEGIES}PSStrategies.EPSStrategy" name="EPSStrategy"/>`,
              ]),
            ),
            ...list(
              'java.lang.Double',
              'serviceWeights',
              this.#byClass(() => leaf('java.lang.Double', 'serviceWeight', '1.0')),
            ),
          ]
        : []),
      ...(preempts(stage)
        ? list(
            `${STRATEGIES}QueuePutStrategy`,
            'PreemptiveStrategy',
            this.#byClass(() => [
              `<subParameter classPath="${STRATEGIES}QueuePutStrategies.${preempt}" name="${preempt}"/>`,
            ]),
          )
        : []),
    ]);
  }

  #services(node: StageNode | DelayNode): readonly string[] {
    const batch = node.kind === 'stage' ? fixedBatch(node.bulk) : 1;
    return list(
      `${STRATEGIES}ServiceStrategy`,
      'ServiceStrategy',
      this.#byClass(({ of }) => {
        const service = serviceOf(node, of);
        return this.#strategy(node.id, batch > 1 ? (faster(service, batch) as ServiceDistribution) : service);
      }),
    );
  }

  #strategy(of: NodeId, distribution: ArrivalDistribution): readonly string[] {
    const { kind, numbersKind, label, numbers, remark }: WrittenTimes = writtenTimes(
      distribution,
      this.#unit,
    );
    if (remark !== undefined) this.#leftOut.add(remark, of);
    return [
      ...open('subParameter', `${STRATEGIES}ServiceStrategies.ServiceTimeStrategy`, 'ServiceTimeStrategy'),
      `<subParameter classPath="${ENGINE}random.${kind}" name="${escaped(label)}"/>`,
      ...open('subParameter', `${ENGINE}random.${numbersKind}`, 'distrPar'),
      ...Object.entries(numbers).flatMap(([name, value]) =>
        typeof value === 'number'
          ? leaf(
              name === 'r' && kind === 'Erlang' ? 'java.lang.Long' : 'java.lang.Double',
              name,
              javaNumber(value, name === 'r' && kind === 'Erlang'),
            )
          : [
              ...open('subParameter', 'java.lang.Object', name, true),
              ...value.flatMap((row) => [
                ...open('subParameter', 'java.lang.Object', 'vector', true),
                ...row.flatMap((x) => leaf('java.lang.Double', 'entry', javaNumber(x))),
                '</subParameter>',
              ]),
              '</subParameter>',
            ],
      ),
      ...['</subParameter>', '</subParameter>'],
    ];
  }

  #routerSection(ways: (jobClass: UserClass) => Way): string {
    return section(
      'Router',
      list(
        `${STRATEGIES}RoutingStrategy`,
        'RoutingStrategy',
        this.#byClass((jobClass) => wayElement(ways(jobClass))),
      ),
    );
  }

  // What has no place in JMT

  #nameStage(stage: StageNode): void {
    const { id } = stage;
    const leave = (isThere: boolean, what: string): void => {
      if (isThere) this.#leftOut.add(what, id);
    };
    leave(
      stage.bulk !== undefined,
      fixedBatch(stage.bulk) > 1
        ? 'service in bulk (elements are served one by one, as many per second)'
        : 'service in bulk (elements are served one by one)',
    );
    const factor = this.#classes.map(({ of }) => conversionFactorOf(stage, of)).find((each) => each !== 1);
    leave(
      factor !== undefined,
      `expansion factor ${factor} (taken as 1, so that the flow there and behind is ${factor! > 1 ? 'smaller' : 'larger'} than drawn)`,
    );
    leave(overdriveRateOf(stage) > 0, 'extra arrivals');
    leave(isDataflow(stage), 'firing on every input, with its FIFOs (one queue)');
    leave(promisesPlaces(stage) && stage.capacity !== undefined, 'blocking before service (after service)');
    leave(losesWaiting(stage), 'dropping the oldest (the newcomer is dropped)');
    leave(admitsWhole(stage), 'entry of groups all or nothing');
    leave(stage.speeds !== undefined, 'speed by the number of elements (as with one)');
    leave(stage.pipelineLatency !== undefined, 'latency of a pipeline');
    leave(stage.schedule !== undefined, 'schedule (as at the start)');
    leave(stage.resource !== undefined, 'shared resource');
  }

  #nameScenario(): void {
    const { groups, buses, queries, measurement, resources } = this.#scenario;
    if (groups?.length) this.#leftOut.add('groups of stages');
    if (buses?.length) this.#leftOut.add('buses between platforms');
    if (queries?.length) this.#leftOut.add('queries');
    if (measurement) this.#leftOut.add('measurement');
    if (resources?.length) this.#leftOut.add('shared resources');
    const split = this.#classes.length - classesOf(this.#scenario).length;
    if (split > 0) this.#leftOut.add('one class that several sources emit (JMT: a class for each source)');
  }

  // Measures, start, drawing

  #measures(): readonly string[] {
    const measure = (type: string, station: string): string => {
      const name = station === '' ? type : `${station}_${type}`;
      const nodeType = station === '' ? '' : 'station';
      return `<measure alpha="0.01" name="${escaped(name)}" nodeType="${nodeType}" precision="0.03" referenceNode="${escaped(station)}" referenceUserClass="" type="${type}" verbose="false"/>`;
    };
    const served = this.#scenario.nodes.filter(({ kind }) => kind === 'stage' || kind === 'delay');
    return [
      ...served.flatMap(({ id }) =>
        ['Number of Customers', 'Utilization', 'Response Time', 'Throughput'].map((type) =>
          measure(type, id),
        ),
      ),
      ...['System Response Time', 'System Throughput'].map((type) => measure(type, '')),
    ];
  }

  #preload(): readonly string[] {
    const byNode = new Map<NodeId, string[]>();
    for (const { name, of } of this.#classes)
      for (const { node, count } of startingPlaces(this.#scenario).get(of) ?? []) {
        const lines = byNode.get(node) ?? [];
        lines.push(`<classPopulation population="${count}" refClass="${escaped(name)}"/>`);
        byNode.set(node, lines);
      }
    if (byNode.size === 0) return [];
    const stations = [...byNode].flatMap(([node, lines]) => [
      `<stationPopulations stationName="${escaped(node)}">`,
      ...lines,
      '</stationPopulations>',
    ]);
    return ['<preload>', ...stations, '</preload>'];
  }

  /** Places of the drawing where all have one; else one after the other in the order of the flow. */
  #drawing(): readonly string[] {
    const placed = new Map(this.#scenario.nodes.map((node) => [node.id, node.position]));
    const isPlaced = [...placed.values()].every((place) => place !== undefined);
    const order = flowOrder(this.#scenario, this.#graph);
    const own = [...placed.values()].filter((place): place is Position => place !== undefined);
    const [left, top] = [Math.min(0, ...own.map(({ x }) => x)), Math.min(0, ...own.map(({ y }) => y))];
    const placeOf = (name: NodeId, at: number): Position => {
      const place = placed.get(name);
      if (isPlaced && place) return { x: (place.x - left) / CLOSER, y: (place.y - top) / CLOSER };
      const turn = order.indexOf(name);
      const index = turn < 0 ? order.length + at : turn;
      return { x: 60 + (index % 8) * 130, y: 60 + Math.floor(index / 8) * 110 };
    };
    return [
      '<jmodel xsi:noNamespaceSchemaLocation="JModelGUI.xsd">',
      ...this.#classes.map(
        ({ name }, at) => `<userClass color="#${COLOURS[at % COLOURS.length]}" name="${escaped(name)}"/>`,
      ),
      ...this.#stations.flatMap(({ name }, at) => {
        const { x, y } = placeOf(name, at);
        return [
          `<station name="${escaped(name)}">`,
          `<position rotate="false" x="${javaNumber(x)}" y="${javaNumber(y)}"/>`,
          '</station>',
        ];
      }),
      '</jmodel>',
    ];
  }
}

/** Alpha, red, green, blue: those of JMT for its first classes. */
const COLOURS: readonly string[] = ['FF0000FF', 'FFFF0000', 'FF00FF00', 'FFFFAF00', 'FF00AFFF', 'FFAF00FF'];

/** As Java reads it: a Double with its point, a Long without. */
const javaNumber = (value: number, isWhole = false): string =>
  isWhole || !Number.isInteger(value) || Math.abs(value) >= 1e15 ? String(value) : `${value}.0`;

const section = (kind: string, inside: readonly string[]): string =>
  [`<section className="${kind}">`, ...inside, '</section>'].join('\n');

const TUNNEL = '<section className="ServiceTunnel"/>';

const open = (tag: string, classPath: string, name: string, isArray = false): readonly string[] => [
  `<${tag} ${isArray ? 'array="true" ' : ''}classPath="${classPath}" name="${escaped(name)}">`,
];

const leaf = (classPath: string, name: string, value: string, tag = 'subParameter'): readonly string[] => [
  ...open(tag, classPath, name),
  `<value>${value}</value>`,
  `</${tag}>`,
];

const list = (classPath: string, name: string, inside: readonly string[]): readonly string[] => [
  ...open('parameter', classPath, name, true),
  ...inside,
  '</parameter>',
];

function classElement({ name, population, reference, priority }: UserClass): string {
  const jobs = population === undefined ? '' : `customers="${population}" `;
  const type = population === undefined ? 'open' : 'closed';
  return `<userClass ${jobs}name="${escaped(name)}" priority="${priority}" referenceSource="${escaped(reference)}" type="${type}"/>`;
}

function putStrategy(stage: StageNode): string {
  if (servesByPriority(stage)) return 'TailStrategyPriority';
  switch (DISCIPLINE[disciplineOf(stage)].next) {
    case 'last':
      return 'HeadStrategy';
    case 'random':
      return 'RandStrategy';
    default:
      return 'TailStrategy';
  }
}

function wayElement(way: Way): readonly string[] {
  const path = `${STRATEGIES}RoutingStrategies.`;
  if ('strategy' in way) return [`<subParameter classPath="${path}${way.strategy}" name="${way.label}"/>`];
  const entries = [...way.shares].flatMap(([to, share]) => [
    ...open('subParameter', `${ENGINE}random.EmpiricalEntry`, 'EmpiricalEntry'),
    ...leaf('java.lang.String', 'stationName', escaped(to)),
    ...leaf('java.lang.Double', 'probability', javaNumber(share)),
    '</subParameter>',
  ]);
  return [
    ...open('subParameter', `${path}EmpiricalStrategy`, 'Probabilities'),
    ...open('subParameter', `${ENGINE}random.EmpiricalEntry`, 'EmpiricalEntryArray', true),
    ...entries,
    ...['</subParameter>', '</subParameter>'],
  ];
}

const isByShares = (ways: (jobClass: UserClass) => Way, classes: readonly UserClass[]): boolean =>
  classes.every((jobClass) => 'shares' in ways(jobClass));
