/** Behind the scenario of a link stand layers, each `&`, its name, `=`, the version of its packing, `.` and its text. */

export interface LinkLayer {
  readonly version: number;
  readonly text: string;
}

/** Mail and chat programs cut longer links. */
export const LONGEST_LINK = 8000;

/** Undefined where the link has no layer of that name. */
export function layerOfLink(link: string, name: string): LinkLayer | undefined {
  const [, version, text] = new RegExp(`&${name}=(\\d{1,9})\\.([\\w.-]*)`).exec(link) ?? [];
  return version === undefined || text === undefined ? undefined : { version: Number(version), text };
}
