import { describe, expect, it } from '@jest/globals';
import { boundedCache } from './bounded-cache.js';

describe('a bounded cache', () => {
  it('drops the entry used longest ago when it holds `max` entries', () => {
    const cache = boundedCache<string, number>(2);
    cache.set('one', 1);
    cache.set('two', 2);
    expect(cache.get('one')).toBe(1);
    cache.set('three', 3);
    expect([...cache.keys()]).toEqual(['three', 'one']);
  });

  it('replaces the value of a key without dropping another', () => {
    const cache = boundedCache<string, number>(2);
    for (const value of [1, 2, 3]) cache.set('one', value);
    cache.set('two', 2);
    expect([...cache.entries()]).toEqual([
      ['two', 2],
      ['one', 3],
    ]);
  });
});
