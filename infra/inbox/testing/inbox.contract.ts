import { describe, expect, it } from '@jest/globals';
import type { Inbox } from '../inbox.js';

export interface InboxPlace {
  /** Opens the inbox as after a restart. */
  open(): Promise<Inbox>;
  remove(): Promise<void>;
}

/** Contract of every `Inbox`. */
export function describeInbox(name: string, makePlace: () => Promise<InboxPlace>): void {
  describe(`inbox: ${name}`, () => {
    it('keeps messages over a restart, the same one once, and drops the old', async () => {
      const place = await makePlace();
      const message = { id: 'a', from: 'monnify', receivedAt: 1_761_000_000_000, sealed: 'x' };
      const first = await place.open();
      await first.store(message);
      await first.store({ ...message, id: 'b', receivedAt: message.receivedAt + 1 });
      await first.store(message);
      await first.close();
      const second = await place.open();
      expect(await second.get('a')).toEqual(message);
      expect(await second.get('c')).toBeUndefined();
      expect(await second.prune(message.receivedAt + 1)).toBe(1);
      expect([await second.get('a'), (await second.get('b'))?.id]).toEqual([undefined, 'b']);
      await second.close();
      await place.remove();
    });
  });
}
