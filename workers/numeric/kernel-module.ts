/** Kernels in WebAssembly come as base64 text with the program that calls them. */

export const kernelModule = (base64: string): WebAssembly.Module => new WebAssembly.Module(bytesOf(base64));

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * A module without which there is no answer.
 *
 * @throws {Error} in words for who hosts the page, where its policy forbids WebAssembly or the browser has none
 */
export function neededModule(base64: string): WebAssembly.Module {
  try {
    return kernelModule(base64);
  } catch (error) {
    // The bytes are sound: a browser that takes them for valid and does not compile them is not allowed to.
    const isForbidden = typeof WebAssembly === 'object' && WebAssembly.validate(bytesOf(base64));
    throw new Error(isForbidden ? FORBIDDEN : MISSING, { cause: error });
  }
}

const FORBIDDEN =
  "WebAssembly is needed, and the policy of this page forbids it. Its host allows it by 'wasm-unsafe-eval' in script-src of the Content Security Policy.";
const MISSING =
  'WebAssembly is needed, and this browser has none that is new enough. It may be switched off in its settings; otherwise use a newer browser.';
