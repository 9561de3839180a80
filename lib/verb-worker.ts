/** A thread that answers verbs, one after the other; to stop one, its thread is ended. */
import { BadInput } from './bad-input.ts';
import { port } from './port.ts';
import { type Tell, VERBS, type Verb } from './verbs.ts';

export interface VerbQuestion {
  readonly verb: Verb;
  /** Inputs and options; where a verb tells its progress, that comes behind them. */
  readonly inputs: readonly unknown[];
  readonly isTold: boolean;
}

export type VerbReply =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly lines: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: unknown }
  | { readonly kind: 'progress'; readonly progress: unknown };

const reply = (message: VerbReply): void => port.postMessage(message);

port.addEventListener('message', async (event) => {
  const { verb, inputs, isTold } = (event as MessageEvent<VerbQuestion>).data;
  const tell: Tell = (progress) => reply({ kind: 'progress', progress });
  // The desk hands over what belongs to the verb.
  const ask = VERBS[verb] as (...inputs: readonly unknown[]) => Promise<unknown>;
  try {
    reply({ kind: 'answer', answer: await ask(...inputs, ...(isTold ? [tell] : [])) });
  } catch (reason) {
    reply(reason instanceof BadInput ? { kind: 'refused', lines: reason.lines } : { kind: 'failed', reason });
  }
});
