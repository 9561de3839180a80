/** Pauses that let messages to this worker arrive, without the 4 ms that browsers add to repeated timers. */
export class Macrotasks {
  private readonly channel = new MessageChannel();

  /** Resolves in the next task of the event loop. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.channel.port1.onmessage = () => resolve();
      this.channel.port2.postMessage(undefined);
    });
  }

  /** Ends the channel, which would otherwise keep Node running. */
  close(): void {
    this.channel.port1.close();
  }
}
