/**
 * Pauses that let messages to this worker arrive, without the 4 ms that browsers add to repeated timers. Each has a
 * channel of its own, because Node empties a channel before it looks at others: one that is written to while it is
 * read would keep them waiting for a thousand pauses.
 */
export class Macrotasks {
  private channel: MessageChannel | undefined;

  /** Resolves in the next task of the event loop. */
  next(): Promise<void> {
    this.close();
    this.channel = new MessageChannel();
    const { port1, port2 } = this.channel;
    return new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  }

  /** Ends the channel, which would otherwise keep Node running. */
  close(): void {
    this.channel?.port1.close();
  }
}
