/** What was dropped on the window. A folder looks like a file that nobody can read. */

type Dropped = Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'>;

export function droppedFiles(items: Iterable<Dropped>): {
  readonly files: readonly File[];
  readonly folders: readonly string[];
} {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) folders.push(entry.name);
    else if (file) files.push(file);
  }
  return { files, folders };
}
