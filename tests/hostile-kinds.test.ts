/** Every format that is read is among the files that `npm run verify hostile` damages. */
import { expect, it } from 'vitest';
import { FORMAT_NAMES } from '../src/features/measure/format-names.ts';
import { hostileKinds } from '../verify/hostile-kinds.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';

it('damages files of every format', async () => {
  const formats = new Set<string>();
  for (const { files, ending } of await hostileKinds())
    for (const bytes of files) {
      const file = new Blob([new Uint8Array(bytes)]);
      const read = await reduceMeasurement(file, { fileName: `f.${ending}` });
      if (read.ok) formats.add(read.value.format);
    }
  expect([...formats].sort()).toEqual(Object.keys(FORMAT_NAMES).sort());
});
