/** The model in a notebook, as anywidget shows it: what Python says goes to the element, and its answers go back. */
import { StagegraphModel } from './model-element.ts';

/** What anywidget hands over: traits by their names. */
interface Traits {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, call: () => void): void;
  off(event: string, call: () => void): void;
}

const TAG = 'stagegraph-model';

/** Named by the trait; an attribute that is empty is none. */
const WORDS = ['inputs', 'theme'] as const;

function render({ model, el }: { readonly model: Traits; readonly el: HTMLElement }): () => void {
  // Another cell, or the page of the notebook, may have it already.
  if (!customElements.get(TAG)) customElements.define(TAG, StagegraphModel);
  const view = document.createElement(TAG) as StagegraphModel;
  const follow = (): void => {
    for (const name of WORDS) {
      const value = String(model.get(name) ?? '');
      if (value === '') view.removeAttribute(name);
      else view.setAttribute(name, value);
    }
    view.toggleAttribute('readonly', model.get('readonly') === true);
    view.scenario = model.get('scenario');
  };
  view.addEventListener('answer', (event) => {
    const { scenario, outcome } = (event as CustomEvent).detail;
    // As JSON holds it, which Python reads.
    model.set('shown', JSON.parse(JSON.stringify(scenario)));
    model.set('answer', JSON.parse(JSON.stringify(outcome)));
    model.save_changes();
  });
  const events = ['scenario', 'readonly', ...WORDS].map((name) => `change:${name}`);
  for (const event of events) model.on(event, follow);
  follow();
  el.append(view);
  return () => {
    for (const event of events) model.off(event, follow);
    view.remove();
  };
}

export default { render };
