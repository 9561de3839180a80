/** A file that is read in a worker by itself, without a scenario, and told in a dialog: spans, and what a measurement draws. */
import { err, type Result } from '../../../core/base/result.ts';
import { createRun, type Run } from '../../run/create-run.ts';
import { type OpenDialog, openDialog } from '../../state/session-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { faultText } from './reading-words.ts';

interface FileQuestion<Settings> {
  readonly file: File;
  readonly settings: Settings;
}

interface FileRun<Settings, Answer> {
  readonly run: Run<FileQuestion<Settings>, Answer, never, readonly string[]>;
  /** The file that the dialog tells of. */
  readonly shown: () => File | undefined;
  /** The key is of a question about that file. */
  readonly isOfShown: (key: string | undefined) => boolean;
  /** Reads a file with the usual settings, and opens the dialog. */
  readonly show: (file: File) => void;
}

export function createFileRun<Settings extends object, Answer>(
  { name, dialog, usual }: { readonly name: string; readonly dialog: OpenDialog; readonly usual: Settings },
  read: (
    signal: AbortSignal,
    file: File,
    settings: Settings,
  ) => Promise<Result<Answer, readonly Parameters<typeof faultText>[0][]>>,
): FileRun<Settings, Answer> {
  const run = createRun<FileQuestion<Settings>, Answer, never, readonly string[]>({
    name,
    key: ({ file, settings }) => JSON.stringify([keyOf(file), settings]),
    ask: async ({ file, settings }, { signal }) => {
      const answer = await read(signal, file, settings);
      return answer.ok ? answer : err(answer.error.map(faultText));
    },
    lost: (message) => [`Reading it stopped: ${message}. Drop it again to try once more.`],
  });
  askWhenSilent(run, { what: 'The reading of the file' });
  let shown: File | undefined;
  return {
    run,
    shown: () => shown,
    isOfShown: (key) =>
      shown !== undefined && key?.startsWith(JSON.stringify([keyOf(shown)]).slice(0, -1)) === true,
    show: (file) => {
      shown = file;
      void run.ask({ file, settings: usual });
      openDialog(dialog);
    },
  };
}

const keyOf = ({ name, size, lastModified }: File): string => JSON.stringify([name, size, lastModified]);
