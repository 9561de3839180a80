/**
 * Keeps the page for when there is no network: every file of one version, checked by its digest, or none of it. A new version
 * waits until the tabs of the old one are closed, or until the page asks it to take over; then all tabs load it.
 */
import { skipWaiting } from 'workbox-core/skipWaiting.js';
import { precacheAndRoute } from 'workbox-precaching';
import { keepShared, SHARE_PATH, SHARED } from './shared-files.ts';
import { TAKE_OVER } from './take-over.ts';

/** Written by the build (vite.offline.config.ts). */
declare const PRECACHE: Parameters<typeof precacheAndRoute>[0];

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const sharePath = new URL(SHARE_PATH, location.href).pathname;
addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method === 'POST' && new URL(request.url).pathname === sharePath)
    (event as FetchEvent).respondWith(keepShared(request));
});

precacheAndRoute(PRECACHE, { ignoreURLParametersMatching: [new RegExp(`^${SHARED}$`)] });
addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) skipWaiting();
});
