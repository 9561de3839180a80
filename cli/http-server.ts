/** The tools over HTTP: a POST of JSON each, described by OpenAPI. Nothing that a client does ends the server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  inputSchema,
  isTool,
  MOST_REQUEST,
  refusalOf,
  TOOL_NAMES,
  TOOLS,
  type ToolRefusal,
  type ToolRunner,
} from '../lib/tools.ts';
import { version } from '../package.json';
import { isAddressed } from './listen.ts';

/** ms until a request must have arrived, and its head. */
const SLOWEST_REQUEST = 30_000;
const SLOWEST_HEAD = 10_000;
/** ms that a client may take no byte of an answer. */
const SLOWEST_ANSWER = 30_000;
const MOST_CONNECTIONS = 256;

/** Why a request is refused: status, and the document that says it. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** `host`: where it will listen; at the loopback it answers to no other name, which pages of others could be given. */
export function httpServer(tools: ToolRunner, host: string): Server {
  const server = createServer(
    { requestTimeout: SLOWEST_REQUEST, headersTimeout: SLOWEST_HEAD, connectionsCheckingInterval: 1000 },
    (request, response) => {
      response.setTimeout(SLOWEST_ANSWER + 1000 * tools.limit, () => response.destroy());
      void answer(tools, host, request, response).catch((reason: unknown) => refuse(response, reason));
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const expected = JSON.stringify(request.headers.expect);
    refuse(
      response,
      new Refused(417, 'expectation', `expected no header Expect but 100-continue, got ${expected}`),
    );
  });
  server.on('clientError', (reason: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isLate = reason.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isLate ? '408 Request Timeout' : '400 Bad Request';
    const lines = [isLate ? 'the request took too long to arrive' : 'expected a request of HTTP/1.1'];
    const body = errorText(isLate ? 'tooSlow' : 'badRequest', lines);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

async function answer(
  tools: ToolRunner,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', headers } = request;
  if (!isAddressed(host, headers.host))
    throw new Refused(403, 'otherHost', 'expected the name of the loopback in the header Host');
  // A page of somebody else, open in a browser on this machine, may not ask.
  if (headers.origin !== undefined)
    throw new Refused(403, 'otherOrigin', 'expected a request without the header Origin: pages may not ask');
  const path = (request.url ?? '').split('?')[0]!;
  if (path === '/' || path === '/openapi.json') {
    if (method !== 'GET') throw new Refused(405, 'method', `${path}: expected GET, got ${method}`);
    send(response, 200, JSON.stringify(openApi(), null, 2));
    return;
  }
  const name = /^\/v1\/(\w+)$/.exec(path)?.[1] ?? '';
  if (!isTool(name))
    throw new Refused(404, 'notFound', `expected /openapi.json or /v1/ and one of ${TOOL_NAMES.join(', ')}`);
  if (method !== 'POST') throw new Refused(405, 'method', `${path}: expected POST, got ${method}`);
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refused(415, 'contentType', 'expected the header Content-Type: application/json');
  const input = jsonOf(await bodyOf(request));
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const text = await tools.call(name, input, { signal: gone.signal });
  send(response, 200, text);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    throw new Refused(400, 'badJson', `expected JSON in UTF-8: ${why}`);
  }
}

const TOO_LARGE = `expected a body of at most ${MOST_REQUEST / 1e6} MB`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_REQUEST)
    throw new Refused(413, 'tooLarge', TOO_LARGE);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_REQUEST) throw new Refused(413, 'tooLarge', TOO_LARGE);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const STATUS = {
  badInput: 422,
  busy: 503,
  timeOver: 504,
  failed: 500,
} as const satisfies Record<ToolRefusal['code'], number>;

function refuse(response: ServerResponse, reason: unknown): void {
  if (response.destroyed || response.headersSent) return;
  if (reason instanceof Refused) {
    // What is left of the request is not read.
    if (reason.status === 413 || reason.status === 417) response.setHeader('Connection', 'close');
    send(response, reason.status, errorText(reason.code, [reason.message]));
    return;
  }
  const { code, lines } = refusalOf(reason);
  send(response, STATUS[code], errorText(code, lines));
}

const errorText = (code: string, lines: readonly string[]): string =>
  JSON.stringify({ error: { code, message: lines.join('\n'), lines } });

function send(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

const ERRORS = {
  400: 'The body is no JSON.',
  413: `The body is larger than ${MOST_REQUEST / 1e6} MB.`,
  422: 'The input cannot be used; each line names the place, what was expected and what was found.',
  500: 'The computation failed.',
  503: 'Too many calls wait already.',
  504: 'No answer in the time that a call may take.',
} as const;

/** OpenAPI 3.1, made from the schemas that the tools have. */
function openApi(): unknown {
  const error = { $ref: '#/components/schemas/Error' };
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  return {
    openapi: '3.1.0',
    info: { title: 'Stagegraph', version, description: 'Models of streaming systems as networks of queues.' },
    paths: Object.fromEntries(
      TOOL_NAMES.map((name) => [
        `/v1/${name}`,
        {
          post: {
            operationId: name,
            summary: TOOLS[name].description,
            requestBody: { required: true, content: json(inputSchema(name)) },
            responses: {
              200: { description: 'The answer.', content: json({ type: 'object' }) },
              ...Object.fromEntries(
                Object.entries(ERRORS).map(([status, description]) => [
                  status,
                  { description, content: json(error) },
                ]),
              ),
            },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message', 'lines'],
              properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                lines: { type: 'array', items: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
}
