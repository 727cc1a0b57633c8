import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointsIn } from '../../../../infra/checkpoints/checkpoints.js';
import type { EventStore, Json } from '../../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../../infra/event-store/testing/new-event.js';
import { publishedSeals, readKeptSeals } from '../kept-seals.js';
import { sealKeyOf } from '../seal-key.js';
import { Sealer } from '../sealer.js';
import { keepPublishing, type PublishStatus, SealPublisher } from './seal-publisher.js';
import { FileSink, HttpSink } from './seal-sinks.js';

const { signal } = new AbortController();
const key = sealKeyOf(Buffer.alloc(32, 7));

async function sealed(store: EventStore, times: number): Promise<void> {
  const sealer = new Sealer(store, key);
  for (let n = 0; n < times; n += 1) {
    await store.append('note-1', await store.head('note-1'), [newEvent({ n })]);
    await sealer.seal(signal);
  }
}
const sizesUpTo = (count: number): number[] => Array.from({ length: count }, (_, n) => 2 * n + 1);

let store: MemoryEventStore;
beforeEach(() => {
  store = new MemoryEventStore();
});

describe('seals published to a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'published-'));
    file = join(folder, 'seals.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const publish = (): Promise<void> => new SealPublisher(store, new FileSink(file)).publish(signal);
  const sizes = (): number[] => readKeptSeals(file).map(({ treeSize }) => treeSize);

  it('are each in it once and in order, across restarts', async () => {
    await publish();
    expect(publishedSeals(file)).toBeUndefined();
    for (let count = 3; count <= 12; count += 3) {
      await sealed(store, 3);
      const publisher = new SealPublisher(store, new FileSink(file));
      await publisher.publish(signal);
      await publisher.publish(signal);
      expect(publisher.treeSize).toBe(2 * count - 1);
      expect(sizes()).toEqual(sizesUpTo(count));
    }
    for (const seal of publishedSeals(file)!) expect(key.sign(seal)).toBe(seal.signature);
  });

  it('are completed after a crash left half a line, cut at any byte', async () => {
    await sealed(store, 3);
    await publish();
    const whole = readFileSync(file);
    const second = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
    for (let length = second; length < whole.length; length += 1) {
      truncateSync(file, length);
      // Meanwhile, a verifier sees only complete lines.
      expect(publishedSeals(file)?.map(({ treeSize }) => treeSize)).toEqual(sizesUpTo(2));
      await publish();
      expect(readFileSync(file)).toEqual(whole);
    }
  });

  it('are not written into a file with other content, which stays unchanged', async () => {
    await sealed(store, 1);
    for (const text of ['a token', 'a line\n', '{"version":2}\n', '\n']) {
      writeFileSync(file, text);
      await expect(publish()).rejects.toThrow(/holds something else than seals/);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    file = join(folder, 'away', 'seals.jsonl');
    await expect(publish()).rejects.toThrow(/cannot be written \(ENOENT\)/);
    file = join(folder, 'folder');
    mkdirSync(file);
    await expect(publish()).rejects.toThrow(/cannot be written \(EISDIR\)/);
  });

  it('are not appended to those of a rolled back or different ledger', async () => {
    await sealed(store, 3);
    await publish();
    const before = readFileSync(file);
    for (const times of [2, 3, 5]) {
      store = new MemoryEventStore();
      await sealed(store, times);
      await expect(publish()).rejects.toThrow(
        /the seal of 5 events that was published is not in this ledger/,
      );
      expect(readFileSync(file)).toEqual(before);
    }
  });

  it('are written once by two publishers at a time: one of them retries', async () => {
    await sealed(store, 2);
    const [one, other] = [new FileSink(file), new FileSink(file)].map(
      (sink) => new SealPublisher(store, sink),
    );
    await one!.publish(signal);
    await other!.publish(signal);
    await sealed(store, 2);
    await one!.publish(signal);
    await expect(other!.publish(signal)).rejects.toThrow(/somebody else wrote/);
    await other!.publish(signal);
    expect(sizes()).toEqual(sizesUpTo(4));
  });
});

describe('seals posted to an address', () => {
  let server: Server;
  let received: { readonly treeSize: number; readonly key: string | undefined }[];
  let answers: (number | 'lost')[];
  let values: Map<string, Json>;
  let url: URL;

  beforeEach(async () => {
    [received, answers, values] = [[], [], new Map()];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { treeSize } = JSON.parse(Buffer.concat(chunks).toString()) as { treeSize: number };
        const answer = answers.shift() ?? 204;
        if (answer === 204 || answer === 'lost')
          received.push({ treeSize, key: request.headers['idempotency-key'] as string });
        if (answer === 'lost') request.socket.destroy();
        else response.writeHead(answer, answer === 302 ? { location: '/other' } : {}).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/seals?token=secret-word`);
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const sink = (): HttpSink =>
    new HttpSink(
      url,
      checkpointsIn({
        load: (name) => values.get(name),
        save: async (name, value) => void values.set(name, value),
      }),
    );
  const sizes = (): number[] => received.map(({ treeSize }) => treeSize);

  it('arrive once each and in order, also after a restart', async () => {
    await sealed(store, 3);
    await new SealPublisher(store, sink()).publish(signal);
    await sealed(store, 2);
    await new SealPublisher(store, sink()).publish(signal);
    expect(sizes()).toEqual(sizesUpTo(5));
    expect(new Set(received.map((each) => each.key)).size).toBe(5);
  });

  it('are posted again with the same key when the answer was lost', async () => {
    await sealed(store, 3);
    answers = [204, 'lost'];
    const publisher = new SealPublisher(store, sink());
    await expect(publisher.publish(signal)).rejects.toThrow(/127\.0\.0\.1:\d+ did not answer/);
    await publisher.publish(signal);
    expect(sizes()).toEqual([1, 3, 3, 5]);
    expect(received[1]!.key).toBe(received[2]!.key);
  });

  it('are all posted again to a new address or after the checkpoint is lost', async () => {
    await sealed(store, 2);
    await new SealPublisher(store, sink()).publish(signal);
    url = new URL('/elsewhere', url);
    await new SealPublisher(store, sink()).publish(signal);
    values.clear();
    await new SealPublisher(store, sink()).publish(signal);
    expect(sizes()).toEqual([1, 3, 1, 3, 1, 3]);
  });

  it('wait longer and longer for an address that refuses, and report since when', async () => {
    await sealed(store, 1);
    answers = [500, 302, 404, 500];
    const stop = new AbortController();
    const [statuses, pauses, faults]: [PublishStatus[], number[], string[]] = [[], [], []];
    let now = 1_000;
    await keepPublishing({
      store,
      sink: sink(),
      everyMs: 10_000,
      signal: stop.signal,
      onStatus: (status) => statuses.push(status),
      onFault: (error) => faults.push(String(error)),
      now: () => now,
      pause: async (ms) => {
        pauses.push(ms);
        now += ms;
        if (received.length > 0) stop.abort();
      },
    });
    expect(pauses).toEqual([20_000, 40_000, 80_000, 160_000, 10_000]);
    expect(statuses.slice(0, 4).map(({ waitingSince }) => waitingSince)).toEqual(Array(4).fill(1_000));
    expect(statuses.at(-1)).toEqual({ treeSize: 1, waitingSince: undefined, failures: 4, fault: undefined });
    expect(faults).toHaveLength(4);
    // Path and query of the address may be secret.
    expect(faults.join()).not.toContain('secret-word');
    expect(statuses[3]!.fault).toMatch(/^127\.0\.0\.1:\d+ answered 500$/);
  });

  it('are posted only by the process in office, which then reads the checkpoint again', async () => {
    await sealed(store, 2);
    const stop = new AbortController();
    const office = [false, true, false, true];
    await keepPublishing({
      store,
      sink: sink(),
      everyMs: 1,
      signal: stop.signal,
      onFault: () => undefined,
      inOffice: () => office[0]!,
      pause: async () => {
        office.shift();
        if (office.length === 2) {
          // Another process has published a seal meanwhile.
          await sealed(store, 2);
          await new SealPublisher(store, sink()).publish(signal);
        }
        if (office.length === 0) stop.abort();
      },
    });
    expect(sizes()).toEqual(sizesUpTo(4));
  });
});

it('a setting without a published file has no seals', () => {
  expect(publishedSeals(undefined)).toBeUndefined();
  expect(publishedSeals('https://keeper.example/seals')).toBeUndefined();
  expect(publishedSeals('/nowhere/seals.jsonl')).toBeUndefined();
});
