/**
 * What the page loads together is one file. A file for each set of places that share a module, as bundlers make by themselves, gave an example that is
 * opened ninety-six of them, and asking for each cost more than what most of them hold.
 */
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** What a place needs before it is shown. */
const PLACES = { page: 'main', gallery: 'GalleryPage', workbench: 'Workbench' } as const;

type Place = keyof typeof PLACES;

const fileOf = (place: Place): string => join(import.meta.dirname, 'src/app', `${PLACES[place]}.tsx`);

function neededBy(place: Place, infoOf: Rolldown.GetModuleInfo): ReadonlySet<string> {
  const needed = new Set<string>();
  const visit = (id: string): void => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const next of infoOf(id)?.importedIds ?? []) visit(next);
  };
  visit(fileOf(place));
  // The place itself has the file that is asked for.
  needed.delete(fileOf(place));
  return needed;
}

/** In this order: a module is in the first that it belongs to, so that nobody loads what only another place needs. */
const GROUPS: Readonly<Record<string, (isNeededBy: (place: Place) => boolean) => boolean>> = {
  start: (isNeededBy) => isNeededBy('page'),
  shared: (isNeededBy) => isNeededBy('gallery') && isNeededBy('workbench'),
  gallery: (isNeededBy) => isNeededBy('gallery'),
  workbench: (isNeededBy) => isNeededBy('workbench'),
};

/** Files of what the page, the gallery and the workbench cannot be shown without. Whatever comes later has files as bundlers make them. */
export function pageChunks(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<Place, ReadonlySet<string>>();
  return Object.entries(GROUPS).map(([name, belongs], at) => ({
    name: (id, context) =>
      belongs((place) => {
        const needed = known.get(place) ?? neededBy(place, (other) => context.getModuleInfo(other));
        known.set(place, needed);
        return needed.has(id);
      })
        ? name
        : null,
    debugName: name,
    priority: Object.keys(GROUPS).length - at,
  }));
}
