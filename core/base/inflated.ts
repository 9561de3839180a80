/**
 * The bytes of a packed stream, unpacked as they are asked for. It may be cancelled at any moment, which cancels `source`.
 *
 * A `DecompressionStream` behind `pipeThrough` must not be: in Node what it has unpacked and not handed on yet may then reach a stream that is
 * closed, which ends the whole process ("Controller is already closed"). Here it is left to itself.
 */
export function inflated(
  source: ReadableStream<Uint8Array>,
  format: CompressionFormat,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream(format);
  const [from, to, unpacked] = [source.getReader(), writable.getWriter(), readable.getReader()];
  const feed = async (): Promise<void> => {
    for (let next = await from.read(); !next.done; next = await from.read())
      await to.write(next.value as Uint8Array<ArrayBuffer>);
    await to.close();
  };
  return new ReadableStream(
    {
      start() {
        // What is wrong with the source or the archive is met where it is read.
        feed().catch((reason) => to.abort(reason).catch(() => undefined));
      },
      async pull(controller) {
        const { done, value } = await unpacked.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => from.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
