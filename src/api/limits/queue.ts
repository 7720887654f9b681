/** First in, first out, whatever its length: `shift` of a long list moves all of it. */
export interface Queue<Item> {
  readonly size: () => number;
  push(item: Item): void;
  peek(): Item | undefined;
  shift(): Item | undefined;
}

/** An empty queue. */
export function createQueue<Item>(): Queue<Item> {
  let items: Item[] = [];
  let head = 0;
  return {
    size: () => items.length - head,
    push(item) {
      items.push(item);
    },
    peek: () => items[head],
    shift() {
      const item = items[head];
      if (head < items.length) head++;
      // What has been taken is let go now and then, not each time.
      // Stryker disable next-line ConditionalExpression,EqualityOperator,LogicalOperator,ArithmeticOperator: how often changes no answer
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
