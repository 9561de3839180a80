import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * The closed classes of a Markov chain: sets of states that reach each other and nothing else, as ascending lists of
 * their numbers. States outside are left for good. Takes time in proportion to the entries.
 * Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972), with a list of its own
 * in place of the call stack.
 */
export function closedClasses({ size, starts, columns }: SparseMatrix): readonly Int32Array[] {
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const component = new Int32Array(size).fill(-1);
  const next = starts.slice(0, size);
  const path: number[] = [];
  const open: number[] = [];
  let [visited, components] = [0, 0];
  const visit = (state: number): void => {
    order[state] = low[state] = visited++;
    path.push(state);
    open.push(state);
  };
  for (let root = 0; root < size; root++) {
    if (order[root]! >= 0) continue;
    visit(root);
    while (path.length > 0) {
      const state = path.at(-1)!;
      if (next[state]! < starts[state + 1]!) {
        const to = columns[next[state]!++]!;
        if (order[to]! < 0) visit(to);
        else if (component[to]! < 0) low[state] = Math.min(low[state]!, order[to]!);
        continue;
      }
      path.pop();
      if (path.length > 0) low[path.at(-1)!] = Math.min(low[path.at(-1)!]!, low[state]!);
      if (low[state] !== order[state]) continue;
      for (let member = -1; member !== state; ) {
        member = open.pop()!;
        component[member] = components;
      }
      components++;
    }
  }
  return withoutExit({ size, starts, columns }, component, components);
}

function withoutExit(
  { size, starts, columns }: Pick<SparseMatrix, 'size' | 'starts' | 'columns'>,
  component: Int32Array,
  components: number,
): readonly Int32Array[] {
  const isOpen = new Uint8Array(components);
  for (let state = 0; state < size; state++) {
    for (let k = starts[state]!; k < starts[state + 1]!; k++)
      if (component[columns[k]!] !== component[state]) isOpen[component[state]!] = 1;
  }
  const members = new Map<number, number[]>();
  for (let state = 0; state < size; state++) {
    const index = component[state]!;
    if (isOpen[index] === 1) continue;
    const list = members.get(index);
    if (list) list.push(state);
    else members.set(index, [state]);
  }
  return [...members.values()].map((list) => Int32Array.from(list));
}
