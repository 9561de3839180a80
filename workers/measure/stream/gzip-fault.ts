/** Why a gzip archive could not be read to its end. */

/** An archive without content. */
const EMPTY = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Archives may stand one behind the other, as `cat a.gz b.gz` or bgzip leaves them: Node reads all, browsers the first. */
export async function gzipFault(): Promise<string> {
  const damaged = 'The gzip archive is damaged or cut off';
  return (await readsSeveralParts())
    ? damaged
    : `${damaged}, or has several parts, which this browser does not read`;
}

async function readsSeveralParts(): Promise<boolean> {
  const plain = new Blob([EMPTY, EMPTY]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).arrayBuffer().then(
    () => true,
    () => false,
  );
}
