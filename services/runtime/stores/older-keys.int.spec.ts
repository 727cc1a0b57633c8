import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { userStream } from '../../customers/user.events.js';
import { loadConfig } from '../config.js';
import { type EmbeddedStores, openEmbeddedStores } from './embedded-stores.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'older-keys-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function opened(work: (stores: EmbeddedStores) => Promise<unknown>): Promise<readonly string[]> {
  const said: string[] = [];
  const stores = await openEmbeddedStores({
    config: loadConfig({ DATA_DIR: join(folder, 'data'), SECRETS_DIR: join(folder, 'secrets') }),
    lock: { afterCrash: false, lost: () => undefined },
    whenEmpty: 'accept',
    onUnwritten: (line) => void said.push(line),
    report: (line) => void said.push(line),
  });
  try {
    await work(stores);
    return [...said, ...stores.damaged];
  } finally {
    await stores.close();
  }
}

async function register({ eventStore, vault }: EmbeddedStores, userId: string): Promise<void> {
  await vault.createKey(userId);
  const data = { userId, role: 'user', tier: 'regular', sealed: vault.seal(userId, { name: userId }) };
  await eventStore.append(userStream(userId), NO_STREAM, [fact('UserRegistered', data, systemContext())]);
}

it('keys that are older than the log are told at the start, and raise an alert', async () => {
  const [keys, older] = [join(folder, 'secrets', 'vault'), join(folder, 'older')];
  expect(await opened((stores) => register(stores, 'ada'))).toEqual([]);
  cpSync(keys, older, { recursive: true });
  expect(await opened((stores) => register(stores, 'bola'))).toEqual([]);
  rmSync(keys, { recursive: true });
  cpSync(older, keys, { recursive: true });
  const [line, ...alerted] = await opened(() => Promise.resolve());
  expect(line).toMatch(/secrets\/vault has no key of bola, who registered last: put back the newest copy/);
  expect(alerted).toEqual(['keys']);
});

it('a customer who was erased needs no key', async () => {
  await opened(async (stores) => {
    await register(stores, 'ada');
    await register(stores, 'bola');
    await stores.vault.forget('bola');
    const stream = userStream('bola');
    const forgotten = fact('PersonForgotten', { userId: 'bola' }, systemContext());
    await stores.eventStore.append(stream, await stores.eventStore.head(stream), [forgotten]);
  });
  expect(await opened(() => Promise.resolve())).toEqual([]);
});
