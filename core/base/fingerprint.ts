/** Short fingerprints of texts. Not against forgery: only to tell one text from another. */

/** 16 hexadecimal digits. */
export const fingerprint = (text: string): string =>
  [0x811c9dc5, 0x9747b28c].map((start) => wordOf(text, start)).join('');

/** FNV-1a over the text's units, stirred at the end. */
function wordOf(text: string, start: number): string {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
