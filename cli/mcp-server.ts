/** A server for assistants (Model Context Protocol) over standard input and output. */
import { readdir, readFile } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../core/scenario/input-fault.ts';
import {
  inputSchema,
  isTool,
  MOST_REQUEST,
  refusalOf,
  TOOL_NAMES,
  TOOLS,
  type ToolRunner,
} from '../lib/tools.ts';
import { version } from '../package.json';

const INSTRUCTIONS =
  'Stagegraph models streaming systems (FPGA and multicore pipelines, packet paths, message-driven services) as networks of queues. Write a scenario (read stagegraph://docs/scenario-format, and the examples), check it, then solve or simulate it. Tell the trust of every number that you report: an approximation, a simulation and a number that is sensitive to its inputs are not exact. All numbers are SI.';

/** Until standard input ends. */
export async function serveAssistants(tools: ToolRunner): Promise<void> {
  const server = mcpServer(tools);
  const lines = new RequestLines((message) => process.stdout.write(`${JSON.stringify(message)}\n`));
  process.stdin.pipe(lines);
  await server.connect(new StdioServerTransport(lines, process.stdout));
  await new Promise<void>((ended) => lines.once('end', ended));
  await server.close();
}

function mcpServer(tools: ToolRunner): Server {
  const server = new Server(
    { name: 'stagegraph', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOL_NAMES.map((name) => ({
      name,
      description: TOOLS[name].description,
      // The protocol's type of a schema; the table makes nothing else.
      inputSchema: inputSchema(name) as { readonly type: 'object' },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: input = {}, _meta: meta } = params;
    if (!isTool(name))
      throw new McpError(
        ErrorCode.InvalidParams,
        `expected a tool of ${TOOL_NAMES.join(', ')}; got ${name.slice(0, 80)}`,
      );
    const token = meta?.progressToken;
    let told = 0;
    const onProgress = (progress: unknown): void => {
      told += 1;
      const message = JSON.stringify(progress);
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token!, progress: told, message },
      }).catch(() => undefined);
    };
    try {
      const text = await tools.call(name, input, { signal, ...(token !== undefined && { onProgress }) });
      return { content: [{ type: 'text', text }] };
    } catch (reason) {
      signal.throwIfAborted();
      const { code, lines } = refusalOf(reason);
      // An assistant that reads why can mend it; a bug or a call that was given up is an error of the protocol.
      if (code === 'failed') throw new McpError(ErrorCode.InternalError, lines.join('\n'));
      return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: (await resources()).map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = (await resources()).find((resource) => resource.uri === uri);
    if (!found)
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no resource ${uri.slice(0, 200)}; resources/list names all`,
      );
    return { contents: [{ uri, mimeType: found.mimeType, text: await readFile(found.file, 'utf8') }] };
  });
  return server;
}

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly file: URL;
}

/** Beside this file in the sources, and beside the built command line in the package. */
const ROOT = new URL('../', import.meta.url);

const FOLDERS = [
  { uri: 'examples', folder: 'public/examples/', ending: '.json', mimeType: 'application/json' },
  { uri: 'docs', folder: 'docs/', ending: '.md', mimeType: 'text/markdown' },
  { uri: 'docs/methods', folder: 'docs/methods/', ending: '.md', mimeType: 'text/markdown' },
] as const;

/** Examples and pages of the documentation. */
async function resources(): Promise<readonly Resource[]> {
  const lists = await Promise.all(
    FOLDERS.map(async ({ uri, folder, ending, mimeType }) => {
      const names = await readdir(fileURLToPath(new URL(folder, ROOT)));
      return names
        .filter((name) => name.endsWith(ending))
        .sort()
        .map((name): Resource => {
          const short = name.slice(0, -ending.length);
          return {
            ...{ uri: `stagegraph://${uri}/${short}`, name: short, mimeType },
            file: new URL(folder + name, ROOT),
          };
        });
    }),
  );
  return lists.flat();
}

const NEWLINE = 10;

/** Lets whole lines of JSON through; what is too long or no JSON is refused here, and nothing of it is kept. */
class RequestLines extends Transform {
  private readonly answer: (message: object) => void;
  private parts: Buffer[] = [];
  private length = 0;
  /** The end of a line that is dropped, where clients write the id of a request. */
  private dropped: string | undefined;

  constructor(answer: (message: object) => void) {
    super();
    this.answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.gather(chunk.subarray(from, at));
      this.endLine();
      from = at + 1;
    }
    this.gather(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.length > 0 || this.dropped !== undefined) this.endLine();
    done();
  }

  private gather(part: Buffer): void {
    if (this.dropped !== undefined) {
      this.dropped = (this.dropped + part.toString('latin1')).slice(-ID_LENGTH);
      return;
    }
    this.parts.push(part);
    this.length += part.length;
    if (this.length <= MOST_REQUEST) return;
    const tail = part.length < ID_LENGTH ? Buffer.concat(this.parts.slice(-64)) : part;
    this.dropped = tail.toString('latin1').slice(-ID_LENGTH);
    this.parts = [];
    this.length = 0;
  }

  private endLine(): void {
    if (this.dropped !== undefined) {
      const [, id = 'null'] = /"id":\s*(\d+|"[^"\\]{1,100}")[^"]*$/.exec(this.dropped) ?? [];
      this.dropped = undefined;
      this.refuse(
        JSON.parse(id),
        ErrorCode.InvalidRequest,
        `expected a request of at most ${MOST_REQUEST / 1e6} MB, got more`,
      );
      return;
    }
    const line = Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    if (line.toString('latin1').trim() === '') return;
    try {
      const message: unknown = JSON.parse(line.toString('utf8'));
      if (isObject(message) && !Array.isArray(message) && message.jsonrpc === '2.0') {
        this.push(Buffer.concat([line, Buffer.from('\n')]));
        return;
      }
      this.refuse(null, ErrorCode.InvalidRequest, 'expected a message of JSON-RPC 2.0');
    } catch {
      this.refuse(null, ErrorCode.ParseError, 'expected one line of JSON for each message');
    }
  }

  private refuse(id: unknown, code: number, message: string): void {
    this.answer({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

/** Characters of a line's end that are searched for the id. */
const ID_LENGTH = 200;
