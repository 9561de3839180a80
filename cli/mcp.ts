/** `stagegraph mcp`: a server for assistants; what it needs is loaded when it starts. */
import type { Command } from 'commander';
import type { ToolSettings } from '../lib/tools.ts';
import { addToolOptions } from './tool-options.ts';

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('serve assistants over standard input and output (Model Context Protocol)');
  addToolOptions(command).action(async (settings: ToolSettings) => {
    const [{ serveAssistants }, { ToolRunner }] = await Promise.all([
      import('./mcp-server.ts'),
      import('../lib/tools.ts'),
    ]);
    await serveAssistants(new ToolRunner(settings));
    // Computations that nobody waits for any more end with it.
    process.exit();
  });
}
