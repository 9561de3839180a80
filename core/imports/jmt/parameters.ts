/** The trees of parameters that sections of a JMT model hold (schema SIMmodeldefinition.xsd of JMT): values, lists, and lists by class. */
import { refuseAt } from '../refusing.ts';
import type { XmlElement } from '../xml.ts';

export interface Parameter {
  readonly name: string;
  /** Last part of the name of its Java class, such as `Exponential`. */
  readonly kind: string;
  readonly value: string | undefined;
  readonly parts: readonly Parameter[];
  /** Where it is a list by class. */
  readonly byClass: ReadonlyMap<string, Parameter>;
  readonly at: XmlElement;
}

/** A `<parameter>` or `<subParameter>` element. */
export function parameterOf(at: XmlElement): Parameter {
  const parts: Parameter[] = [];
  const byClass = new Map<string, Parameter>();
  let value: string | undefined;
  let jobClass: string | undefined;
  for (const child of at.children) {
    if (child.name === 'refClass') jobClass = child.text;
    else if (child.name === 'value') value = child.text;
    else if (child.name === 'subParameter') {
      const part = parameterOf(child);
      parts.push(part);
      if (jobClass !== undefined) byClass.set(jobClass, part);
      jobClass = undefined;
    }
  }
  const kind = (at.attributes.get('classPath') ?? '').split('.').at(-1)!;
  // JMT goes by the classes of parameters; some files have another name for the services of a server.
  const name = at.attributes.get('name') ?? '';
  return { name: name === 'ServerStrategy' ? 'ServiceStrategy' : name, kind, value, parts, byClass, at };
}

export const partNamed = (parameter: Parameter, name: string): Parameter | undefined =>
  parameter.parts.find((part) => part.name === name);

/** A number that must be there. */
export function numberOf(parameter: Parameter, name: string): number {
  const part = partNamed(parameter, name) ?? refuseAt(parameter.at, `expected a parameter ${name}`);
  return numberIn(part);
}

export function numberIn({ value = '', name, at }: Parameter): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : refuseAt(at, `expected a number as ${name}, got "${value}"`);
}

/** Rows of numbers, such as those of a generator. */
export function matrixOf(parameter: Parameter, name: string): readonly (readonly number[])[] {
  const matrix = partNamed(parameter, name) ?? refuseAt(parameter.at, `expected a matrix ${name}`);
  return matrix.parts.map((row) => row.parts.map(numberIn));
}
