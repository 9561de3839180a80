/** The model as a frame inside another page: what is copied there. */
import { escaped } from '../../ui/editor/graph-svg.ts';

/** `link`: whole address of a shared scenario. docs/embed.md says what may follow it. */
export function embedCode(link: string, name: string): string {
  const { hash } = new URL(link);
  const address = new URL(`embed.html${hash}`, link);
  return `<iframe src="${escaped(String(address))}" title="${escaped(name)}" width="100%" height="480" loading="lazy"></iframe>`;
}
