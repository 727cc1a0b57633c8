import { expect, it } from '@jest/globals';
import { EmbeddedTries, type Tries } from './embedded-tries.js';

it('removes ended records when a later try is counted', async () => {
  const kept = new Map<string, Tries>();
  const tries = new EmbeddedTries({
    entries: () => kept.entries(),
    put: async (subject, one) => kept.set(subject, one),
    remove: async (subject) => kept.delete(subject),
  });
  const rule = { max: 5, locksMs: [], keepMs: 1_000 };
  await tries.judge('session-1', false, rule, 0);
  await tries.judge('pin', false, { max: 5, locksMs: [] }, 0);
  await tries.judge('session-2', false, rule, 999);
  expect([...kept.keys()]).toEqual(['session-1', 'pin', 'session-2']);
  await tries.judge('session-3', false, rule, 1_000);
  expect([...kept.keys()]).toEqual(['pin', 'session-2', 'session-3']);
});
