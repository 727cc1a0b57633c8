import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeClusterSecrets } from '../../../infra/crypto/secrets.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { lastBackup, noteBackup } from '../../audit/backup/last-backup.js';
import { SEALS_STREAM, sealEvent, signedSealOf } from '../../audit/seals/seal.events.js';
import { callAddress } from './check-address.js';
import { checkSeals } from './check-seals.js';
import { checkSecrets } from './check-secrets.js';
import { LOCALHOST_CERTIFICATE } from './testing/localhost-certificate.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'doctor-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the check of secrets', () => {
  const check = () => {
    const settings = { secretsDir: join(folder, 'secrets'), dataDir: join(folder, 'data') };
    return checkSecrets(settings).map(({ result, text }) => `${result} ${text}`);
  };

  it('finds missing keys, keys that others can read, and a missing key of push messages', () => {
    expect(check()).toEqual([expect.stringMatching(/^wrong .*make-secrets/)]);
    makeClusterSecrets(join(folder, 'secrets'));
    expect(check()).toEqual([expect.stringContaining('has every key')]);
    chmodSync(join(folder, 'secrets'), 0o750);
    expect(check()).toEqual([expect.stringContaining('set its mode to 700')]);
    rmSync(join(folder, 'secrets', 'push-key'));
    expect(check()[1]).toMatch(/^note push messages are off/);
  });

  it('says that keys lie beside the data', () => {
    makeClusterSecrets(join(folder, 'secrets'));
    const lines = checkSecrets({ secretsDir: join(folder, 'secrets'), dataDir: folder });
    expect(lines.map(({ result }) => result)).toEqual(['right', 'note']);
  });
});

describe('the check of seals', () => {
  const NOW = Date.parse('2026-11-29T12:00:00.000Z');
  const sealed = async (minutesAgo: readonly number[]) => {
    const store = new MemoryEventStore();
    const seals = minutesAgo.map((minutes, index) =>
      fact(
        'LedgerSealed',
        {
          ledgerId: 'a'.repeat(64),
          treeSize: index + 1,
          rootHash: 'b'.repeat(64),
          peaks: [],
          keyId: 'c'.repeat(64),
          signature: 'd'.repeat(128),
        },
        systemContext(new Date(NOW - minutes * 60_000)),
      ),
    );
    await store.append(SEALS_STREAM, NO_STREAM, seals);
    return store;
  };
  const publish = async (store: MemoryEventStore, count: number) => {
    const stored = await store.readStream(SEALS_STREAM, { limit: count });
    const lines = stored.map((event) => `${JSON.stringify(signedSealOf(sealEvent(event)!))}\n`);
    writeFileSync(join(folder, 'seals'), `${lines.join('')}{"torn`);
  };
  const check = async (store: MemoryEventStore, to: string | undefined = join(folder, 'seals')) =>
    (await checkSeals({ SEAL_PUBLISH: to }, store, NOW)).map(({ result }) => result);

  it('wants every seal of more than ten minutes ago at its place', async () => {
    const store = await sealed([30, 11, 1]);
    expect(await check(store)).toEqual(['wrong']);
    await publish(store, 1);
    expect(await check(store)).toEqual(['wrong']);
    await publish(store, 2);
    expect(await check(store)).toEqual(['right']);
    await publish(store, 3);
    expect(await check(store)).toEqual(['right']);
  });

  it('wants a place, and cannot look at an address', async () => {
    const store = await sealed([1]);
    expect((await checkSeals({}, store, NOW)).map(({ result }) => result)).toEqual(['wrong']);
    expect(await check(store, 'https://keeper.example/in')).toEqual(['note']);
    expect(await check(new MemoryEventStore())).toEqual(['note']);
  });
});

it('the age of a backup survives, and a torn note counts as none', () => {
  const made = { at: '2026-11-29T12:00:00.000Z', events: 9, to: '/backups/1' };
  expect(lastBackup(folder)).toBeUndefined();
  noteBackup(folder, made);
  expect(lastBackup(folder)).toEqual(made);
  writeFileSync(join(folder, 'last-backup.json'), '{"at":');
  expect(lastBackup(folder)).toBeUndefined();
});

describe('a call of the address', () => {
  it('tells the status, and refuses a certificate that no one trusts', async () => {
    const plain = createHttpServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    const secure = createServer(LOCALHOST_CERTIFICATE, (_, response) => response.end()).listen(
      0,
      '127.0.0.1',
    );
    await Promise.all([once(plain, 'listening'), once(secure, 'listening')]);
    const at = (server: { address(): unknown }, scheme: string) =>
      new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
    try {
      expect(await callAddress(at(plain, 'http'))).toEqual({ status: 503 });
      await expect(callAddress(at(secure, 'https'))).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');
    } finally {
      plain.close();
      secure.close();
    }
  });
});
