/** How readers of other programs' models stop at what cannot be read, and how they keep what they leave out. */
import { err, ok, type Result } from '../base/result.ts';
import { parseXml, type XmlElement } from './xml.ts';

class NotReadable extends Error {}

/** Stops reading; `whatIsRead` gives the sentence back as an error. */
export function refuseModel(what: string): never {
  throw new NotReadable(what);
}

/** Stops reading at an element, whose line the error names. */
export function refuseAt(at: XmlElement, what: string): never {
  refuseModel(`line ${at.line}: ${what}`);
}

/** What reading gives, or why it stopped. */
export function whatIsRead<Value>(read: () => Value): Result<Value, string> {
  try {
    return ok(read());
  } catch (reason) {
    if (reason instanceof NotReadable) return err(reason.message);
    throw reason;
  }
}

/** What reading the root of a text of XML gives, or what is wrong and on which line. */
export function readingXml<Value>(text: string, read: (root: XmlElement) => Value): Result<Value, string> {
  const root = parseXml(text);
  return root.ok ? whatIsRead(() => read(root.value)) : root;
}

/** Reads one of several files, whose name a refusal begins with. */
export function readingOf<Value>(name: string, read: () => Value): Value {
  const found = whatIsRead(read);
  return found.ok ? found.value : refuseModel(`${name}: ${found.error}`);
}

export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((each) => each.name === name);

export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((each) => each.name === name);

/** For names that come one after the other: refuses one that came before. `what`: of which there are two then, such as "stations". */
export function differentNames(what: string): (at: XmlElement, name: string) => string {
  const names = new Set<string>();
  return (at, name) => {
    if (names.has(name)) refuseAt(at, `there are two ${what} "${name}"`);
    names.add(name);
    return name;
  };
}

/** Most owners of one thing that are listed by name. */
const MOST_NAMED = 12;

/** What a file has and a scenario has not, and of whom; each thing makes one sentence. */
export class LeftOut {
  readonly #owners = new Map<string, Set<string>>();

  add(what: string, of?: string): void {
    const owners = this.#owners.get(what) ?? new Set();
    if (of !== undefined) owners.add(of);
    this.#owners.set(what, owners);
  }

  get sentences(): readonly string[] {
    return [...this.#owners].map(([what, owners]) => `Left out: ${what}${ofWhom([...owners])}.`);
  }
}

function ofWhom(owners: readonly string[]): string {
  if (owners.length === 0) return '';
  const more = owners.length - MOST_NAMED;
  return ` of ${owners.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
