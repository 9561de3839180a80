import { describe, expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

const item = (name: string, isDirectory?: boolean) => ({
  kind: 'file',
  getAsFile: () => new File(['x'], name),
  webkitGetAsEntry: () => (isDirectory === undefined ? null : ({ name, isDirectory } as FileSystemEntry)),
});

describe('what is dropped on the window', () => {
  it('takes the files, and names the folders among them', () => {
    const { files, folders } = droppedFiles([item('a.csv', false), item('logs', true), item('b.csv')]);
    expect(files.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
    expect(folders).toEqual(['logs']);
  });

  it('leaves out what is no file, such as a text that was dragged along', () => {
    const text = { ...item('x'), kind: 'string', getAsFile: () => null };
    expect(droppedFiles([text])).toEqual({ files: [], folders: [] });
  });
});
