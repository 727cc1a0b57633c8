import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSecrets } from '../../../infra/crypto/secrets.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { ledger } from '../../../infra/testing/product.js';
import { PACK_FILES } from '../../audit/pack/pack-files.js';
import { type SealKey, sealKeyOf } from '../../audit/seals/seal-key.js';
import { Sealer } from '../../audit/seals/sealer.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { put } from '../../audit/testing/tampered-event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

const { signal } = new AbortController();
const now = (): Date => new Date('2026-03-01T09:00:00.000Z');

let folder: string;
let key: SealKey;
/** Seal of an earlier state of the ledger. */
let kept: SignedSeal;
/** Unpacked pack of the ledger. */
let packed: string;
let events: number;

/** Unpacks an archive as an outsider does and returns its folder. */
function unpack(archive: string): string {
  const at = mkdtempSync(join(folder, 'unpacked-'));
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', at], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return join(at, 'naira-ledger-pack');
}

const drop = (n: number): readonly [string, { readonly userId: string; readonly n: number }] => [
  'PinDropped',
  { userId: '1', n },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const secrets = loadSecrets({ dir: join(folder, 'secrets'), production: false });
  key = sealKeyOf(secrets.sealKey);
  const store = await openLmdbEventStore({ dir: join(folder, 'events') });
  const sealer = new Sealer(store, key, now);
  await writeLedger(store);
  kept = (await sealer.seal(signal))!;
  for (let n = 0; n < 15; n += 1)
    await put(store, 'user-1', ...Array.from({ length: 100 }, (_, more) => drop(100 * n + more)));
  await sealer.seal(signal);
  events = await store.lastPosition();
  await store.close();
  const out = join(folder, 'pack.tar.gz');
  const said = JSON.parse(await ledger(folder, ['pack', '--out', out, '--json'])) as object;
  expect(said).toMatchObject({ events, ledgerId: kept.ledgerId });
  packed = unpack(out);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Verified {
  readonly status: number | null;
  readonly said: string;
}

/** Runs the verifier with Node alone, in an empty folder. */
function verify(pack: string, ...args: readonly string[]): Verified {
  const cwd = mkdtempSync(join(folder, 'empty-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(pack, PACK_FILES.verifier), ...args], {
    cwd,
    env: {},
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** Verifies a copy of the pack with one changed file. */
function changed(file: string, change: (text: string) => string, ...args: readonly string[]): Verified {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(packed, copy, { recursive: true });
  const path = join(copy, file);
  const [before, after] = [readFileSync(path, 'utf8'), change(readFileSync(path, 'utf8'))];
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return verify(copy, ...args);
}

const { journal, seals, keys, trialBalance, hledger, manifest } = PACK_FILES;
const inLines = (change: (lines: string[]) => readonly string[]) => (text: string) =>
  [...change(text.trimEnd().split('\n')), ''].join('\n');
/** Changes the last digit. */
const otherDigit = (digits: string): string => digits.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
const PLACE = 40;

/** Line of a changed event with a matching hash. */
const rehashed = (line: string, change: (event: string) => string): string => {
  const [, position, event] = /^\{"position":(\d+),"hash":"[0-9a-f]{64}","event":(.*)\}$/.exec(line)!;
  const bytes = change(event!);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `{"position":${position},"hash":"${hash}","event":${bytes}}`;
};

describe('an auditor pack', () => {
  it('is verified by one command with Node alone, and holds no secret', () => {
    const { status, said } = verify(packed);
    expect(said).toMatch(/CLEAN\n$/);
    expect(status).toBe(0);
    expect(said).toContain(`${events} events, root `);
    expect(said).toContain('accounts add up to 0 kobo');
    expect(said).toContain('not anchored');
    const report = JSON.parse(verify(packed, '--json').said) as object;
    expect(report).toMatchObject({ ok: true, events, sum: '0', problems: [], seals: { count: 2 } });
    expect(readdirSync(packed).sort()).toEqual(Object.values(PACK_FILES).sort());
    const text = readdirSync(packed)
      .map((name) => readFileSync(join(packed, name), 'utf8'))
      .join('');
    for (const name of ['seal-key', 'pin-pepper', 'email-key'])
      expect(text).not.toContain(readFileSync(join(folder, 'secrets', name), 'utf8').trim());
  });

  it('agrees with balances, seals and export', async () => {
    const read = (name: string): string => readFileSync(join(packed, name), 'utf8');
    expect(JSON.parse(read(trialBalance))).toEqual(JSON.parse(await ledger(folder, ['balances', '--json'])));
    expect(read(seals)).toBe(await ledger(folder, ['seals']));
    expect(read(hledger)).toBe(await ledger(folder, ['export', '--format', 'hledger']));
    expect(read(journal).trim().split('\n')).toHaveLength(events);
    expect(JSON.parse(read(journal).split('\n')[0]!)).toMatchObject({ position: 1, hash: kept.ledgerId });
  });

  it('is compared with seals and a key kept by the auditor', () => {
    const file = join(folder, 'kept.jsonl');
    writeFileSync(file, `${JSON.stringify(kept)}\n`);
    const { status, said } = verify(packed, '--seals', file, '--key', key.publicKey.toUpperCase());
    expect(said).toContain('anchored: compared with 1 seals you kept');
    expect(said).toContain('with the keys you gave');
    expect(status).toBe(0);
    expect(verify(packed, '--key', sealKeyOf(Buffer.alloc(32, 9)).publicKey)).toEqual({
      status: 1,
      said: expect.stringMatching(
        /FAULTY: seal-signature at event \d+, stream ledger-seals, .*none of those known/,
      ),
    });
    const forged = { ...kept, rootHash: 'f'.repeat(64) };
    const claims = { ...forged, signature: key.sign(forged) };
    writeFileSync(file, `${JSON.stringify(claims)}\n`);
    expect(verify(packed, '--seals', file)).toEqual({
      status: 1,
      said: expect.stringMatching(/FAULTY: rewritten at event 1: events 1 to \d+ are not what they were/),
    });
    const later = { ...kept, treeSize: events + 10 };
    writeFileSync(file, `${JSON.stringify({ ...later, signature: key.sign(later) })}\n`);
    expect(verify(packed, '--seals', file)).toEqual({
      status: 1,
      said: expect.stringContaining(`FAULTY: rolled-back at event ${events + 1}`),
    });
  });
});

describe('a changed pack is refused with the place:', () => {
  const at = (line: string[], place = PLACE): string => line[place - 1]!;
  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a byte of an event',
      journal,
      inLines((lines) => lines.with(PLACE - 1, at(lines).replace('"2026-', '"2027-'))),
      new RegExp(`FAULTY: hash-wrong at event ${PLACE}, stream \\S+, revision \\d+:`),
    ],
    [
      'a hash',
      journal,
      inLines((lines) => lines.with(PLACE - 1, at(lines).replace(/"hash":"./, otherDigit))),
      new RegExp(`FAULTY: hash-wrong at event ${PLACE},`),
    ],
    [
      'an event that is gone',
      journal,
      inLines((lines) => lines.filter((_, index) => index !== PLACE - 1)),
      new RegExp(`FAULTY: position-gap at event ${PLACE + 1},`),
    ],
    [
      'the last events gone',
      journal,
      inLines((lines) => lines.slice(0, -5)),
      /FAULTY: file-wrong: seals\.jsonl: it goes on after its end/,
    ],
    [
      'two events swapped',
      journal,
      inLines((lines) => lines.with(PLACE - 1, at(lines, PLACE + 1)).with(PLACE, at(lines))),
      new RegExp(`FAULTY: position-gap at event ${PLACE + 1},`),
    ],
    [
      'an event twice',
      journal,
      inLines((lines) => [...lines.slice(0, PLACE), ...lines.slice(PLACE - 1)]),
      new RegExp(`FAULTY: position-gap at event ${PLACE},`),
    ],
    [
      'an event written anew, with its hash',
      journal,
      inLines((lines) =>
        lines.with(
          events - 3,
          rehashed(at(lines, events - 2), (event) => event.replace('"n":', '"n":1')),
        ),
      ),
      /FAULTY: (chain-broken|seal-root) at event \d+,/,
    ],
    [
      'a line that is none',
      journal,
      inLines((lines) => lines.with(PLACE - 1, 'no event')),
      new RegExp(`FAULTY: unreadable at event ${PLACE}: line ${PLACE} of journal.jsonl is no event`),
    ],
    [
      'a balance',
      trialBalance,
      (text) => text.replace(/("user_available:ada": "-?\d+)/, '$10'),
      /FAULTY: file-wrong: trial-balance\.json: the events say "user_available:ada": "-?\d+", and it does not/,
    ],
    [
      'a balance that is not one of the events',
      trialBalance,
      (text) => text.replace('\n  }', ',\n    "zz": "0"\n  }'),
      /FAULTY: file-wrong: trial-balance\.json/,
    ],
    [
      'a transaction of the journal for hledger',
      hledger,
      (text) => text.replace('97.00 NGN', '97.01 NGN'),
      /FAULTY: file-wrong at event \d+, stream \S+, revision \d+: journal\.hledger: event \d+ is written otherwise/,
    ],
    [
      'a transaction more',
      hledger,
      (text) => `${text}\n2026-03-01 more\n  a  1 NGN\n  b  -1 NGN\n`,
      /FAULTY: file-wrong: journal\.hledger: it goes on after its end/,
    ],
    [
      'a seal',
      seals,
      (text) => text.replace(/"signature":"./, otherDigit),
      /FAULTY: file-wrong at event \d+, stream ledger-seals, revision 0: seals\.jsonl: the seal of \d+ events/,
    ],
    ['a seal that is gone', seals, inLines((lines) => lines.slice(1)), /FAULTY: file-wrong .* seals\.jsonl/],
    [
      'the key',
      keys,
      (text) => {
        const { keyId, publicKey } = sealKeyOf(Buffer.alloc(32, 9));
        return text.replaceAll(key.keyId, keyId).replaceAll(key.publicKey, publicKey);
      },
      /FAULTY: keys-wrong: keys\.json says other things than its public keys/,
    ],
    ['no key', keys, () => '[]\n', /keys-missing: keys\.json holds no key/],
    [
      'what it says of itself',
      manifest,
      (text) => text.replace(/"root": "./, otherDigit),
      /FAULTY: manifest-wrong at event \d+: pack\.json says root/,
    ],
  ])('%s', (_what, file, change, why) => {
    const { status, said } = changed(file, change);
    expect(said).toMatch(why);
    expect(status).toBe(1);
  });

  it('another key, in every form', () => {
    const other = sealKeyOf(Buffer.alloc(32, 9));
    const copy = mkdtempSync(join(folder, 'other-'));
    const secrets = join(copy, 'secrets');
    loadSecrets({ dir: secrets, production: false });
    writeFileSync(join(secrets, 'seal-key'), `${Buffer.alloc(32, 9).toString('hex')}\n`);
    return ledger(copy, ['keys', '--json'], { SECRETS_DIR: secrets }).then((told) => {
      const { status, said } = changed(keys, () => `${JSON.stringify(JSON.parse(told), null, 2)}\n`);
      expect(told).toContain(other.publicKey);
      expect(said).toMatch(
        /FAULTY: seal-signature at event \d+, stream ledger-seals, revision 0: .*none of those known/,
      );
      expect(status).toBe(1);
    });
  });

  it('a missing file', () => {
    for (const [name, why] of [
      [journal, /file-missing: the pack has no journal\.jsonl/],
      [hledger, /file-wrong: journal\.hledger: the pack has no such file/],
    ] as const) {
      const copy = mkdtempSync(join(folder, 'copy-'));
      cpSync(packed, copy, { recursive: true });
      rmSync(join(copy, name));
      expect(verify(copy)).toEqual({ status: 1, said: expect.stringMatching(why) });
    }
  });
});

describe('a check without the needed files is unfinished, not faulty:', () => {
  it('no pack, no seals, no key', () => {
    const nowhere = join(folder, 'nowhere');
    expect(verify(packed, nowhere)).toEqual({ status: 2, said: expect.stringContaining('could not finish') });
    expect(verify(packed, '--seals', nowhere)).toEqual({
      status: 2,
      said: expect.stringContaining('ENOENT'),
    });
    expect(verify(packed, '--seals', join(packed, keys))).toEqual({
      status: 2,
      said: expect.stringContaining('line 1 is no seal'),
    });
    expect(verify(packed, '--key', 'beef')).toEqual({ status: 2, said: expect.stringContaining('64 hexa') });
    expect(verify(packed, '--what')).toEqual({ status: 2, said: expect.stringContaining('--what') });
  });
});

describe('pack', () => {
  it('leaves no file behind when it fails', async () => {
    const secrets = join(folder, 'other-secrets');
    loadSecrets({ dir: secrets, production: false });
    const out = join(folder, 'failed.tar.gz');
    await expect(ledger(folder, ['pack', '--out', out], { SECRETS_DIR: secrets })).rejects.toThrow(
      /which SECRETS_DIR does not know/,
    );
    await expect(ledger(folder, ['pack', '--out', join(folder, 'nowhere', 'out')])).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).filter((name) => /^\.pack-|failed|unfinished/.test(name))).toEqual([]);
  });
});
