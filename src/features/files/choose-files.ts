/** Files that are chosen or dropped. What reads them is fetched with the workbench, or with the first file. */
import { clearRefusals } from '../../state/session-store.ts';
import { whileOpening } from './opening.ts';

export const loadReader = () => whileOpening(import('./files.ts'));

export function chooseFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => void openChosen([...(input.files ?? [])]));
  input.click();
}

/** `folders`: names of what was dropped and is no file. */
export async function openChosen(files: readonly File[], folders: readonly string[] = []): Promise<void> {
  clearRefusals();
  const { openFiles, refuseFolder } = await loadReader();
  for (const name of folders) refuseFolder(name);
  if (files.length > 0) await openFiles(files);
}
