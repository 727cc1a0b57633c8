import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyVault } from '../key-vault.js';
import { until } from '../../testing/until.js';

/** Storage of a contract's keys, initially empty. */
export interface KeyVaultPlace {
  /** Opens the vault as another process would, which shares only the storage. */
  open(): Promise<KeyVault>;
  /** Opens beside the writer. */
  openReader(): Promise<KeyVault>;
  remove(): Promise<void>;
}

/** Contract of every `KeyVault`. */
export function describeKeyVault(name: string, makePlace: () => Promise<KeyVaultPlace>): void {
  describe(`key vault: ${name}`, () => {
    let place: KeyVaultPlace;
    let vault: KeyVault;
    const order = { recipient: '08030000000', name: 'Adé ₦' };

    beforeEach(async () => {
      place = await makePlace();
      vault = await place.open();
    });
    afterEach(async () => {
      await vault.close();
      await place.remove();
    });

    it('opens what it sealed, and seals the same differently each time', async () => {
      await vault.createKey('ada');
      const [first, second] = [vault.seal('ada', order), vault.seal('ada', order)];
      expect(first).not.toBe(second);
      expect(first).toMatch(/^[A-Za-z0-9+/]+=*$/);
      expect(Buffer.from(first, 'base64').includes('0803')).toBe(false);
      expect([vault.open('ada', first), vault.open('ada', second)]).toEqual([order, order]);
    });

    it('throws for a text that was changed, cut, or sealed for another person', async () => {
      await vault.createKeys(['ada', 'obi']);
      const sealed = vault.seal('ada', order);
      const bytes = Buffer.from(sealed, 'base64');
      for (let at = 0; at < bytes.length; at += 5) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        expect(() => vault.open('ada', changed.toString('base64'))).toThrow();
      }
      expect(() => vault.open('ada', sealed.slice(0, 20))).toThrow();
      expect(() => vault.open('ada', '')).toThrow();
      expect(() => vault.open('obi', sealed)).toThrow();
    });

    it('keeps the first key of a person, also across a restart', async () => {
      await vault.createKeys(['ada', 'obi']);
      const sealed = vault.seal('ada', order);
      const mac = vault.personMac('ada', '4826');
      await vault.createKeys(['ada', 'eze']);
      expect(vault.open('ada', sealed)).toEqual(order);
      await vault.close();
      vault = await place.open();
      await vault.createKey('ada');
      await vault.loadKeys(['ada', 'obi', 'eze']);
      expect(vault.open('ada', sealed)).toEqual(order);
      expect(vault.personMac('ada', '4826')).toBe(mac);
      expect(vault.open('eze', vault.seal('eze', order))).toEqual(order);
    });

    it('creates one key per person, also when several do so at once', async () => {
      const other = await place.open();
      await Promise.all([vault.createKeys(['ada', 'obi']), other.createKeys(['obi', 'ada'])]);
      await Promise.all([vault.loadKeys(['ada', 'obi']), other.loadKeys(['ada', 'obi'])]);
      expect(other.open('ada', vault.seal('ada', order))).toEqual(order);
      expect(vault.open('obi', other.seal('obi', order))).toEqual(order);
      await other.close();
    });

    it('makes MACs that compare for the same person only', async () => {
      await vault.createKeys(['ada', 'obi']);
      const mac = vault.personMac('ada', '4826');
      expect(mac).toMatch(/^[0-9a-f]{64}$/);
      expect(vault.personMac('ada', '4826')).toBe(mac);
      expect(vault.personMac('ada', '4827')).not.toBe(mac);
      expect(vault.personMac('obi', '4826')).not.toBe(mac);
    });

    it('throws without a key, and never reopens data of a forgotten person', async () => {
      await vault.loadKeys(['nobody']);
      expect(() => vault.seal('nobody', order)).toThrow(/no key/);
      expect(() => vault.personMac('nobody', 'x')).toThrow(/no key/);
      expect(vault.open('nobody', 'anything')).toBeUndefined();
      expect(vault.has('nobody')).toBe(false);
      const reader = await place.openReader();
      await vault.createKeys(['ada', 'obi']);
      const [sealed, kept] = [vault.seal('ada', order), vault.seal('obi', order)];
      await reader.loadKeys(['ada', 'obi']);
      expect(reader.open('ada', sealed)).toEqual(order);
      expect([vault.has('ada'), reader.has('ada')]).toEqual([true, true]);
      await vault.forget('ada');
      expect(vault.open('ada', sealed)).toBeUndefined();
      expect(vault.has('ada')).toBe(false);
      expect(() => vault.seal('ada', order)).toThrow(/no key/);
      await until(() => reader.open('ada', sealed) === undefined, 'the reader has forgotten it too');
      await reader.loadKeys(['ada', 'obi']);
      expect(reader.open('ada', sealed)).toBeUndefined();
      expect([reader.has('ada'), reader.has('obi')]).toEqual([false, true]);
      expect(reader.open('obi', kept)).toEqual(order);
      await reader.close();
    });

    it('drops a key on request, and finds it again while it exists', async () => {
      await vault.createKey('ada');
      const sealed = vault.seal('ada', order);
      vault.drop('ada');
      await vault.loadKeys(['ada']);
      expect(vault.open('ada', sealed)).toEqual(order);
    });
  });
}
