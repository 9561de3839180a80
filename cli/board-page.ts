/** The page of `stagegraph board`: made at the server, without a script, asked for again every few seconds. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { counted } from '../core/base/plural.ts';
import { formatNumber } from '../core/quantities/quantity-format.ts';
import { escaped } from '../src/ui/editor/graph-svg.ts';
import { speedText, timeText } from './explore-progress.ts';
import type { Board, BoardExplorer, BoardState, BoardStudy } from './explore-queue-board.ts';
import { isAddressed } from './listen.ts';

export interface BoardOptions {
  readonly host: string;
  /** Price of one core for an hour. */
  readonly price?: number;
}

/** s between two looks of a page. */
const AGAIN = 3;
/** ms that the Redis server may take. */
const SLOWEST = 5000;

export function boardServer(board: Board, { host, price }: BoardOptions): Server {
  let looking: Promise<BoardState> | undefined;
  // Many pages share a look, and while the server is away there is one at most.
  const look = (): Promise<BoardState> => {
    looking ??= board.look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (!isAddressed(host, request.headers.host))
      return send(response, 403, 'text/plain', 'expected the name of the loopback in the header Host\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, 405, 'text/plain', 'expected GET\n');
    if (path !== '/' && path !== '/state.json')
      return send(response, 404, 'text/plain', 'expected / or /state.json\n');
    withinTime(look()).then(
      (state) =>
        path === '/'
          ? send(response, 200, 'text/html', boardPage(state, price))
          : send(response, 200, 'application/json', `${JSON.stringify(state, null, 2)}\n`),
      (reason: unknown) => {
        const why = reason instanceof Error ? reason.message : String(reason);
        if (path === '/') send(response, 503, 'text/html', page(`<p class="warning">${escaped(why)}</p>`));
        else send(response, 503, 'application/json', `${JSON.stringify({ error: why })}\n`);
      },
    );
  });
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The Redis server does not answer; waiting for it.')), SLOWEST);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(text);
}

export function boardPage({ server, at, studies, queues, workers }: BoardState, price?: number): string {
  const threads = workers.reduce((sum, { threads }) => sum + threads, 0);
  const going = studies.filter(({ isOver }) => !isOver);
  const head = `<p>${escaped(server)} · ${counted(going.length, 'study')} · ${counted(workers.length, 'worker')} · ${counted(threads, 'thread')} · ${escaped(at.slice(11, 19))} UTC</p>`;
  const idle =
    going.length > 0 && threads === 0
      ? '<p class="warning">No worker is there; start some with <code>stagegraph worker</code>.</p>'
      : '';
  const none =
    studies.length === 0
      ? '<p>No study is explored at this server now. The page looks again by itself.</p>'
      : '';
  return page(
    [
      head,
      idle,
      none,
      ...studies.map((study) => studyText(study, price)),
      queues.length === 0
        ? ''
        : table(
            'Batches',
            ['build', 'waiting', 'under way', 'failed'],
            queues.map(({ build, waiting, active, failed }) => [build, waiting, active, failed]),
          ),
      workers.length === 0
        ? ''
        : table(
            'Workers',
            ['machine', 'process', 'threads', 'build'],
            workers.map(({ machine, process, threads, build }) => [machine, process, threads, build]),
          ),
    ].join('\n'),
  );
}

function studyText({ name, explorers, ...study }: BoardStudy, price: number | undefined): string {
  const { designs, written, left, isOver } = study;
  const share = designs > 0 ? written / designs : 1;
  const facts = [
    `${number(written)} of ${number(designs)} designs`,
    ...(isOver
      ? ['ended']
      : [
          `${(100 * share).toFixed(1)} %`,
          left === undefined ? 'no design is written yet' : `${timeText(left)} left`,
        ]),
  ];
  const rows = [spentRow('spent', spentHours(study), price), ...restRows(study, price)];
  return `<section><h2>${escaped(name)}</h2>
<progress max="1" value="${share}" aria-label="${escaped(name)}"></progress>
<p>${facts.join(' · ')}</p>
${table('Cost', ['', 'core hours', 'cost', ''], rows)}
${explorers.length === 0 ? '' : table('Explorers', ['machine and process', 'designs', 'written', 'speed'], explorers.map(explorerRow))}</section>`;
}

const explorerRow = ({ name, from, to, next, speed }: BoardExplorer): readonly Cell[] => [
  name,
  `${number(from)} to ${number(to - 1)}`,
  `${to > from ? ((100 * (next - from)) / (to - from)).toFixed(1) : 100} %`,
  speed > 0 ? speedText(speed) : '–',
];

const spentHours = ({ spent }: Pick<BoardStudy, 'spent'>): number => spent.busy / 3.6e9;

type CostOf = Pick<BoardStudy, 'spent' | 'designs' | 'written' | 'designTime' | 'isOver'>;

function restRows({ designs, written, designTime, isOver, spent }: CostOf, price: number | undefined) {
  if (isOver || designTime === undefined) return [];
  const whole = Math.max(spentHours({ spent }), (designs * designTime) / 3600);
  const words = `${number(designs - written)} designs at ${formatNumber(1000 * designTime, 3)} ms each`;
  return [[...spentRow('expected in all', whole, price).slice(0, 3), words]];
}

const spentRow = (words: string, hours: number, price: number | undefined): readonly Cell[] => [
  words,
  formatNumber(hours, 3),
  price === undefined ? '– (say --price)' : formatNumber(hours * price, 3),
  '',
];

type Cell = string | number;

const table = (caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `<div class="table"><table><caption>${caption}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const number = (value: number): string => value.toLocaleString('en');

const page = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${AGAIN}"><title>Studies – Stagegraph</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 .75rem; }
section { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
progress { width: 100%; height: 1rem; accent-color: #0b6bcb; }
.table { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; white-space: nowrap; font-weight: 400; }
th { font-size: .85rem; opacity: .75; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
@media (max-width: 40rem) { th, td { white-space: normal; padding-right: .6rem; vertical-align: top; } td:first-child { overflow-wrap: anywhere; min-width: 6rem; } }
.warning { border-left: 4px solid #c77700; padding-left: .6rem; }
</style></head><body><h1>Studies</h1>
${body}
</body></html>
`;
