import { LRUCache } from 'lru-cache';

/** Option `max` of `LRUCache` would fill arrays first, which takes 9 ms for 100,000 entries. */
export const boundedCache = <Key extends object | string, Value extends object | string | number>(
  max: number,
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });
