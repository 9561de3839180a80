/** `embed.html`, for frames: shows what stands behind the `#` of its address. */
import { ATTRIBUTES, attributesOf } from './attributes.ts';
import { StagegraphModel } from './embed.ts';

const model = new StagegraphModel();
const looks = new CSSStyleSheet();
looks.replaceSync('html, body { height: 100%; margin: 0 } stagegraph-model { min-height: 100%; border: 0 }');
document.adoptedStyleSheets = [looks];

function follow(): void {
  const asked = { ...attributesOf(location.hash), workbench: './' };
  for (const name of ATTRIBUTES) {
    const value = asked[name];
    if (value === undefined) model.removeAttribute(name);
    else model.setAttribute(name, value);
  }
}

addEventListener('hashchange', follow);
follow();
document.body.append(model);
