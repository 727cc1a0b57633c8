import { expect, it } from '@jest/globals';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Connection } from 'mongoose';
import { MongoProxy } from '../testing/mongo-proxy.js';
import { describeWithMongo } from '../testing/with-mongo.js';
import { connectMongo, isAway } from './connect-mongo.js';
import { PATIENCE_MS, until } from '../testing/until.js';

describeWithMongo('a connection to MongoDB', (mongo) => {
  it('ends unanswered operations, and answers again afterwards', async () => {
    const proxy = await MongoProxy.before(mongo.databaseUrl());
    const connection = await connectMongo({ url: proxy.url, patienceMs: PATIENCE_MS, silenceMs: 3_000 });
    const values = connection.collection<{ _id: string; n: number }>('values');
    await values.insertOne({ _id: 'a', n: 1 });
    proxy.fate = (message) => (message.includes('findAndModify') ? 'hold' : 'pass');
    const change = values.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 1 } });
    expect(await change.catch(isAway)).toBe(true);
    expect(proxy.holding).toBeGreaterThan(0);
    proxy.heal();
    let found: unknown;
    await until(async () => (found = await values.findOne({ _id: 'a' }).catch(() => null)) !== null);
    expect(found).toMatchObject({ _id: 'a' });
    await connection.close();
    await proxy.stop();
  });

  it.each([
    ['ended', (client: Socket) => client.end()],
    ['reset', (client: Socket) => client.resetAndDestroy()],
  ])('ends a command whose connection is %s while it is sent, and frees its place', async (_how, cut) => {
    const url = new URL(mongo.databaseUrl());
    const target = Number(url.port);
    const clients = new Set<Socket>();
    let deaf = false;
    const relay = createServer((client) => {
      const behind = connect(target, '127.0.0.1');
      clients.add(client);
      for (const socket of [client, behind]) socket.on('error', () => undefined);
      client.on('data', (chunk) => (deaf ? client.pause() : behind.write(chunk)));
      behind.on('data', (chunk) => client.write(chunk));
      client.on('close', () => behind.destroy());
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const connection = await connectMongo({
      url: url.href,
      patienceMs: PATIENCE_MS,
      silenceMs: 1_000,
      lookEveryMs: 100,
    });
    const values = connection.collection<{ _id: string; text: string }>('values');
    await values.insertOne({ _id: 'a', text: '' });
    deaf = true;
    const sending = values.insertOne({ _id: 'b', text: 'x'.repeat(15_000_000) }).catch(isAway);
    await until(() => Promise.resolve([...clients].some((client) => client.isPaused())));
    for (const client of clients) cut(client);
    deaf = false;
    expect(await sending).toBe(true);
    const taken = () => poolsOf(connection).map(({ checkedOutConnections }) => checkedOutConnections.size);
    await until(() => Promise.resolve(taken().every((places) => places === 0)));
    await connection.close();
    relay.close();
  });

  it('replaces a client without answers while the server answers others', async () => {
    const faults: string[] = [];
    const connection = await connectMongo({
      url: mongo.databaseUrl(),
      patienceMs: PATIENCE_MS,
      silenceMs: 2_000,
      stuckMs: 1_000,
      lookEveryMs: 100,
      onFault: (message: string) => faults.push(message),
    });
    const values = connection.collection<{ _id: string }>('values');
    await values.insertOne({ _id: 'a' });
    // Fills the pool with connections that never finish opening. A connection in use would return to the pool.
    const stuck = new Set<Pool>();
    await until(async () => {
      for (const pool of poolsOf(connection))
        if (!stuck.has(pool) && pool.checkedOutConnections.size + pool.pending === 0) {
          pool.connections.clear();
          pool.pending = 2;
          stuck.add(pool);
        }
      return poolsOf(connection).every((pool) => stuck.has(pool));
    });
    expect(await values.findOne({ _id: 'a' }).catch(isAway)).toBe(true);
    let found: unknown;
    await until(async () => (found = await values.findOne({ _id: 'a' }).catch(() => null)) !== null);
    expect(found).toEqual({ _id: 'a' });
    // Repairs may repeat where the machine is slower than the silence allowed here.
    expect(faults[0]).toBe('MongoDB answers others and not this client: it is opened anew');
    await connection.close();
  });
});

interface Pool {
  readonly checkedOutConnections: ReadonlySet<unknown>;
  readonly connections: { clear(): void };
  pending: number;
}
function poolsOf(connection: Connection): Pool[] {
  const { topology } = connection.getClient() as unknown as {
    readonly topology: { readonly s: { readonly servers: ReadonlyMap<string, { readonly pool: Pool }> } };
  };
  return [...topology.s.servers.values()].map(({ pool }) => pool);
}
