import { onNextTurn } from '../host/timers.js';

/** Collects all items of one event-loop turn and sends them as one list. */
export function batched<Item>(send: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  const flush = (): void => {
    const batch = items;
    items = [];
    send(batch);
  };
  return (item) => {
    if (items.push(item) === 1) onNextTurn(flush);
  };
}
