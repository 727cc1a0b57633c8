import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyVault } from './key-vault.js';
import { openLmdbKeyVault } from './open-lmdb-key-vault.js';

describe('key vault', () => {
  let dir: string;
  let vault: KeyVault;
  const order = { recipient: '08030000000', name: 'Adé ₦' };

  beforeEach(async () => {
    dir = join(mkdtempSync(join(tmpdir(), 'vault-')), 'vault');
    vault = await openLmdbKeyVault({ dir });
  });
  afterEach(async () => {
    await vault.close();
    rmSync(join(dir, '..'), { recursive: true, force: true });
  });

  it('opens what it sealed, and seals the same differently each time', async () => {
    await vault.createKey('ada');
    const [first, second] = [vault.seal('ada', order), vault.seal('ada', order)];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(first, 'base64').includes('0803')).toBe(false);
    expect([vault.open('ada', first), vault.open('ada', second)]).toEqual([order, order]);
  });

  it('throws for a text that was changed, cut, or sealed for somebody else', async () => {
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
    await vault.close();
    vault = await openLmdbKeyVault({ dir });
    expect(vault.open('ada', sealed)).toEqual(order);
    expect(vault.personMac('ada', '4826')).toBe(mac);
  });

  it('makes MACs that only compare for the same person', async () => {
    await vault.createKeys(['ada', 'obi']);
    const mac = vault.personMac('ada', '4826');
    expect(mac).toMatch(/^[0-9a-f]{64}$/);
    expect(vault.personMac('ada', '4826')).toBe(mac);
    expect(vault.personMac('ada', '4827')).not.toBe(mac);
    expect(vault.personMac('obi', '4826')).not.toBe(mac);
  });

  it('throws without a key, and never opens again what belonged to a person who was forgotten', async () => {
    expect(() => vault.seal('nobody', order)).toThrow(/no key/);
    expect(() => vault.personMac('nobody', 'x')).toThrow(/no key/);
    expect(vault.open('nobody', 'anything')).toBeUndefined();
    const reader = await openLmdbKeyVault({ dir, readOnly: true });
    await vault.createKey('ada');
    const sealed = vault.seal('ada', order);
    expect(reader.open('ada', sealed)).toEqual(order);
    await vault.forget('ada');
    expect(vault.open('ada', sealed)).toBeUndefined();
    expect(() => vault.seal('ada', order)).toThrow(/no key/);
    await sleep(1_050);
    expect(reader.open('ada', sealed)).toBeUndefined();
    await reader.close();
  });

  it('is readable by its owner only', () => {
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'keys.mdb')).mode & 0o077).toBe(0);
  });
});
