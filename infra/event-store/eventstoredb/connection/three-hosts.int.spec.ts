import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NO_STREAM, StoreUnavailable } from '../../event-store.js';
import { newEvent, newEvents, newStream } from '../../testing/new-event.js';
import { addressed } from './connection-string.js';
import { LedgerStreams } from '../ledger-streams.js';
import { KnownHeads } from '../stream-heads.js';
import { StreamReader } from '../stream-reader.js';
import { eventually, startFollowing, useFixture } from '../testing/opened.js';
import { PATIENCE_MS } from '../../../testing/until.js';

const BUSY = fileURLToPath(new URL('../testing/busy.process.js', import.meta.url));

describe('an address of three hosts', () => {
  const world = useFixture({ nodes: 3 });

  it('is searched for its leader despite nodePreference, with its own gossip options where given', () => {
    expect(addressed('esdb://a:1,b:2,c:3?tls=false&nodePreference=follower&gossipTimeout=4')).toBe(
      'esdb://a:1,b:2,c:3?tls=false&gossipTimeout=4&discoveryInterval=200&maxDiscoverAttempts=15&nodePreference=leader',
    );
    expect(addressed('esdb+discover://u:p@a:1/')).toMatch(/^esdb\+discover:\/\/u:p@a:1\/\?gossipTimeout=1&/);
  });

  it('reads from the leader and not from a lagging follower, even when followers are preferred', async () => {
    const writer = await world.open();
    const reader = await world.open({ url: `${world.fixture.url}&nodePreference=follower` });
    for (const node of world.fixture.followers) node.lag();
    const stream = newStream('purchase');
    const { head } = await writer.append(stream, NO_STREAM, newEvents(2));
    expect(await reader.readStream(stream)).toHaveLength(2);
    expect(await reader.head(stream)).toEqual(head);
    expect(await reader.lastPosition()).toBe(2);
  });

  it('reads from the new leader while still connected to the old one', async () => {
    const { fixture } = world;
    const [writer, reader] = [await world.open(), await world.open()];
    const stream = newStream('purchase');
    expect(await reader.readStream(stream)).toEqual([]);
    const old = fixture.leader;
    fixture.elect();
    old?.lag();
    await writer.append(stream, NO_STREAM, newEvents(1));
    // An idempotency key accepted by another process must be visible here.
    expect(await reader.readStream(stream)).toHaveLength(1);
    expect(await reader.lastPosition()).toBe(1);
    expect(fixture.asked.sentToLeader).toBeGreaterThan(0);
  });

  it('stores appends under way exactly once when the leader dies, hangs or is deposed', async () => {
    const { fixture } = world;
    const store = await world.open({ deadlineMs: 5_000 });
    const following = startFollowing(store);
    const stream = newStream();
    let { head } = await store.append(stream, NO_STREAM, newEvents(1));
    const strikes = [
      async () => {
        await fixture.leader?.kill();
        fixture.elect();
      },
      async () => {
        fixture.leader?.pause();
        fixture.elect();
      },
      async () => {
        const { gossip } = fixture.asked;
        fixture.depose();
        void eventually(() => fixture.asked.gossip > gossip + 50).then(() => fixture.elect());
      },
    ];
    for (const strike of strikes) {
      const appends = newEvents(5).map((event) => store.append(newStream(), NO_STREAM, [event]));
      await strike();
      head = (await store.append(stream, head, newEvents(2))).head;
      await Promise.all(appends);
      await fixture.acceptConnections();
    }
    expect(await store.readStream(stream)).toHaveLength(7);
    await following.until(22);
    expect(following.seen.map(({ position }) => position)).toEqual(
      Array.from({ length: 22 }, (_, n) => n + 1),
    );
    await following.stop();
  });

  it('crashes no process while leaders repeatedly die, hang, go missing and return', async () => {
    const { fixture } = world;
    const children = [1, 2].map(() => {
      const child = spawn(process.execPath, [BUSY, fixture.url], {
        stdio: 'pipe',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const said = { out: '', errors: '' };
      child.stdout.on('data', (chunk) => (said.out += String(chunk)));
      child.stderr.on('data', (chunk) => (said.errors += String(chunk)));
      return { child, said, ended: once(child, 'close') };
    });
    await eventually(() => children.every(({ said }) => said.out.includes('ready')));
    /** Resolves once new events are stored, which proves that the processes recovered. */
    const goesOn = async (): Promise<void> => {
      const { length } = fixture.committed.all;
      const alive = (): boolean => children.every(({ child }) => child.exitCode === null);
      await eventually(() => !alive() || fixture.committed.all.length > length + 200);
    };
    // Longer than the client's own search for a leader, which asks each node fifteen times.
    const { gossip } = fixture.asked;
    fixture.depose();
    await eventually(() => fixture.asked.gossip > gossip + 150);
    fixture.elect();
    await goesOn();
    await fixture.refuseConnections();
    await sleep(2_500);
    await fixture.acceptConnections();
    await goesOn();
    fixture.leader?.pause();
    fixture.elect();
    await goesOn();
    await fixture.acceptConnections();
    await fixture.leader?.kill();
    await sleep(1_500);
    fixture.elect();
    await goesOn();
    await fixture.acceptConnections();
    for (const { child } of children) child.stdin.write('enough\n');
    await Promise.all(children.map(({ ended }) => ended));
    // stderr would also contain warnings about leaked listeners.
    expect(children.map(({ said }) => said.errors)).toEqual(['', '']);
    expect(children.map(({ child }) => child.exitCode)).toEqual([0, 0]);
    for (const { said } of children) {
      const [, wrote, found] = /wrote (\d+) found (\d+)/.exec(said.out) ?? [];
      expect(Number(wrote)).toBeGreaterThan(0);
      expect(found).toBe(wrote);
    }
  });
});

it('asks again while a node shows less than was seen before', async () => {
  const heads = new KnownHeads();
  const stream = newStream();
  heads.learn(stream, { revision: 3, hash: 'a'.repeat(64) });
  let asked = 0;
  const enough = new AbortController();
  const connection = {
    readStream: async () => {
      asked += 1;
      if (asked === 5) enough.abort();
      return [];
    },
  };
  const readerWith = (withinMs: number): StreamReader =>
    new StreamReader(connection, new LedgerStreams(''), heads, { withinMs, signal: enough.signal });
  const reader = readerWith(0);
  await expect(reader.read(stream)).rejects.toThrow(/without its revision 3/);
  await expect(reader.head(stream)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(asked).toBe(2);
  await expect(readerWith(PATIENCE_MS).read(stream)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(asked).toBe(5);
  // Reads of later revisions and of other streams succeed.
  const fresh = new StreamReader(connection, new LedgerStreams(''), heads, {
    withinMs: 0,
    signal: new AbortController().signal,
  });
  expect(await fresh.read(stream, { from: 4 })).toEqual([]);
  expect(await fresh.read(newStream())).toEqual([]);
});

describe('a conflict', () => {
  const world = useFixture({ nodes: 3 });

  it('of equal revisions names the hashes', async () => {
    const store = await world.open();
    const stream = newStream();
    const { head } = await store.append(stream, NO_STREAM, [newEvent()]);
    const wrong = { revision: 0, hash: 'f'.repeat(64) };
    await expect(store.append(stream, wrong, [newEvent()])).rejects.toThrow(
      `stream ${stream} at revision 0 has the hash ${head.hash}, not ${wrong.hash}`,
    );
  });
});
