import { expect, it } from 'vitest';
import { attributesOf } from './attributes.ts';

it('reads a link and what follows it', () => {
  expect(attributesOf('#3.AbC-_&inputs=a.capacity%201..9;inputs&readonly&theme=dark')).toEqual({
    link: '3.AbC-_',
    inputs: 'a.capacity 1..9;inputs',
    readonly: '',
    theme: 'dark',
  });
});

it('reads the address of a file, and lets go of what it does not know', () => {
  expect(attributesOf('#src=examples/laplace.json&measured=1.zzz&workbench=https://elsewhere')).toEqual({
    src: 'examples/laplace.json',
  });
  expect(attributesOf('')).toEqual({});
});
