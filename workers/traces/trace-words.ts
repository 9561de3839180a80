/** What traces say, in words and columns. */
import {
  formatInterval,
  formatNumber,
  formatPercent,
  formatQuantity,
} from '../../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../../core/quantities/table.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { caseWords, type WhatIfCase } from '../../core/study/what-if.ts';
import type {
  ChangeRatio,
  FoundChange,
  QueueDoubt,
  ServersKnown,
  ServiceShare,
  TimeSpent,
  TracedService,
  TraceReport,
  TraceSettings,
  WindowReport,
} from './contract.ts';

const seconds = (value: number): string => formatQuantity(value, 'time');
const rate = (value: number): string => formatQuantity(value, 'rate');
const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

const KNOWN: Readonly<Record<ServersKnown, string>> = {
  given: 'given',
  order: 'by departures',
  unseen: 'not told',
};

export const serviceColumns = ({ requests, services }: TraceReport): readonly Column<TracedService>[] => [
  { id: 'service', header: 'Service', value: ({ service }) => service },
  numberColumn('visits', 'Visits per request', ({ visits }) => visits / requests),
  numberColumn('waiting', 'Waiting', ({ waiting }) => waiting, seconds),
  numberColumn('own', 'Own time', ({ own }) => own, seconds),
  numberColumn('meanService', 'One visit', ({ meanService }) => meanService, seconds),
  numberColumn('scv', 'Squared CV', ({ scv }) => scv),
  numberColumn('mostAtOnce', 'Most at once', ({ mostAtOnce }) => mostAtOnce, String),
  ...(services.some(({ instances }) => instances > 1)
    ? [numberColumn<TracedService>('instances', 'Instances', ({ instances }) => instances, String)]
    : []),
  numberColumn(
    'servers',
    'Servers each',
    ({ servers }) => servers,
    (servers, { known, waiting }) =>
      known === 'given' || waiting !== undefined ? String(servers) : `≥ ${servers}`,
  ),
  { id: 'known', header: 'How known', value: ({ known }) => KNOWN[known] },
];

/** Smaller parts of a response are not worth a word. */
const WORTH_SAYING = 0.01;
/** Standard errors: a larger difference is no chance. */
const CERTAIN = 3;
/** Fewest visits, none of which met another, that tell anything about waiting. */
export const FEWEST_VISITS = 20;
/** Share of impossible visits beyond which they are no error of a clock. */
export const MOST_IMPOSSIBLE = 0.01;

/** Where the time went, what changed, and what would help. */
export function traceFindings(report: TraceReport): readonly string[] {
  const { window, changes } = report;
  const cause = window ? causeWords(window) : [];
  // The cause has said as much of the change that the window is of.
  const isSaid = (change: FoundChange, i: number): boolean =>
    i === 0 && window?.isFound === true && cause.length > 0 && change.service === window.cause?.service;
  return [
    whereItWent(report),
    ...(window ? [whatChanged(window, report), ...cause] : []),
    ...changes.filter((change, i) => !isSaid(change, i)).map((change) => changeWords(change, report)),
    ...whatIfWords(report),
  ];
}

/** The findings, then what cannot be told and what is taken for granted. */
export const traceSentences = (report: TraceReport, settings: TraceSettings): readonly string[] => [
  ...traceFindings(report),
  ...report.services.flatMap((service) => untold(service, report)),
  ...beforeSpans(report),
  ...report.services.flatMap((service) => wrongServers(service, report)),
  ...report.services.flatMap((service) => heldInCalls(service, report)),
  samplingWords(report),
  ...clockWords(report),
  ...(settings.servers || report.services.every(({ known }) => known === 'unseen')
    ? []
    : [
        'Servers are told where only the oldest requests inside leave next, first come first served; a request is taken to hold its server while it calls others.',
      ]),
];

/** A drawing that has a service less loaded by this much than its servers were taken is another one. */
const WORTH_HOLDING = 0.05;

/** A stage of a drawing has no server taken while another works: what that leaves out. */
function heldInCalls(
  { service, known, servers, instances, visits, held, meanService }: TracedService,
  { duration }: TraceReport,
): string[] {
  if (known === 'unseen' || held === undefined || !(duration > 0)) return [];
  const loadOf = (time: number): number => (visits * time) / (duration * servers * instances);
  const [drawn, taken] = [loadOf(meanService), loadOf(held)];
  if (taken - drawn < WORTH_HOLDING) return [];
  return [
    `The drawing gives a server of ${service} back while others are called and has ${service} ${formatPercent(drawn, 2)} loaded; its servers were taken ${formatPercent(taken, 2)} of the time. So what solving or simulating it tells of waiting at ${service}, and at what it calls, is not that of this service; what-if holds servers during calls.`,
  ];
}

/** The largest first. */
const partsOf = ({ services, network }: Pick<TimeSpent, 'services' | 'network'>) =>
  [
    ...services.flatMap(({ service, waiting, own }) => [
      { of: `waiting at ${service}`, time: waiting ?? 0 },
      {
        of: waiting === undefined ? `at ${service}, waiting or service` : `service of ${service}`,
        time: own,
      },
    ]),
    { of: 'the network', time: network },
  ].sort((a, b) => b.time - a.time);

function whereItWent(report: TraceReport): string {
  const { response, requests, types, duration } = report;
  const parts = partsOf(report);
  const said = parts.filter(({ time }) => time > WORTH_SAYING * response);
  const list = said.map(({ of, time }) => `${formatPercent(time / response, 2)} ${of} (${seconds(time)})`);
  const kinds = types.length === 1 ? '' : ` of ${types.length} types`;
  const during = duration > 0 ? ` in ${seconds(duration)}` : '';
  const saysWaiting = report.services.some(({ waiting = 0 }) => waiting > WORTH_SAYING * response);
  const provided = saysWaiting && report.sampling.share === undefined ? '; if all requests were traced' : '';
  return `${plural(requests, 'request')}${kinds}${during} took ${seconds(response)} on average: ${list.join(', ')}${provided}.`;
}

function whatChanged({ isFound, inside, outside }: WindowReport, report: TraceReport): string {
  const [change] = report.changes;
  const when = isFound && change ? `${whenOf(change, report)} (UTC)` : 'In the window';
  const changes = inside.services
    .flatMap((now, i) => {
      const before = outside.services[i]!;
      return [
        partChange('waiting at', now, before, 'waiting'),
        partChange(
          now.waiting === undefined ? 'time (waiting or service) at' : 'service of',
          now,
          before,
          'own',
        ),
      ];
    })
    .filter((change) => change !== undefined)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const head = `${when} ${plural(inside.requests, 'request')} took ${seconds(inside.response)} on average, ${largestPart(inside)}; the other ${outside.requests.toLocaleString('en')} took ${seconds(outside.response)}`;
  const isSure =
    Math.abs(inside.response - outside.response) >
    CERTAIN * together(inside.responseError, outside.responseError);
  const certain = changes.filter(
    ({ isCertain, by }) => isCertain && Math.abs(by) > WORTH_SAYING * inside.response,
  );
  if (!isSure && certain.length === 0) return `${head}: no more than chance explains.`;
  const [first] = certain;
  if (!first) return `${head}; no part of it changed by more than chance explains.`;
  const told = certain.map(({ of, before, now }) => `${of} ${seconds(before)} → ${seconds(now)}`).join('; ');
  const steady = changes.find(
    ({ service, of, isCertain }) => service === first.service && of.startsWith('service of') && !isCertain,
  );
  return `${head}: ${told}.${steady ? ` The ${steady.of} did not change beyond chance (${seconds(steady.before)} → ${seconds(steady.now)}).` : ''}`;
}

/** `71 % of it waiting at db`. */
function largestPart({ response, services, network }: TimeSpent): string {
  const [largest] = partsOf({ services, network });
  return `${formatPercent(largest!.time / response, 2)} of it ${largest!.of}`;
}

/** Is it the load, or the service itself? */
function causeWords({ isFound, inside, outside, cause }: WindowReport): readonly string[] {
  const i = inside.services.findIndex(({ service }) => service === cause?.service);
  if (!cause || i < 0) return [];
  const change = partChange('waiting at', inside.services[i]!, outside.services[i]!, 'waiting');
  if (!isFound && !change?.isCertain) return [];
  const { service, visit, load, held } = cause;
  const waitingOf = ({ services }: TimeSpent): number =>
    services.find((one) => one.service === service)?.waiting ?? 0;
  const by = waitingOf(inside) - waitingOf(outside);
  if (Math.abs(by) < WORTH_SAYING * inside.response) return [];
  const [slower, more] = [changeOf(visit), changeOf(load)];
  const grew = by > 0 ? 'grew' : 'fell';
  const facts = `one visit took ${times(visit)} as long (${seconds(visit.before)} → ${seconds(visit.now)}), ${times(load)} as many came (${rate(load.before)} → ${rate(load.now)})`;
  const drives = (change: number): boolean => change === Math.sign(by);
  // Its own work did not change, but what its servers are held for did: they wait for the services that it calls.
  if (!drives(slower) && !drives(more) && drives(changeOf(held)))
    return [
      `Waiting at ${service} ${grew} because what it calls ${by > 0 ? 'took longer' : 'was faster'}: one visit held a server ${times(held)} as long (${seconds(held.before)} → ${seconds(held.now)}), while ${facts}.`,
    ];
  const verdict =
    drives(slower) && drives(more)
      ? `both because ${service} itself changed and because of its load`
      : drives(slower)
        ? `because ${service} itself changed, not its load`
        : drives(more)
          ? `because of its load, not because ${service} changed`
          : 'by no more than chance explains of its load and its service';
  return [`Waiting at ${service} ${grew} ${verdict}: ${facts}.`];
}

/** 1 or -1 where it is certain, up or down. */
const changeOf = ({ low, high }: ChangeRatio): number => (low > 1 ? 1 : high < 1 ? -1 : 0);

const times = ({ ratio, low, high }: ChangeRatio): string =>
  `${formatNumber(ratio, 3)} × (95 %: ${formatNumber(low, 3)} … ${formatNumber(high, 3)})`;

function changeWords(change: FoundChange, report: TraceReport): string {
  const { service, before, now, isUntold } = change;
  const when = whenOf(change, report);
  return service === undefined
    ? `${when} requests came ${times(change)} as often: ${rate(before)} → ${rate(now)}.`
    : `${when} one visit to ${service} took ${times(change)} as long${isUntold ? ', waiting or service' : ''}: ${seconds(before)} → ${seconds(now)}.`;
}

const whenOf = ({ from, to, isToEnd }: FoundChange, report: TraceReport): string =>
  `From ${clock(report, from)} ${isToEnd ? 'on' : `to ${clock(report, to)}`}`;

/** Times of a shorter file are told in tenths of a second. */
const LONG = 120;

/** Time of the day, UTC. */
function clock({ origin, start, duration }: TraceReport, after: number): string {
  const ms = (Number(origin) + start + after) * 1000;
  return new Date(ms).toISOString().slice(11, duration < LONG ? 21 : 19);
}

/** What helps least of a percentile is not worth having. */
const WORTH_HAVING = 0.02;

function whatIfWords({ responses, whatIf, window, services }: TraceReport): readonly string[] {
  const among = window ? (window.isFound ? ' of that time' : ' in the window') : '';
  const same = 'the same requests, served again';
  const asked = whatIf.filter(({ isAsked }) => isAsked);
  const relieved = whatIf.filter(({ isAsked }) => !isAsked);
  const untold = services.filter(({ known }) => known === 'unseen').map(({ service }) => service);
  return [
    ...asked.map(({ changes, responses: would }) =>
      would
        ? `With ${caseWords(changes)}, 95 % of the requests${among} would take up to ${seconds(would.p95)} instead of ${seconds(responses.p95)}, and ${seconds(would.mean)} on average instead of ${seconds(responses.mean)}: ${same}.`
        : `With ${caseWords(changes)} requests would wait for each other for ever.`,
    ),
    ...(asked.length > 0 && untold.length > 0
      ? [
          `In that, ${untold.join(', ')} ${untold.length === 1 ? 'takes' : 'take'} as long as seen, whatever the load.`,
        ]
      : []),
    ...relieved.map(({ changes: [change], responses: would }, i) => {
      if (change?.kind !== 'servers' || !would) return '';
      const helps = would.p95 < (1 - WORTH_HAVING) * responses.p95;
      const from = i === 0 ? `the 95th percentile${among} from ${seconds(responses.p95)}` : 'it';
      return `One more server at ${change.queue} (${change.servers} instead of ${change.servers - 1}) would ${helps ? `take ${from} to` : i === 0 ? `leave the 95th percentile${among} at` : 'leave it at'} ${seconds(would.p95)}${i === 0 ? `: ${same}` : ''}.`;
    }),
  ].filter((sentence) => sentence !== '');
}

function partChange(of: string, now: ServiceShare, before: ServiceShare, part: 'waiting' | 'own') {
  const [is, was] = [now[part], before[part]];
  if (is === undefined || was === undefined) return undefined;
  const error = together(now[`${part}Error`], before[`${part}Error`]);
  return {
    ...{ of: `${of} ${now.service}`, service: now.service, now: is, before: was },
    by: is - was,
    isCertain: Math.abs(is - was) > CERTAIN * error,
  };
}

const together = (a: number, b: number): number => Math.sqrt(a ** 2 + b ** 2);

/** Why waiting cannot be told from service. */
function untold(
  {
    service,
    waiting,
    own,
    known,
    mostAtOnce,
    servers,
    visits,
    isOfCallers,
    ofCallers,
    stay,
    waitingByModel,
    nextAmong,
    isOrdered,
    doubt,
  }: TracedService,
  { sampling, response }: TraceReport,
): readonly string[] {
  if (waiting !== undefined || own < WORTH_SAYING * response) return [];
  const head = `How much of the ${seconds(own)} at ${service} was waiting cannot be told from this, because`;
  if (sampling.share !== undefined && sampling.share < 1) {
    const told = known === 'order' ? `; it has at least ${plural(servers, 'server')}` : '';
    const model =
      waitingByModel === undefined
        ? ''
        : ` Were its arrivals Poisson and its services exponential, first come, first served by ${plural(servers, 'server')}, ${seconds(waitingByModel)} of the ${seconds(stay)} of a visit would be waiting.`;
    return [
      `${head} only ${formatPercent(sampling.share, 3)} of the requests were traced and the others stood in its queue too${told}.${model}`,
    ];
  }
  if (doubt) return [`${head} ${doubtWords(doubt)}. ${OTHERS_OR}`];
  if (sampling.missedAt.length > 0 && known !== 'unseen')
    return [`${head} requests seem to be missing from the file: see ${sampling.missedAt.join(', ')}.`];
  if (isOfCallers && mostAtOnce > 1)
    return [
      `${head} ${ofCallers === visits ? 'it has no spans of its own' : `${plural(ofCallers, 'visit')} of ${visits.toLocaleString('en')} have no spans of their own`}: seen from its callers, answers may overtake each other on the network. Say how many requests it works on at once, or trace it too.`,
    ];
  if (mostAtOnce === 1)
    return [
      visits < FEWEST_VISITS
        ? `${head} ${plural(visits, 'visit')} without another at the same time are too few to tell.`
        : `${head} none of its ${plural(visits, 'visit')} met another: where all requests were traced nobody waited (--sampled 1); in a sample, those that were not traced may have stood in its queue.`,
    ];
  if (!isOrdered && nextAmong <= mostAtOnce / 2)
    return [
      `${head} the order in which they left, of up to ${mostAtOnce} inside at once, may be by chance and shows no queue.`,
    ];
  if (isOrdered)
    return [
      `${head} up to ${mostAtOnce} were inside at once and one of the ${nextAmong === 1 ? 'oldest' : `${nextAmong} oldest`} was always next, but those that found others inside left by another time later than a queue of these requests has it: others that stood in it may not have been traced (--sampled), or there is no queue.`,
    ];
  return [
    `${head} any of up to ${mostAtOnce} requests inside left next: it works on ${mostAtOnce} or more at once, or shares its processors among them.`,
  ];
}

const OTHERS_OR =
  'So requests were not traced that stood in its queue, or it works on more at once, or its services depend on each other.';

/** What is seen. */
function doubtWords(doubt: QueueDoubt): string {
  const head = `services that come out of its visits, served by ${plural(doubt.servers, 'server')}, first come first served, are`;
  if (doubt.kind === 'row')
    return `${head} alike one after the other (rank correlation ${formatNumber(doubt.correlation, 2)})`;
  return doubt.kind === 'gaps'
    ? `${head} longer where the one before came longer ago (rank correlation ${formatNumber(doubt.correlation, 2)})`
    : `${head} ${formatPercent(Math.abs(doubt.longer), 2)} ${doubt.longer > 0 ? 'longer' : 'shorter'} where the visit waited`;
}

function wrongServers(
  { service, servers, known, impossible, doubt, waiting }: TracedService,
  { sampling }: TraceReport,
): readonly string[] {
  if (known === 'unseen') return [];
  if (impossible > MOST_IMPOSSIBLE)
    return [
      `${formatPercent(impossible, 2)} of the visits to ${service} ended before ${plural(servers, 'server')}, first come first served, can have begun them: its waiting time is unreliable.`,
    ];
  return doubt && waiting !== undefined && sampling.share === 1
    ? [`Waiting at ${service} is unreliable: ${doubtWords(doubt)}. ${OTHERS_OR}`]
    : [];
}

/** More than this share of a response between calls and the spans of what they called is worth a word, whatever it is. */
const MUCH = 0.1;

/** Whether what seems to be the network is one. */
function beforeSpans({ services, network, response }: TraceReport): readonly string[] {
  if (network < WORTH_SAYING * response) return [];
  const found = services.flatMap(({ service, before }) =>
    before
      ? [
          `Calls wait for ${service} before its span begins, ${seconds(before.atWork)} where it was at work and ${seconds(before.idle)} where it was not: what is said of the network, ${seconds(network)} of a response, has this waiting in it, and how much of it cannot be told.`,
        ]
      : [],
  );
  if (found.length > 0 || network < MUCH * response) return found;
  return [
    `The network is what lies between calls and the spans of what they called, ${seconds(network)} of a response: waiting before such a span begins would be in it.`,
  ];
}

function samplingWords(report: TraceReport): string {
  const { sampling, rate: all, rateInterval, seenRate, requests, duration, isWithoutCallers } = report;
  const { share, from, orphans, varies } = sampling;
  const missing = isWithoutCallers
    ? ' No span begins a trace: requests are taken from where they enter the file.'
    : orphans > 0
      ? ` ${orphans === 1 ? '1 span lacks its' : `${plural(orphans, 'span')} lack their`} parent, so that requests are not whole.`
      : '';
  const isTimed = duration > 0;
  if (share === undefined || all === undefined) {
    const seen = isTimed
      ? `${rate(seenRate)} were seen, and the rate is that or more`
      : `${requests === 1 ? 'one was' : `${requests} that began at once were`} seen, which tells no rate`;
    if (sampling.missedAt.length > 0)
      return `Requests seem to be missing from the file (see ${sampling.missedAt.join(', ')}): ${seen}.${missing}`;
    return `Nothing tells whether all requests were traced: ${seen}; all that is said of waiting holds if none is missing.${missing}`;
  }
  const between = rateInterval ? ` (95 %: ${formatInterval(rateInterval, rate)})` : '';
  const by: Readonly<Record<'given' | 'spans' | 'ids', string>> = {
    given: 'as given',
    spans: varies ? 'as their spans say, each trace with a probability of its own' : 'as their spans say',
    ids: 'as their ids show, which lie in that part of their range',
  };
  return `${formatPercent(share, 3)} of the requests were traced, ${from === 'nothing' ? '' : by[from]}: ${isTimed ? `${rate(all)} came${between}` : 'how many came in a second cannot be told'}.${missing}`;
}

/** An offset below this share of what the callers allow is that of the callers' clock, not of this one. */
const OF_CALLERS = 0.01;

const clockWords = ({ clocks }: TraceReport): readonly string[] =>
  clocks
    .filter(
      ({ offset, drift, low, high }) =>
        drift !== undefined || Math.abs(offset) > OF_CALLERS * Math.max(Math.abs(low), Math.abs(high)),
    )
    .map(
      ({ clock, offset, drift, low, high, calls }) =>
        `The clock of ${clock} is ${seconds(Math.abs(offset))} ${offset > 0 ? 'ahead' : 'behind'}${drift === undefined ? '' : ` in the middle of the file and ${drift > 0 ? 'gains' : 'loses'} ${seconds(Math.abs(drift))} a second`}, and is put right: ${calls === 1 ? '1 call to it allows' : `${plural(calls, 'call')} to it allow`} ${
          low <= high
            ? `${seconds(low)} … ${seconds(high)} against their callers`
            : 'no one offset, so that it wandered or the callers did not wait'
        }.`,
    );

/** Flags of the command line with proposals. */
export function traceQuestions({ services, sampling }: TraceReport): readonly string[] {
  const open = services.filter(({ known, mostAtOnce }) => known === 'unseen' && mostAtOnce > 1);
  return [
    ...open.map(
      ({ service, servers, nextAmong, isOrdered }) =>
        `--servers ${service}=${isOrdered ? nextAmong : servers}: how many requests does ${service} work on at once?`,
    ),
    ...(sampling.share === undefined ? ['--sampled 1: was every request traced?'] : []),
  ];
}

/** Notes of the drawing. */
export function traceNotes(report: TraceReport, file: string, sentences: readonly string[]): string {
  const { services, sampling, parallel, rate: all } = report;
  return [
    `Drawn from the traces in ${file}: ${plural(report.requests, 'request')}, ${plural(report.spans, 'span')}.`,
    all === undefined
      ? 'Rates are those of the file: nothing tells whether all requests were traced.'
      : `Rates are scaled to all requests (${formatPercent(sampling.share, 3)} were traced).`,
    ...services
      .filter(({ known }) => known === 'unseen')
      .map(
        ({ service, servers }) =>
          `Servers of ${service}: as many as were seen inside at once (${servers}); not told by the traces.`,
      ),
    ...(parallel > 0
      ? [`${formatPercent(parallel, 2)} of the calls ran beside another; they are drawn one after the other.`]
      : []),
    ...sentences,
    'A stage gives its server back while others are called. Waiting is left out of services where it is told.',
  ].join('\n\n');
}

/** Name and notes of a drawing in which something was changed. */
export const changedName = (
  name: string,
  notes: string,
  changes: WhatIfCase,
): Pick<Scenario, 'name'> & { notes: string } => {
  const words = caseWords(changes);
  const end = `, with ${words}`;
  return {
    name: `${name.slice(0, Math.max(1, 200 - end.length))}${end}`.slice(0, 200),
    notes: [
      `Changed: with ${words}. All else is as in the traces, and what follows is said of them.`,
      notes,
    ].join('\n\n'),
  };
};
