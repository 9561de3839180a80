/** `<stagegraph-model>`: a drawing with its numbers and sliders inside any page. Neither styles nor scripts stand in the page itself. */
import { capitalized } from '../core/base/plural.ts';
import { refusalText } from '../core/measures/refusals.ts';
import { TRUST } from '../core/measures/trust.ts';
import { parseScenario } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { decodeShareLink, encodeShareLink } from '../core/scenario/share-link.ts';
import type { ParameterValue } from '../core/study/parameter.ts';
import { writeParameters } from '../core/study/parameters.ts';
import { factsOf } from '../src/features/results/answer-facts.ts';
import { stageCells } from '../src/features/results/solved-tables.ts';
import { answerTrust } from '../src/features/solve/trust-of.ts';
import { graphPicture } from '../src/ui/editor/graph-picture.ts';
import { linkWays } from '../src/ui/editor/link-ways.ts';
import type { Mark } from '../src/ui/editor/picture-marks.ts';
import colours from '../src/ui/widgets/colours.css?inline';
import type { SolveAnswer, SolveOutcome } from '../workers/solve/contract.ts';
import { ATTRIBUTES, type Attribute } from './attributes.ts';
import { type Input, inputsOf, type SlidingInput } from './inputs.ts';
import looks from './model.css?inline';
import { solverFor } from './solver.ts';

/** Steps of a slider. */
const STEPS = 500;
/** Files that are longer are no scenarios, bytes. */
const MOST_BYTES = 20_000_000;

/** Words of the drawing are never smaller, px. */
const LEAST_WORDS = 11;

const smallestWords = (marks: readonly Mark[]): number =>
  Math.min(...marks.flatMap(({ tag, attributes }) => (tag === 'text' ? [Number(attributes.fontSize)] : [])));

/** Sheets that scripts make are not what a policy for styles speaks of. */
function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(`${colours.replace(':root', ':host')}\n${looks}`);
  return made;
}

let shared: CSSStyleSheet | undefined;

export class StagegraphModel extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  private readonly title_ = element('h2', {});
  private readonly trust = element('p', { class: 'trust', role: 'status' });
  private readonly drawing = element('div', { class: 'drawing', tabindex: '0' });
  private readonly facts = element('dl', { class: 'facts' });
  private readonly inputs = element('form', { class: 'inputs' });
  private readonly table = element('details', {});
  private readonly foot = element('footer', {});
  private readonly open = element('a', { target: '_blank', rel: 'noopener' }, 'Open in Stagegraph');
  private readonly back = element('button', { type: 'button' }, 'Reset');

  /** What was handed over as an object, in place of an address. */
  private given: unknown;
  /** Counts what was asked for, so that what arrives late is let go. */
  private asked = 0;
  private drawn: Scenario | undefined;
  private solve: ((scenario: Scenario) => SolveOutcome) | undefined;
  private readonly settings = new Map<Input, ParameterValue>();
  private planned = false;
  /** The drawing was scrolled to its bottleneck, once. */
  private isPlaced = false;
  /** ms that the last solution took: as long the page rests from them. */
  private took = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    shared ??= sheet();
    root.adoptedStyleSheets = [shared];
    const head = element('header', {}, this.title_, this.trust);
    this.foot.append(this.open, this.back);
    root.append(head, this.drawing, this.facts, this.inputs, this.table, this.foot);
    this.inputs.addEventListener('submit', (event) => event.preventDefault());
    this.back.addEventListener('click', () => this.reset());
    this.say('Loading …');
  }

  connectedCallback(): void {
    this.load();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.load();
  }

  /** The scenario as it is shown, with what the sliders say. */
  get scenario(): Scenario | undefined {
    return this.drawn && writeParameters(this.drawn, this.settingsNow());
  }

  /** As JSON holds it, in any version; in place of `link` and `src`. */
  set scenario(scenario: unknown) {
    this.given = scenario;
    if (this.isConnected) this.load();
  }

  /** Several attributes that change together are one question. */
  private load(): void {
    const mine = ++this.asked;
    queueMicrotask(() => {
      if (mine === this.asked) void this.show(mine);
    });
  }

  private async show(mine: number): Promise<void> {
    const isLate = (): boolean => mine !== this.asked;
    try {
      const scenario = await this.read();
      if (isLate()) return;
      const inputs = this.ask('readonly') === undefined ? inputsOf(scenario, this.ask('inputs')) : undefined;
      if (inputs && !inputs.ok) throw new Error(inputs.error);
      this.drawn = scenario;
      this.solve = undefined;
      this.isPlaced = false;
      this.settings.clear();
      this.title_.textContent = scenario.name;
      this.showInputs(inputs?.value ?? []);
      this.draw(scenario, undefined);
      const solve = await solverFor(scenario);
      if (isLate()) return;
      this.solve = solve;
      this.answer();
    } catch (reason) {
      if (isLate()) return;
      this.drawn = undefined;
      for (const part of [this.drawing, this.facts, this.inputs, this.table]) part.replaceChildren();
      this.foot.hidden = true;
      this.say(reason instanceof Error ? reason.message : String(reason), 'bad');
    }
  }

  private ask(name: Attribute): string | undefined {
    return this.getAttribute(name) ?? undefined;
  }

  /** Rejects with a sentence. */
  private async read(): Promise<Scenario> {
    const [link, src] = [this.ask('link'), this.ask('src')];
    if (this.given !== undefined) return accepted(parseScenario(this.given));
    if (link !== undefined) {
      const linked = await decodeShareLink(link);
      if (!linked.ok) throw new Error(linked.error);
      return linked.value;
    }
    if (src === undefined) throw new Error('Expected a scenario: the attribute link or src.');
    const response = await fetch(new URL(src, document.baseURI)).catch(() => undefined);
    if (!response?.ok) throw new Error(`The scenario could not be loaded: ${src}`);
    if (Number(response.headers.get('content-length')) > MOST_BYTES)
      throw new Error(`${src} is no scenario: it is too large.`);
    return accepted(parseScenario(await response.json().catch(() => undefined)));
  }

  private settingsNow() {
    return [...this.settings].map(([input, value]) => input.setting(value));
  }

  private reset(): void {
    for (const reset of this.resets) reset();
    this.settings.clear();
    this.plan();
  }

  private resets: readonly (() => void)[] = [];

  private showInputs(inputs: readonly Input[]): void {
    const fields = inputs.map((input) =>
      input.kind === 'choice'
        ? choiceField(input, (value) => this.put(input, value))
        : sliderField(input, (value) => this.put(input, value)),
    );
    this.inputs.replaceChildren(...fields.map(({ field }) => field));
    this.resets = fields.map(({ reset }) => reset);
    this.back.hidden = true;
  }

  private put(input: Input, value: ParameterValue): void {
    this.settings.set(input, value);
    this.plan();
  }

  /** What is dragged is solved as often as leaves the page half of its time. */
  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    setTimeout(() => {
      this.planned = false;
      this.answer();
    }, this.took);
  }

  private answer(): void {
    const { scenario } = this;
    if (!scenario || !this.solve) return;
    const start = performance.now();
    const outcome = this.solve(scenario);
    this.took = performance.now() - start;
    const answer = outcome.kind === 'noAnswer' ? undefined : outcome;
    this.draw(scenario, answer);
    this.tell(scenario, outcome);
    this.back.hidden = this.settings.size === 0;
    void this.showWorkbench(scenario);
    this.dispatchEvent(new CustomEvent('answer', { detail: { scenario, outcome } }));
  }

  private draw(scenario: Scenario, answer: SolveAnswer | undefined): void {
    const { box, boxes, marks } = graphPicture(scenario, answer, { around: linkWays });
    const svg = drawn({ tag: 'svg', attributes: {} });
    svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `Graph of ${scenario.name}`);
    svg.append(...marks.map(drawn));
    // Words stay readable where the page is narrow: the drawing scrolls, and never grows beyond its size.
    svg.style.minWidth = `${(box.width * LEAST_WORDS) / smallestWords(marks)}px`;
    svg.style.maxWidth = `${box.width}px`;
    const { scrollLeft } = this.drawing;
    this.drawing.replaceChildren(svg);
    this.drawing.scrollLeft = scrollLeft;
    const { bottleneck } = answer?.network ?? {};
    if (!this.isPlaced && bottleneck !== undefined) this.showFirst(svg, boxes.get(bottleneck));
  }

  /** What does not fit begins at the bottleneck. Where a reader scrolled to, the drawing stays. */
  private showFirst(svg: SVGElement, box: { readonly x: number; readonly width: number } | undefined): void {
    this.isPlaced = true;
    const { viewBox } = svg as SVGSVGElement;
    if (!box) return;
    const scale = svg.getBoundingClientRect().width / viewBox.baseVal.width;
    const middle = (box.x + box.width / 2 - viewBox.baseVal.x) * scale;
    this.drawing.scrollLeft = middle - this.drawing.clientWidth / 2;
  }

  private tell(scenario: Scenario, outcome: SolveOutcome): void {
    const isOpen = this.table.hasAttribute('open');
    if (outcome.kind === 'noAnswer') {
      this.say(refusalText(outcome), 'bad');
      this.facts.replaceChildren();
      this.table.replaceChildren();
      return;
    }
    const { shape, word, sentence } = TRUST[answerTrust(outcome)];
    if (outcome.kind === 'unstable') this.say('✕ overloaded: no steady state', 'bad');
    else this.say(`${shape} ${word}`, 'good', sentence);
    const facts = factsOf(scenario, outcome);
    this.facts.replaceChildren(
      ...facts.map(({ name, value }) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)),
      ),
    );
    const { head, rows } = stageCells(scenario, outcome);
    const line = (tag: 'th' | 'td', cells: readonly string[]) =>
      element('tr', {}, ...cells.map((cell) => element(tag, {}, cell)));
    const table = element(
      'table',
      {},
      element('thead', {}, line('th', head)),
      element('tbody', {}, ...rows.map((cells) => line('td', cells))),
    );
    this.table.replaceChildren(
      element('summary', {}, 'All numbers'),
      element('div', { class: 'scroll', tabindex: '0' }, table),
    );
    this.table.toggleAttribute('open', isOpen);
  }

  private say(words: string, tone: 'good' | 'bad' = 'good', title = ''): void {
    this.trust.textContent = words;
    this.trust.title = title;
    this.trust.dataset.tone = tone;
  }

  private async showWorkbench(scenario: Scenario): Promise<void> {
    const workbench = this.ask('workbench');
    this.open.hidden = workbench === undefined;
    this.foot.hidden = this.open.hidden && this.back.hidden;
    if (workbench === undefined) return;
    const fragment = await encodeShareLink(scenario).catch(() => undefined);
    if (fragment === undefined) this.open.hidden = true;
    else this.open.href = `${new URL(workbench, document.baseURI)}#${fragment}`;
  }
}

const accepted = (read: ReturnType<typeof parseScenario>): Scenario => {
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join('; '));
  return read.value;
};

interface InputField {
  readonly field: HTMLElement;
  readonly reset: () => void;
}

function sliderField(input: SlidingInput, put: (value: number) => void): InputField {
  const slider = element('input', { type: 'range', min: '0', max: String(STEPS) });
  // The slider says it itself.
  const reading = element('b', { 'aria-hidden': 'true' });
  const show = (value: number): void => {
    reading.textContent = input.format(value);
    slider.setAttribute('aria-valuetext', input.format(value));
  };
  const reset = (): void => {
    slider.value = String(Math.round(STEPS * input.placeOf(input.value)));
    show(input.value);
  };
  reset();
  slider.addEventListener('input', () => {
    const value = input.valueAt(Number(slider.value) / STEPS);
    show(value);
    put(value);
  });
  return { field: element('label', {}, words(input), reading, slider), reset };
}

function choiceField(input: Extract<Input, { kind: 'choice' }>, put: (value: string) => void): InputField {
  const options = input.choices.map((value, i) => element('option', { value }, input.labels[i] ?? value));
  const choice = element('select', {}, ...options);
  const reset = (): void => {
    choice.value = input.value;
  };
  reset();
  choice.addEventListener('change', () => put(choice.value));
  return { field: element('label', {}, words(input), choice), reset };
}

const words = ({ label }: Input): HTMLElement => element('span', {}, capitalized(label));

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

function drawn({
  tag,
  fill,
  stroke,
  attributes,
  text = '',
}: Omit<Mark, 'tag'> & { tag: Mark['tag'] | 'svg' }) {
  const made = document.createElementNS(SVG, tag);
  made.setAttribute('fill', fill ? `var(--${fill})` : 'none');
  if (stroke) made.setAttribute('stroke', `var(--${stroke})`);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  made.textContent = text;
  return made;
}
