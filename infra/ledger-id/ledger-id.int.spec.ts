import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepLedgerId, LedgerRefused, type LedgerIdPlace, requireOwnLog } from './ledger-id.js';
import { ledgerIdFile } from './ledger-id-file.js';

const OURS = 'a'.repeat(64);
const THEIRS = 'b'.repeat(64);

describe('the identity of a ledger', () => {
  let folder: string;
  let secrets: string;
  let snapshots: string;
  let places: readonly LedgerIdPlace[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-id-'));
    [secrets, snapshots] = [join(folder, 'secrets'), join(folder, 'snapshots')];
    mkdirSync(secrets);
    places = [
      ledgerIdFile({ name: 'SECRETS_DIR', dir: secrets, keys: join(secrets, 'vault') }),
      ledgerIdFile({ name: 'the folder', dir: snapshots, data: snapshots }),
    ];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const log = '/events';
  const check = (ledgerId: string | undefined, whenEmpty: 'refuse' | 'accept' | 'begin' = 'refuse') =>
    requireOwnLog({ log, ledgerId, places, whenEmpty });
  const keep = async (): Promise<string[]> => {
    const unwritten: string[] = [];
    await keepLedgerId(OURS, places, (line) => unwritten.push(line));
    return unwritten;
  };
  const makeKeys = (): void => {
    mkdirSync(join(secrets, 'vault'));
    writeFileSync(join(secrets, 'vault', 'keys.mdb'), 'x');
  };

  it('is written once, privately, in every folder', async () => {
    expect(await keep()).toEqual([]);
    for (const dir of [secrets, snapshots]) {
      expect(readFileSync(join(dir, 'ledger-id'), 'utf8')).toBe(`${OURS}\n`);
      expect(statSync(join(dir, 'ledger-id')).mode & 0o777).toBe(0o600);
    }
    await keepLedgerId(THEIRS, places, () => undefined);
    expect(readFileSync(join(secrets, 'ledger-id'), 'utf8')).toBe(`${OURS}\n`);
  });

  it('is tried again at a later start where it could not be written', async () => {
    writeFileSync(snapshots, 'a file in the way');
    expect(await keep()).toEqual([expect.stringMatching(/could not be written to the folder .*snapshots: /)]);
    rmSync(snapshots);
    expect(await keep()).toEqual([]);
    expect(existsSync(join(snapshots, 'ledger-id'))).toBe(true);
  });

  it('lets a log of the same ledger in, and one that no store knows', async () => {
    await check(OURS);
    makeKeys();
    await keep();
    await check(OURS);
  });

  it.each(['refuse', 'accept', 'begin'] as const)(
    'keeps an empty log out where a store knows the ledger: %s',
    async (whenEmpty) => {
      await keep();
      await expect(check(undefined, whenEmpty)).rejects.toThrow(LedgerRefused);
      await expect(check(undefined, whenEmpty)).rejects.toThrow(
        `the log /events has no events, but SECRETS_DIR ${secrets} belongs to ledger aaaaaaaaaaaa…, the folder ${snapshots} belongs to ledger aaaaaaaaaaaa…: mount`,
      );
    },
  );

  it('keeps the log of another ledger out, and names the folder', async () => {
    makeKeys();
    await keep();
    writeFileSync(join(snapshots, 'ledger-id'), `${THEIRS}\n`);
    await expect(check(OURS)).rejects.toThrow(
      `the log /events is ledger aaaaaaaaaaaa…, but the folder ${snapshots} belongs to ledger bbbbbbbbbbbb…: `,
    );
  });

  it('accepts an empty log beside data that names no ledger only for a demonstration', async () => {
    mkdirSync(snapshots);
    writeFileSync(join(snapshots, 'snapshots.mdb'), 'x');
    await check(undefined, 'accept');
    for (const whenEmpty of ['refuse', 'begin'] as const)
      await expect(check(undefined, whenEmpty)).rejects.toThrow(`there is data in the folder ${snapshots}: `);
  });

  it('lets a ledger begin only beside empty stores', async () => {
    await check(undefined, 'begin');
    await expect(check(undefined)).rejects.toThrow(/npm run ledger -- init$/);
  });

  it('misses keys of people that are lost', async () => {
    await keep();
    await expect(check(OURS)).rejects.toThrow(`SECRETS_DIR ${secrets} has no keys of its people`);
  });

  it('refuses a file with anything else in it', async () => {
    writeFileSync(join(secrets, 'ledger-id'), 'x');
    await expect(check(OURS)).rejects.toThrow(/ledger-id must hold 64 hexadecimal digits: /);
  });
});
