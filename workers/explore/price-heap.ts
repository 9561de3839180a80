/** A priority queue: the cheapest first, of equal price in no order that matters. */
export class Heap<Item> {
  private readonly items: { readonly price: number; readonly item: Item }[] = [];

  put(price: number, item: Item): void {
    const { items } = this;
    let at = items.push({ price, item }) - 1;
    while (at > 0 && items[(at - 1) >> 1]!.price > price) {
      items[at] = items[(at - 1) >> 1]!;
      at = (at - 1) >> 1;
    }
    items[at] = { price, item };
  }

  take(): Item | undefined {
    const { items } = this;
    const [first, last] = [items[0], items.pop()];
    if (!first || !last || first === last) return first?.item;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && items[child + 1]!.price < items[child]!.price) child += 1;
      if (items[child]!.price >= last.price) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return first.item;
  }
}
