/** Depths to send back: as lines of HLS and as CSV. */
import type { DepthsFound } from './contract.ts';

type Links = DepthsFound['links'];

export const depthPragmas = (links: Links, depths: readonly number[]): string =>
  links
    .map(
      ({ from, to }, i) =>
        `#pragma HLS stream variable=${variable(from)}_${variable(to)} depth=${depths[i]!}`,
    )
    .join('\n');

export const depthsCsv = (links: Links, depths: readonly number[]): string =>
  ['from,to,depth', ...links.map(({ from, to }, i) => [csvCell(from), csvCell(to), depths[i]].join())].join(
    '\n',
  );

/** A name of C. */
const variable = (id: string): string => id.replace(/\W/g, '_');

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
