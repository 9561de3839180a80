/** Park and Miller's generator: integers from 0 to below `n`. */
export function dice(seed: number): (n: number) => number {
  let state = seed % 2147483647;
  return (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
}
