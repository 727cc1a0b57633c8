import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { checkKey, openLmdbKeyVault } from './open-lmdb-key-vault.js';
import { findMarked, marksOf } from './wipe-key.js';
import { describeKeyVault } from './testing/key-vault.contract.js';

describeKeyVault('LMDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-'));
  const dir = join(folder, 'vault');
  return {
    open: () => openLmdbKeyVault({ dir }),
    openReader: () => openLmdbKeyVault({ dir, readOnly: true }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

it('a key vault is readable by its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-'));
  const dir = join(folder, 'vault');
  const vault = await openLmdbKeyVault({ dir });
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'keys.mdb')).mode & 0o077).toBe(0);
  await vault.close();
  rmSync(folder, { recursive: true });
});

it('a key with a flipped bit is refused, and what to do is said', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'vault-'));
  const vault = await openLmdbKeyVault({ dir });
  await vault.createKeys(['ada', 'bola']);
  const sealed = vault.seal('bola', { name: 'Bola' });
  await vault.close();
  const root = open<Buffer, string>({ path: join(dir, 'keys.mdb'), encoding: 'binary', maxDbs: 2 });
  const persons = root.openDB<Buffer, string>({ name: 'persons', encoding: 'binary' });
  const key = Buffer.from(persons.get('ada')!);
  key[40]! ^= 1;
  await persons.put('ada', key);
  await root.close();
  await expect(openLmdbKeyVault({ dir })).rejects.toThrow(/key of ada does not match.*Restore the folder/u);
  const reader = await openLmdbKeyVault({ dir, readOnly: true });
  expect(() => reader.personMac('ada', 'text')).toThrow(/key of ada does not match/u);
  expect(reader.open('bola', sealed)).toEqual({ name: 'Bola' });
  await reader.close();
  const damaged = open<Buffer, string>({ path: join(dir, 'keys.mdb'), encoding: 'binary', maxDbs: 2 });
  expect(() => checkKey(dir, damaged, 'ada', key)).toThrow(/Restore the folder/u);
  await damaged.close();
  rmSync(dir, { recursive: true });
});

it('a key without a checksum, from an older version, is used', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'vault-'));
  const vault = await openLmdbKeyVault({ dir });
  await vault.createKey('ada');
  const mac = vault.personMac('ada', 'text');
  await vault.close();
  const root = open<Buffer, string>({ path: join(dir, 'keys.mdb'), encoding: 'binary', maxDbs: 2 });
  await root.remove('checksum:ada');
  await root.close();
  const again = await openLmdbKeyVault({ dir });
  expect(again.personMac('ada', 'text')).toBe(mac);
  await again.forget('ada');
  expect(() => again.personMac('ada', 'text')).toThrow(/no key/u);
  await again.close();
  rmSync(dir, { recursive: true });
});

describe('traces of a deleted key in the file', () => {
  const PEOPLE = Array.from({ length: 400 }, (_, n) => `person-${n}`);
  const FORGOTTEN = ['person-7', 'person-250'];
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vault-'));
    path = join(folder, 'keys.mdb');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const raw = () => open<Buffer, string>({ path, encoding: 'binary', maxDbs: 2 });
  const persons = (root: ReturnType<typeof raw>) =>
    root.openDB<Buffer, string>({ name: 'persons', encoding: 'binary' });
  /** Finds keys in the bytes of the file, as a thief would. */
  async function stolen(): Promise<Map<string, Buffer>> {
    const root = raw();
    const found = new Map<string, Buffer>();
    for (const { key, value } of persons(root).getRange()) found.set(key, Buffer.from(value));
    await root.close();
    return found;
  }
  const leftOf = (key: Buffer): number[] => {
    const file = readFileSync(path);
    return Array.from({ length: key.length - 15 }, (_, at) => file.indexOf(key.subarray(at, at + 16)));
  };

  it('are overwritten in every copy, and no other key is', async () => {
    const vault = await openLmdbKeyVault({ dir: folder });
    // Write keys one by one, because each write makes new pages and leaves the old ones.
    for (const person of PEOPLE) await vault.createKey(person);
    const sealed = new Map(PEOPLE.map((person) => [person, vault.seal(person, { person })]));
    const keys = await stolen();
    for (const person of FORGOTTEN) {
      expect(Math.max(...leftOf(keys.get(person)!))).toBeGreaterThan(0);
      await vault.forget(person);
      expect(Math.max(...leftOf(keys.get(person)!))).toBe(-1);
    }
    await vault.createKeys(['new-1', 'new-2']);
    await vault.close();
    const again = await openLmdbKeyVault({ dir: folder });
    for (const [person, text] of sealed)
      expect(again.open(person, text)).toEqual(FORGOTTEN.includes(person) ? undefined : { person });
    for (const person of FORGOTTEN) expect(Math.max(...leftOf(keys.get(person)!))).toBe(-1);
    await again.close();
  });

  it('are overwritten at the next start after an interrupted `forget`', async () => {
    const vault = await openLmdbKeyVault({ dir: folder });
    await vault.createKeys(PEOPLE);
    await vault.close();
    const key = (await stolen()).get('person-7')!;
    const root = raw();
    await root.transaction(() => {
      root.putSync('forgotten:person-7', marksOf(key));
      persons(root).removeSync('person-7');
    });
    await root.close();
    expect(Math.max(...leftOf(key))).toBeGreaterThan(0);
    for (const start of ['first', 'second']) {
      const next = await openLmdbKeyVault({ dir: folder });
      expect([start, Math.max(...leftOf(key))]).toEqual([start, -1]);
      await next.close();
    }
    const after = raw();
    expect([...after.getKeys()]).not.toContain('forgotten:person-7');
    await after.close();
  });

  it('are found anywhere, also across chunk borders', async () => {
    const key = Buffer.from(Array.from({ length: 64 }, (_, n) => (n * 37) % 251));
    const file = Buffer.alloc(3 * 1024 * 1024);
    const places = [0, 1024 * 1024 - 8, 2 * 1024 * 1024 - 64, file.length - 64];
    for (const place of places) key.copy(file, place);
    key.copy(file, 500_000, 16, 40);
    const other = join(folder, 'file');
    writeFileSync(other, file);
    const found = await findMarked(other, marksOf(key));
    const expected = [...places.flatMap((place) => [0, 16, 32, 48].map((at) => place + at)), 500_000];
    expect(found.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
  });
});
