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
  const found = index.search(asked, { prefix: true, fuzzy: 0.15, boost: { title: 3 } });
  const pages = `${found.length} ${found.length === 1 ? 'section' : 'sections'}`;
  status.textContent = found.length === 0 ? `Nothing is found for “${asked}”.` : `${pages} for “${asked}”`;
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

void find();
