/** A fingerprint of what a study's points depend on. Not against forgery: only to tell results of one study from another's. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { Study } from '../../core/study/study.ts';

/** 16 hexadecimal digits. Names, notes, goals and the drawing do not count. */
export function studyKey({ scenario, vary, sampling, answer, measures, costs }: Study): string {
  const text = JSON.stringify([undrawn(scenario), vary, sampling, answer, measures, costs]);
  return [0x811c9dc5, 0x9747b28c].map((start) => wordOf(text, start)).join('');
}

/** A study without what no point depends on, such as results and measurements: short enough to go with every task. */
export const pointsStudy = ({ format, schemaVersion, name, ...study }: Study): Study => {
  const { scenario, vary, sampling, answer, measures, costs } = study;
  return { format, schemaVersion, name, scenario, vary, sampling, answer, measures, costs };
};

/** Platforms and their alternatives count, unlike for an answer: they may be varied, and have prices. */
const undrawn = ({ nodes, links, classes, resources, groups, buses, precisions }: Scenario) => [
  nodes.map((node) => ({ ...node, name: undefined, position: undefined })),
  [links, classes, resources, groups, buses, precisions],
];

/** FNV-1a over the text's units, stirred at the end. */
function wordOf(text: string, start: number): string {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
