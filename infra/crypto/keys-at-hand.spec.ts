import { describe, expect, it } from '@jest/globals';
import { KeyNotAtHand } from './key-vault.js';
import { KeysAtHand } from './keys-at-hand.js';
import { PersonKeys } from './person-keys.js';

describe('keys at hand', () => {
  const keys = new PersonKeys(Buffer.alloc(64, 1));
  const setting = () => {
    const world = { now: 0, stored: new Map([['ada', keys]]), asked: [] as string[], away: false };
    const atHand = new KeysAtHand(
      async (people) => {
        world.asked.push(...people);
        if (world.away) throw new Error('the store is away');
        return new Map([...world.stored].filter(([id]) => people.includes(id)));
      },
      () => world.now,
    );
    return { world, atHand };
  };

  it('are fetched once, also by many at once, and again after a time', async () => {
    const { world, atHand } = setting();
    await Promise.all([atHand.loadKeys(['ada']), atHand.loadKeys(['ada', 'obi'])]);
    expect(world.asked.sort()).toEqual(['ada', 'obi']);
    expect(atHand.loadKeys(['ada'])).toBeUndefined();
    expect([atHand.find('ada'), atHand.find('obi')]).toEqual([keys, undefined]);
    world.now = 61_000;
    world.stored.clear();
    await atHand.loadKeys(['ada']);
    expect(atHand.find('ada')).toBeUndefined();
  });

  it('stay in use while the store is away, but not for long', async () => {
    const { world, atHand } = setting();
    await atHand.loadKeys(['ada']);
    world.away = true;
    world.now = 45_000;
    expect(atHand.loadKeys(['ada'])).toBeUndefined();
    expect(atHand.find('ada')).toBe(keys);
    world.now = 61_000;
    await expect(atHand.loadKeys(['ada'])).rejects.toThrow('away');
    world.now = 91_000;
    expect(() => atHand.find('ada')).toThrow(KeyNotAtHand);
  });

  it('are gone once dropped, until loaded again', async () => {
    const { atHand } = setting();
    await atHand.loadKeys(['ada']);
    atHand.drop('ada');
    expect(atHand.find('ada')).toBeUndefined();
    await atHand.loadKeys(['ada']);
    expect(atHand.find('ada')).toBe(keys);
  });
});
