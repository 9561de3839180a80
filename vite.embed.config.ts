/** Builds what other pages embed beside the page: `embed.html` for frames, and `embed.js`, which makes an element known. */
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { INKS } from './src/ui/editor/picture-marks.ts';
import { contentSecurityPolicy } from './vite.config.ts';

/** The help of fields, measures and distributions, the hints of menus, what rules mean and the symbols of tables, which nobody reads inside another page. */
const HELP =
  /\b(?:help|hint|meaning|symbol):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)(?:,|(?=\s*\}))/g;

/** What parts of a scenario hold, and what it means that one is absent, in the words of the tables of the documentation. */
const CONTENTS = /\b(part|id)\('[^'\n]*'\)/g;
const ABSENT = /absent: '[a-z]+ [^'\n]+'/g;

/** How distributions that are tables are typed, and what arrivals are called in lists of choices: nobody chooses inside another page. */
const TABLES = /^ {2}(?:table: (?:\w+|\{[\s\S]*?^ {2}\})|arrivalLabel: .*),\n/gm;

/** What goals call measures besides: nobody writes goals inside another page. */
const GOAL_NAMES = /\b(?:(?:aliases|formerWords): \[(?:[^[\]]|\[[^[\]]*\])*\]|ofNetwork: '\w+'),/g;

/** Measurements and what is asked of them, which are not shown inside another page. */
const MEASURED = /import \{ (?:measurement|query)Schema \} from .*\n/g;
const LEFT_OUT = 'z.pipe(z.any(), z.transform(() => undefined))';

/** What is unused in a drawing, which is told to who draws it. */
const UNUSED = /(warningOf\(\s*'[\w-]+',)[^()]*(?=\))/g;

export const withoutHelp: Plugin = {
  name: 'without-help',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.includes('/core/')) return undefined;
    const unhelped = code.replace(HELP, '');
    if (id.includes('/core/distributions/')) return unhelped.replace(TABLES, '');
    if (id.endsWith('/core/scenario/schema.ts'))
      return unhelped
        .replace(MEASURED, '')
        .replace('measurementSchema', LEFT_OUT)
        .replace('listOf(querySchema, LIMITS.nodes)', LEFT_OUT);
    if (id.endsWith('/core/scenario/faults.ts')) return unhelped.replace(UNUSED, "$1 ''");
    if (id.endsWith('/core/scenario/fields.ts'))
      return unhelped.replace(CONTENTS, "$1('')").replace(ABSENT, "absent: ''");
    return id.endsWith('/core/measures/measure-rows.ts') ? unhelped.replace(GOAL_NAMES, '') : unhelped;
  },
};

/** Refusals of what is asked nowhere inside another page: methods by name, capacities that are sought, networks over time and in the worst case, simulations and what is asked of them. */
const OTHER_REFUSALS =
  /\/\/ (?:Asked for by name\.[\s\S]*?(?=\/\/ Markov chain: rules)|Over time\.[\s\S]*?(?=\/\/ Runs\.)|Simulations\.[\s\S]*?(?=\n\} as const))/g;

/** Why the chain, constant times and the decomposition do not take a scenario: where no method is chosen by name another one answers, or tells why it does not. */
const CHAIN_REFUSALS = /\/\/ Markov chain: rules[\s\S]*?(?=\n\} as const)/;
const REFUSED = /: unsupported\((?:.*\),\n|[\s\S]*?\n {2}\),\n)/g;
const NOT_FOLLOWED =
  /(?<=selfTimedDoesNotApply|mvaLosesDigits|blockingClosedClasses): unsupported\((?:.*\),\n|[\s\S]*?\n {2}\),\n)/g;
const DECOMPOSITION = /const BLOCKING_OBJECTIONS = [\s\S]*?(?=\n\} as const)/;
const NOT_DECOMPOSED = /^ {2}(?:nothingInteracts|fork|delay|discipline|resource): .*\n/gm;
const SILENT = ": unsupported(() => ''),\n";

export const withoutOtherRefusals: Plugin = {
  name: 'without-other-refusals',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/core/measures/refusals.ts')
      ? code
          .replace(OTHER_REFUSALS, '')
          .replace(CHAIN_REFUSALS, (chain) => chain.replace(REFUSED, SILENT))
          .replace(NOT_FOLLOWED, SILENT)
          .replace(DECOMPOSITION, (objections) => objections.replace(NOT_DECOMPOSED, ''))
      : undefined,
};

/** Remarks, their accuracy, what is assumed, which input an interval comes from most and which name was probably meant are not read inside another page: nothing is weighed for them. */
const UNREAD: readonly (readonly [file: string, instead: string])[] = [
  ['/workers/solve/networks/blocking-errors.ts', 'export const errorsOf = () => ({});'],
  [
    '/workers/solve/networks/blocking-remarks.ts',
    'export const blockingAssumptions = () => new Map(), howFarOff = () => [], remarksKept = howFarOff;',
  ],
  [
    '/workers/solve/chain/chain-remarks.ts',
    'export const chainRemarks = () => [], standInRemarks = chainRemarks;',
  ],
  [
    '/workers/solve/networks/closed-remarks.ts',
    'export const closedRemarks = () => [], ringRemarks = closedRemarks;',
  ],
  [
    '/workers/solve/dominant-input.ts',
    'export const dominantInputs = () => new Map(), inputOf = () => undefined;',
  ],
  [
    '/workers/solve/networks/closed-locks.ts',
    'export const withLock = (_scenario, _graph, outcome) => outcome;',
  ],
  ['/core/scenario/near-name.ts', 'export const nearestName = () => undefined;'],
  ['/workers/solve/directions.ts', 'export const withDirections = (verdicts) => verdicts;'],
  [
    '/workers/solve/assumptions.ts',
    'export const assumptionsOf = () => new Map(), verdictsByNode = assumptionsOf, heldAgainst = () => {};',
  ],
];

export const withoutRemarks: Plugin = {
  name: 'without-remarks',
  enforce: 'pre',
  load: (id) => UNREAD.find(([file]) => id.endsWith(file))?.[1],
};

/** Colours of the page that models inside other pages do not have. */
export const withoutOtherColours: Plugin = {
  name: 'without-other-colours',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.includes('/src/ui/widgets/colours.css')) return undefined;
    const looks = readFileSync(new URL('./embed/model.css', import.meta.url), 'utf8');
    const had = new Set<string>([
      ...INKS,
      ...[...looks.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!),
    ]);
    return code.replace(/^ *--([\w-]+): .*\n/gm, (line, name: string) => (had.has(name) ? line : ''));
  },
};

/** What they do is done where they are asked for alone. */
const ENTRY = /\/embed\.html|\/embed\/(embed|page)\.ts$/;

/** What is loaded later has nothing that could be fetched ahead of it. */
export const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [
    withoutHelp,
    withoutOtherRefusals,
    withoutRemarks,
    withoutOtherColours,
    withoutPreload,
    contentSecurityPolicy,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { 'embed-page': 'embed.html', embed: 'embed/embed.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        // The address of the module stays the same; what it loads has the hash of its content.
        entryFileNames: '[name].js',
        chunkFileNames: 'embed/[name]-[hash].js',
        topLevelVar: false,
        // One file compresses better than parts; what few scenarios need is loaded by them.
        codeSplitting: { groups: [{ name: 'model', tags: ['$initial'], test: (id) => !ENTRY.test(id) }] },
      },
    },
  },
});
