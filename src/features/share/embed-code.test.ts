import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('frames the page beside the workbench, and no name breaks out of it', () => {
  expect(embedCode('https://host.org/a/b/index.html#3.AbC', 'Two "queues" <b>')).toBe(
    '<iframe src="https://host.org/a/b/embed.html#3.AbC" title="Two &quot;queues&quot; &lt;b&gt;" width="100%" height="480" loading="lazy"></iframe>',
  );
});
