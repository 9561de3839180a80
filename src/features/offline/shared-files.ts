/** Files that other programs share with the installed page: the worker keeps them until the page, opened for them, takes them. */

/** Where they are sent, and what the address of the page says then. */
export const SHARE_PATH = 'share';
export const SHARED = 'shared';
/** In place of an id: there was no room for them. */
const LOST = 'lost';

const CACHE = 'shared files';
const FIELD = 'files';
const NAME = 'X-File-Name';

const placeOf = (id: string, index: number): string => `${SHARED}/${id}/${index}`;

/** In the worker: the page to go on with. */
export async function keepShared(request: Request): Promise<Response> {
  const home = new URL('./', request.url);
  try {
    const files = (await request.formData()).getAll(FIELD).filter((each) => each instanceof File);
    // Nobody came for what was shared before.
    await caches.delete(CACHE);
    const cache = await caches.open(CACHE);
    const id = crypto.randomUUID();
    for (const [index, file] of files.entries())
      await cache.put(
        new URL(placeOf(id, index), home),
        new Response(file, { headers: { [NAME]: encodeURIComponent(file.name) } }),
      );
    home.searchParams.set(SHARED, id);
  } catch {
    home.searchParams.set(SHARED, LOST);
  }
  return Response.redirect(home.href, 303);
}

/** On the page: those that it was opened for, once; `lost` where the browser could not keep them. */
export async function takeShared(): Promise<readonly File[] | 'lost'> {
  const address = new URL(location.href);
  const id = address.searchParams.get(SHARED);
  if (id === null) return [];
  // A page that is loaded again does not open them again.
  address.searchParams.delete(SHARED);
  history.replaceState(history.state, '', address);
  if (id === LOST || !(await caches.has(CACHE))) return 'lost';
  const cache = await caches.open(CACHE);
  const files: File[] = [];
  for (;;) {
    const place = new URL(placeOf(id, files.length), new URL('./', address));
    const kept = await cache.match(place);
    if (!kept) return files.length > 0 ? files : 'lost';
    files.push(new File([await kept.blob()], decodeURIComponent(kept.headers.get(NAME) ?? 'shared file')));
    await cache.delete(place);
  }
}
