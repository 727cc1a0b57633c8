import { describe, expect, it } from '@jest/globals';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbFixture } from '../../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import { NO_STREAM, StoreUnavailable } from '../../event-store.js';
import { newEvents, newStream } from '../../testing/new-event.js';
import { credentialsIn } from './connection-string.js';
import { openEventStoreDb } from '../open-eventstoredb.js';
import { eventually, PATIENT, useFixture } from '../testing/opened.js';

it('closes before an idle process ends, although a stream of the client never ends', () => {
  const closing = `
    const { Connection } = await import('${new URL('./connection.js', import.meta.url).href}');
    const connection = new Connection('esdb://127.0.0.1:1?tls=false', 1_000, 1 << 16);
    Object.defineProperty(connection, 'client', { value: { dispose: () => new Promise(() => undefined) } });
    await connection.close(new Error('over'));
    console.log('closed');
  `;
  const run = ['--input-type=module', '--eval', closing];
  expect(execFileSync(process.execPath, run, { encoding: 'utf8' })).toBe('closed\n');
});

describe('the address', () => {
  it.each([
    ['esdb://user:pass@host:2113', 'user', 'pass'],
    ['esdb://user:p%40ss@one:2113,two:2113,three:2113?nodePreference=leader', 'user', 'p@ss'],
    ['esdb+discover://user:pass@cluster.example:2113/?tls=true', 'user', 'pass'],
    ['esdb://host:2113?tls=false', '', ''],
    ['esdb://one:2113,two:2113?keepAliveInterval=10000&tls=false', '', ''],
  ])('%s names who calls', (url, username, password) => {
    expect(credentialsIn(url)).toEqual({ username, password });
  });

  it.each(['', 'http://host', 'esdb://', 'esdb://host:2113', 'esdb://one:2113,two:2113?tls=true'])(
    'is refused when invalid, without being shown: %p',
    (url) => {
      expect(() => credentialsIn(url)).toThrow(/esdb:\/\/host|user:password@/);
    },
  );

  it('shows no password in its errors', () => {
    let shown = '';
    try {
      credentialsIn('esdb:/user:hidden@host');
    } catch (error) {
      shown = String(error);
    }
    expect(shown).not.toBe('');
    expect(shown).not.toContain('hidden');
  });
});

describe('opening', () => {
  it('waits for a server that starts later', async () => {
    const early = await EventStoreDbFixture.start();
    await early.refuseConnections();
    const opening = openEventStoreDb({ ...PATIENT, url: early.url });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await early.acceptConnections();
    const store = await opening;
    expect(store.connected()).toBe(true);
    await store.close();
    await early.close();
  });

  it('gives up after a while, and when told to', async () => {
    const none = await EventStoreDbFixture.start();
    await none.refuseConnections();
    const brief = openEventStoreDb({ url: none.url, openWithinMs: 300 });
    await expect(brief).rejects.toBeInstanceOf(StoreUnavailable);
    const signal = AbortSignal.timeout(200);
    await expect(openEventStoreDb({ url: none.url, signal })).rejects.toBeInstanceOf(StoreUnavailable);
    await none.close();
  });

  it('finds the leader of a cluster, when one of its members is gone', async () => {
    // Reserved address on which nothing listens.
    const gone = '127.0.0.1:1';
    const fixture = await EventStoreDbFixture.start();
    for (const url of [
      `esdb://${gone},${fixture.address}?tls=false`,
      `esdb+discover://${fixture.address}?tls=false`,
    ]) {
      const store = await openEventStoreDb({ ...PATIENT, url });
      await store.append(newStream(), NO_STREAM, newEvents(1));
      fixture.cutConnections();
      await store.append(newStream(), NO_STREAM, newEvents(1));
      expect(await store.lastPosition()).toBeGreaterThan(1);
      await store.close();
    }
    await fixture.close();
  });
});

describe('encryption and credentials', () => {
  const openssl = hasOpenssl();
  const whenPossible = openssl ? it : it.skip;
  const why = openssl ? '' : ' (skipped: there is no openssl to make a certificate with)';

  whenPossible(`are used on every call, and what is wrong with them is named at once${why}`, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'esdb-tls-'));
    const [key, certificate] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        certificate,
      ].concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']),
      { stdio: 'ignore' },
    );
    const fixture = await EventStoreDbFixture.start({
      tls: { key: readFileSync(key), certificate: readFileSync(certificate) },
      credentials: { user: 'ledger', password: 'pa:ss' },
    });
    const options = `tls=true&tlsCAFile=${encodeURIComponent(certificate)}`;
    const right = `esdb://ledger:pa%3Ass@${fixture.address}?${options}`;
    const store = await openEventStoreDb({ ...PATIENT, url: right });
    const stream = newStream();
    await store.append(stream, NO_STREAM, newEvents(2));
    expect(await store.readAll(0, 10)).toHaveLength(2);
    expect(await store.readStream(stream)).toHaveLength(2);
    await store.close();

    // Both calls must fail at once, because opening would wait longer than a test may take.
    const long = { openWithinMs: 3_600_000 };
    const wrong = `esdb://ledger:wrong@${fixture.address}?${options}`;
    await expect(openEventStoreDb({ ...long, url: wrong })).rejects.toThrow(/refuses our credentials/);
    const untrusting = `esdb://ledger:pa%3Ass@${fixture.address}?tls=true`;
    await expect(openEventStoreDb({ ...long, url: untrusting })).rejects.toThrow(
      /shows a certificate that is not trusted: .*self.signed/,
    );
    await fixture.close();
    rmSync(dir, { recursive: true });
  });
});

/** Documents why `WatchedClient` sends its own append calls. A failure here means that the reason is gone. */
describe('the shared append call of the client', () => {
  const world = useFixture();
  const event = () => [binaryEvent({ type: 'Noted', data: Buffer.from('{}') })];

  it('fails the appends of every client in the process when one connection breaks', async () => {
    const other = await EventStoreDbFixture.start();
    const [one, two] = [world.fixture.url, other.url].map((url) =>
      EventStoreDBClient.connectionString(`${url}&defaultDeadline=3600000`),
    );
    world.fixture.faults.appends.push('ignore');
    const innocent = expect(one?.appendToStream('note-1', event())).rejects.toThrow(/broken off/);
    await eventually(() => world.fixture.asked.batchAppends === 1);
    await two?.appendToStream('note-2', event());
    other.breakBatchAppends();
    await innocent;
    await Promise.all([one?.dispose(), two?.dispose()]);
    await other.close();
  });

  it('is wrong about the revision of a conflict when failures are not thrown', async () => {
    const client = EventStoreDBClient.connectionString(
      `${world.fixture.url}&throwOnAppendFailure=false&defaultDeadline=3600000`,
    );
    for (let n = 0; n < 5; n += 1) await client.appendToStream('note-1', event());
    const options = { expectedRevision: 0n };
    const { success, nextExpectedRevision } = await client.appendToStream('note-1', event(), options);
    expect({ success, nextExpectedRevision }).toEqual({ success: false, nextExpectedRevision: 1n });
    expect(world.fixture.asked.batchAppends).toBe(6);
    await client.dispose();
  });

  it('is not used: one store breaks while another appends', async () => {
    const store = await world.open();
    const other = await EventStoreDbFixture.start();
    const broken = await openEventStoreDb({ ...PATIENT, url: other.url, appendWithinMs: 600 });
    await other.refuseConnections();
    const appends = Array.from({ length: 50 }, () => store.append(newStream(), NO_STREAM, newEvents(1)));
    const failing = broken.append(newStream(), NO_STREAM, newEvents(1));
    await expect(failing).rejects.toBeInstanceOf(Error);
    await Promise.all(appends);
    expect(await store.lastPosition()).toBe(50);
    await broken.close();
    await other.close();
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
