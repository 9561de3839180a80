import { afterEach, describe, expect, it, vi } from 'vitest';
import { KERNEL_BYTES } from './fronts/kernel-bytes.ts';
import { neededModule } from './kernel-module.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a module that is needed', () => {
  it('is compiled', () => expect(neededModule(KERNEL_BYTES)).toBeInstanceOf(WebAssembly.Module));

  it('that the policy of the page forbids is told with what allows it', () => {
    // As browsers do it: they validate what they refuse to compile.
    class Module {
      constructor() {
        throw new WebAssembly.CompileError('violates the following Content Security policy directive');
      }
    }
    vi.stubGlobal('WebAssembly', { CompileError: WebAssembly.CompileError, validate: () => true, Module });
    expect(() => neededModule(KERNEL_BYTES)).toThrow("allows it by 'wasm-unsafe-eval' in script-src");
  });

  it('that the browser is too old for is told as that', () => {
    const unknown = btoa('\0asm\x01\0\0\0\x7f');
    expect(() => neededModule(unknown)).toThrow('this browser has none that is new enough');
    vi.stubGlobal('WebAssembly', undefined);
    expect(() => neededModule(KERNEL_BYTES)).toThrow('It may be switched off');
  });
});
