/**
 * What a model inside another page is asked to show. The element has it as attributes; the address of `embed.html` holds the
 * same behind `#`: a share link's fragment, or `src`, then the others: `#3.Zm9v&inputs=checkout.service.rate&readonly`.
 */

/** link: fragment of a share link. src: address of a scenario file. inputs: see inputs.ts. readonly: no sliders. theme: light or dark. workbench: address of the page that edits it. */
export const ATTRIBUTES = ['link', 'src', 'inputs', 'readonly', 'theme', 'workbench'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Attributes that an address may hold. Not `workbench`: the page that hosts the model knows that address. */
const IN_ADDRESS: readonly Attribute[] = ['src', 'inputs', 'readonly', 'theme'];

export function attributesOf(hash: string): Partial<Record<Attribute, string>> {
  const [first = '', ...rest] = hash.replace(/^#/, '').split('&');
  const isLink = /^\d+\./.test(first);
  const given = new URLSearchParams((isLink ? rest : [first, ...rest]).join('&'));
  const found: Partial<Record<Attribute, string>> = isLink ? { link: first } : {};
  for (const name of IN_ADDRESS) {
    const value = given.get(name);
    if (value !== null) found[name] = value;
  }
  return found;
}
