/** The documentation's Markdown as HTML: formulas as MathML, headings with the anchors of GitHub, nothing that a strict policy refuses. */
import { tex } from '@mdit/plugin-tex';
import katex from 'katex';
import MarkdownIt from 'markdown-it';

export interface Rendered {
  readonly title: string;
  readonly html: string;
  /** First paragraph, as plain text. */
  readonly summary: string;
  readonly sections: readonly Section[];
}

/** What stands under a heading, as plain text. */
export interface Section {
  readonly title: string;
  /** Empty for what stands before the second heading. */
  readonly anchor: string;
  readonly text: string;
}

/** Where something is in the site. */
export interface Place {
  readonly address: string;
  /** In place of the name of a file. */
  readonly title?: string;
}

/** `placeOf`: of what a link or picture names; undefined where the site does not have it. */
export function renderMarkdown(text: string, placeOf: (target: string) => Place | undefined): Rendered {
  const markdown = new MarkdownIt({ html: true, linkify: false }).use(tex, {
    render: (source: string, displayMode: boolean) =>
      katex.renderToString(source, { output: 'mathml', displayMode, throwOnError: true }),
  });
  const tokens = markdown.parse(text, {});
  const used = new Map<string, number>();
  const sections: Section[] = [];
  let title = '';
  let summary = '';
  tokens.forEach((token, i) => {
    const inside = tokens[i + 1];
    if (token.type === 'heading_open' && inside) {
      const words = plain(inside);
      const slug = slugOf(words);
      const times = used.get(slug) ?? 0;
      used.set(slug, times + 1);
      const anchor = times === 0 ? slug : `${slug}-${times}`;
      token.attrSet('id', anchor);
      if (title === '') title = words;
      sections.push({ title: words, anchor: sections.length === 0 ? '' : anchor, text: '' });
    }
    // Columns are aligned by a class: no element has a style of its own.
    if (token.attrGet('style')?.includes('right')) token.attrSet('class', 'right');
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
    token.children?.forEach((child, at, children) => {
      if (child.type === 'image') follow(child, 'src', placeOf);
      if (child.type !== 'link_open') return;
      const place = follow(child, 'href', placeOf);
      const name = children[at + 1];
      if (name && place?.title && /^[\w/.-]+\.md$/.test(name.content)) name.content = place.title;
    });
    if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open') {
      if (summary === '' && tokens[i - 1]?.type === 'paragraph_open') summary = plain(token);
      const last = sections.at(-1);
      if (last) sections[sections.length - 1] = { ...last, text: `${last.text} ${plain(token)}`.trim() };
    }
  });
  return { title, html: markdown.renderer.render(tokens, markdown.options, {}), summary, sections };
}

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Files of the source that the site does not have are named, and lead nowhere. */
function follow(
  token: Token,
  attribute: 'href' | 'src',
  placeOf: (target: string) => Place | undefined,
): Place | undefined {
  const place = placeOf(token.attrGet(attribute) ?? '');
  if (place === undefined) token.attrs = [];
  else token.attrSet(attribute, place.address);
  return place;
}

const plain = (token: Token): string =>
  (token.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim();

export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
