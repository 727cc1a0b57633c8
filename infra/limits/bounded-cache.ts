import { LRUCache } from 'lru-cache';

/**
 * Makes an `LRUCache` without `max`. With `max`, the cache would allocate its arrays at once, in 9 ms per
 * 100,000 entries.
 */
export const boundedCache = <Key extends object | string, Value extends object | string | number>(
  max: number,
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });
