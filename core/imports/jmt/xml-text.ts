/** Elements of XML as text. */

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' },
  ...{ '\n': '#10', '\r': '#13', '\t': '#9' },
};

/** Text inside an attribute or an element. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"\n\r\t]/g, (sign) => `&${ENTITIES[sign]};`);

/** With its attributes, which are escaped here, and what is inside, which is not. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inside: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `<${name}${written.join('')}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${name}>`;
}
