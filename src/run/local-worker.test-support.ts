/** A worker in this thread: comlink's other end sits on a message channel, so everything is copied as to a real one. */
import { expose } from 'comlink';
import { afterEach } from 'vitest';

export class LocalWorker extends EventTarget {
  readonly channel = new MessageChannel();

  constructor(service: object) {
    super();
    expose(service, this.channel.port2);
    this.channel.port1.addEventListener('message', (event) => {
      this.dispatchEvent(Object.assign(new Event('message'), { data: event.data }));
    });
    this.channel.port1.start();
    localWorkers.push(this);
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.channel.port1.postMessage(message, transfer as never);
  }

  terminate(): void {
    this.channel.port1.close();
  }
}

/** Those of the present test; they end with it. */
export const localWorkers: LocalWorker[] = [];

afterEach(() => {
  for (const worker of localWorkers.splice(0)) worker.terminate();
});
