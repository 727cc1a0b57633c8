import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkpointsIn } from '../../checkpoints/checkpoints.js';
import type { ListedSnapshots } from '../snapshots.js';

export interface SnapshotsPlace {
  /** Opens the snapshots as another process or after a restart would. */
  open(): Promise<ListedSnapshots>;
  remove(): Promise<void>;
}

/** Contract of every `SnapshotStore`. */
export function describeSnapshots(name: string, makePlace: () => Promise<SnapshotsPlace>): void {
  describe(`snapshots: ${name}`, () => {
    let place: SnapshotsPlace;
    let snapshots: ListedSnapshots;
    beforeEach(async () => {
      place = await makePlace();
      snapshots = await place.open();
    });
    afterEach(async () => {
      await snapshots.close();
      await place.remove();
    });

    it('keeps the last value under a key over a restart, until it is removed', async () => {
      await snapshots.save('wallet-1', { version: 1, open: ['a'], text: '₦' });
      await snapshots.save('wallet-1', { version: 2, open: ['b'.repeat(100_000)], 'a.$b': null });
      await snapshots.close();
      snapshots = await place.open();
      expect(await snapshots.load('wallet-1')).toEqual({
        version: 2,
        open: ['b'.repeat(100_000)],
        'a.$b': null,
      });
      expect(await snapshots.load('wallet-2')).toBeUndefined();
      await snapshots.remove('wallet-1');
      expect(await snapshots.load('wallet-1')).toBeUndefined();
    });

    it('returns values saved by others', async () => {
      const other = await place.open();
      await snapshots.save('theirs', 1);
      expect(await other.load('theirs')).toBe(1);
      await other.save('theirs', 2);
      expect(await snapshots.load('theirs')).toBe(2);
      await other.close();
    });

    it('lists the values under keys with a prefix', async () => {
      for (const key of ['checkpoint', 'checkpoint:b', 'checkpoint:a', 'checkpoint;', 'wallet-1'])
        await snapshots.save(key, { key });
      expect([...(await snapshots.entries('checkpoint:'))].sort()).toEqual(
        ['checkpoint:a', 'checkpoint:b'].map((key) => [key, { key }]),
      );
    });

    it('leaves out the keys with another prefix', async () => {
      for (const key of ['checkpoint:a', 'checkpoint:mail:1', 'checkpoint:mail:é', 'checkpoint:mails'])
        await snapshots.save(key, { key });
      const listed = await snapshots.entries('checkpoint:', 'checkpoint:mail:');
      expect(listed.map(([key]) => key).sort()).toEqual(['checkpoint:a', 'checkpoint:mails']);
    });

    it('keeps the checkpoints of reactors', async () => {
      const checkpoints = checkpointsIn(snapshots);
      expect(await checkpoints.load('purchases')).toBeUndefined();
      await checkpoints.save('purchases', { position: 7, state: { open: ['a'] } });
      expect(await checkpoints.load('purchases')).toEqual({ position: 7, state: { open: ['a'] } });
      await snapshots.save('checkpoint:old', { version: 0, position: 7, state: null });
      expect(await checkpoints.load('old')).toBeUndefined();
    });
  });
}
