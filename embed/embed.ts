/** The module that other pages load: `<script type="module" src="embed.js">` makes `<stagegraph-model>` known. */
import { StagegraphModel } from './model-element.ts';

if (!customElements.get('stagegraph-model')) customElements.define('stagegraph-model', StagegraphModel);

export { StagegraphModel };
