/** What the part of the address behind `#` asks for. A link carries its whole scenario there; it never reaches a server. */

export type Address =
  | { readonly kind: 'gallery' }
  /** One of this browser's own scenarios. */
  | { readonly kind: 'stored'; readonly id: string }
  /** An example as it came. */
  | { readonly kind: 'example'; readonly slug: string }
  /** A shared scenario. */
  | { readonly kind: 'link'; readonly fragment: string };

const STORED = 'scenario=';
const EXAMPLE = 'example=';

export function readAddress(hash: string): Address {
  const fragment = hash.replace(/^#/, '');
  if (fragment === '' || fragment === 'gallery') return { kind: 'gallery' };
  if (fragment.startsWith(STORED)) return { kind: 'stored', id: fragment.slice(STORED.length) };
  if (fragment.startsWith(EXAMPLE)) return { kind: 'example', slug: fragment.slice(EXAMPLE.length) };
  return { kind: 'link', fragment };
}

export function addressHash(address: Address): string {
  switch (address.kind) {
    case 'gallery':
      return '#gallery';
    case 'stored':
      return `#${STORED}${address.id}`;
    case 'example':
      return `#${EXAMPLE}${address.slug}`;
    case 'link':
      return `#${address.fragment}`;
  }
}
