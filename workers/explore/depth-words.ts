/** Depths to send back: as lines of HLS and as CSV. */
import type { DepthsFound } from './contract.ts';

/** A FIFO that has a name of its own goes by it. */
type Links = readonly (DepthsFound['links'][number] & { readonly id?: string })[];

export const depthPragmas = (links: Links, depths: readonly number[]): string =>
  links
    .map(
      ({ from, to, id }, i) =>
        `#pragma HLS stream variable=${id === undefined ? `${variable(from)}_${variable(to)}` : variable(id)} depth=${depths[i]!}`,
    )
    .join('\n');

export const depthsCsv = (links: Links, depths: readonly number[]): string =>
  ['from,to,depth', ...links.map(({ from, to }, i) => [csvCell(from), csvCell(to), depths[i]].join())].join(
    '\n',
  );

/** A name of C. */
const variable = (id: string): string => id.replace(/\W/g, '_');

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
