/** `stagegraph mcp`: a server for assistants; what it needs is loaded when it starts. */
import type { Command } from 'commander';
import { addToolOptions, type ToolOptions, toolSettings } from './tool-options.ts';

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('serve assistants over standard input and output (Model Context Protocol)');
  addToolOptions(command).action(async (options: ToolOptions) => {
    const settings = await toolSettings(options);
    const [{ serveAssistants }, { ToolRunner }] = await Promise.all([
      import('./mcp-server.ts'),
      import('../lib/tools.ts'),
    ]);
    await serveAssistants(new ToolRunner(settings));
    // Computations that nobody waits for any more end with it.
    process.exit();
  });
}
