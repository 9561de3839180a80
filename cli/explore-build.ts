/** Which program answers points. Only one build gives the same bytes everywhere, so explorers and workers must share it. */
import { version } from '../package.json';

/** Fingerprint of all sources that points depend on; set where the command line is bundled. */
declare const SOURCES_DIGEST: string;

const engine = process.versions.v8.split('.').slice(0, 2).join('.');

/** Elementary functions come from V8, whose last digits may differ from one version, or processor, to another. */
export const BUILD = `${version}-${SOURCES_DIGEST}-v8.${engine}-${process.arch}`;
