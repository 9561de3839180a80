/** A fingerprint of what a study's points depend on. Not against forgery: only to tell results of one study from another's. */
import { fingerprint } from '../../core/base/fingerprint.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { Study } from '../../core/study/study.ts';

/** 16 hexadecimal digits. Names, notes, goals and the drawing do not count. */
export function studyKey({ scenario, vary, sampling, answer, measures, costs }: Study): string {
  const text = JSON.stringify([undrawn(scenario), vary, sampling, answer, measures, costs]);
  return fingerprint(text);
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
