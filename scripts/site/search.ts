/** The search page: everything is found in an index that stands beside it; no server is asked. */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.ts';

const MOST = 40;

async function find(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  const list = document.querySelector('#found');
  const field = document.querySelector<HTMLInputElement>('main input[name=q]');
  const status = document.querySelector('#status');
  if (!list || !field || !status) return;
  field.value = asked;
  if (asked === '') return;
  const response = await fetch('search-index.json');
  const index = MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
  const search = (combineWith: 'AND' | 'OR') =>
    index.search(asked, { prefix: true, fuzzy: 0.15, boost: { title: 3 }, combineWith });
  const withAll = search('AND');
  const found = withAll.length > 0 ? withAll : search('OR');
  status.textContent = said(asked, found.length, withAll.length > 0);
  list.replaceChildren(
    ...found.slice(0, MOST).map(({ id, title, page, text }) => {
      const link = document.createElement('a');
      link.href = String(id);
      link.textContent = page === title ? title : `${page} › ${title}`;
      const words = document.createElement('p');
      words.textContent = `${String(text).slice(0, 220)}…`;
      const item = document.createElement('li');
      item.append(link, words);
      return item;
    }),
  );
}

/** How many sections there are, and how far the list goes. */
function said(asked: string, count: number, haveAll: boolean): string {
  if (count === 0) return `Nothing is found for “${asked}”.`;
  const sections = `${count} ${count === 1 ? 'section' : 'sections'}`;
  const words = haveAll
    ? `${sections} for “${asked}”`
    : `No section has all of “${asked}”; ${sections} with a part of it`;
  return count > MOST ? `${words}, the best ${MOST} here` : words;
}

void find();
