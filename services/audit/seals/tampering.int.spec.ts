import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { open } from 'lmdb';
import { NO_STREAM, type NewEvent, type RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openFiles, openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { LmdbEventStore } from '../../../infra/event-store/lmdb/lmdb-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { writeLedger } from '../testing/a-ledger.js';
import { put } from '../testing/tampered-event-store.js';
import { verifyLedger, type VerifyReport } from '../verify-ledger.js';
import { SEALS_STREAM } from './seal.events.js';
import { SealKeyring, sealKeyOf } from './seal-key.js';
import { Sealer } from './sealer.js';

const key = sealKeyOf(Buffer.alloc(32, 7));
const keyring = new SealKeyring([key]);
const { signal } = new AbortController();
const now = (): Date => new Date('2026-03-01T09:00:00.000Z');

let root: string;
let kept: SignedSeal[];
/** Events at the time of the last kept seal. */
let honest: RecordedEvent[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tampering-'));
  const store = await openLmdbEventStore({ dir: join(root, 'honest') });
  const sealer = new Sealer(store, key, now);
  kept = [];
  await writeLedger(store);
  kept.push((await sealer.seal(signal))!);
  for (const n of [1, 2, 3]) {
    for (let more = 0; more < 100; more += 1)
      await put(store, `user-${n}`, ['PinDropped', { userId: String(n), n: more }]);
    kept.push((await sealer.seal(signal))!);
  }
  honest = await store.readAll(0, 10_000);
  await store.close();
});
afterAll(() => rmSync(root, { recursive: true }));

let copies = 0;
const opened: LmdbEventStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

/** Store rewritten by an expert: revisions, hashes, chains and indexes fit the given events. */
async function rewritten(events: readonly RecordedEvent[]): Promise<LmdbEventStore> {
  const store = await openLmdbEventStore({
    dir: join(root, `copy-${(copies += 1)}`),
    syncing: false,
  });
  opened.push(store);
  for (const { id, type, version, at, actor, correlationId, causationId, data, stream } of events) {
    const told: NewEvent = { id, type, version, at, actor, correlationId, causationId, data };
    const head = await store.head(stream);
    await store.append(stream, head.revision < 0 ? NO_STREAM : head, [told]);
  }
  return store;
}

/** Store with one byte of an event changed on disk. */
async function flipped(position: number): Promise<LmdbEventStore> {
  const store = await rewritten(honest);
  await store.close();
  opened.pop();
  const dir = join(root, `copy-${copies}`);
  const disk = open({ path: join(dir, 'events.mdb'), maxDbs: 4, encoding: 'binary' });
  const { events } = openFiles(disk, false);
  const bytes = Buffer.from(events.getBinary(position)!);
  const at = bytes.indexOf('"at":"2026') + '"at":"'.length + 3;
  bytes[at] = '7'.charCodeAt(0);
  await events.put(position, bytes);
  await disk.flushed;
  await disk.close();
  const again = await openLmdbEventStore({ dir, readOnly: true });
  opened.push(again);
  return again;
}

const verify = (eventStore: LmdbEventStore, seals: readonly SignedSeal[] = kept): Promise<VerifyReport> =>
  verifyLedger({ eventStore, seals: { keyring, kept: seals } });
const rulesOf = ({ problems }: VerifyReport): string[] => problems.map(({ rule }) => rule);
const withoutSeals = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  events.filter(({ stream }) => stream !== SEALS_STREAM);

/** Rewrite by an operator with the signing key: the old seals are replaced by new ones. */
async function byAnInsider(events: readonly RecordedEvent[]): Promise<LmdbEventStore> {
  const store = await rewritten(withoutSeals(events));
  await new Sealer(store, key, now).seal(signal);
  return store;
}

const place = 25;
const change = (event: RecordedEvent): RecordedEvent => ({ ...event, at: '2026-03-01T09:00:00.001Z' });

describe('an untouched ledger', () => {
  it('matches every seal and reports unsealed events', async () => {
    const store = await openLmdbEventStore({ dir: join(root, 'honest'), readOnly: true });
    opened.push(store);
    const report = await verify(store);
    expect(report.problems).toEqual([]);
    expect(report.seals).toEqual({
      count: 4,
      kept: 4,
      anchored: true,
      signaturesChecked: true,
      treeSize: kept.at(-1)!.treeSize,
      uncovered: { from: honest.length, to: honest.length },
    });
    expect((await verify(store, [])).seals).toMatchObject({ anchored: false, kept: 0 });
    expect((await verifyLedger({ eventStore: store })).seals).toMatchObject({ signaturesChecked: false });
  });

  it('may have grown since', async () => {
    const store = await rewritten(honest);
    await put(store, 'user-9', ['PinDropped', { userId: '9' }]);
    const { problems, seals } = await verify(store);
    expect(problems).toEqual([]);
    expect(seals.uncovered).toEqual({ from: kept.at(-1)!.treeSize + 1, to: honest.length + 1 });
  });
});

describe('a tampered ledger', () => {
  it('with a byte flipped on disk: the event is named', async () => {
    const report = await verify(await flipped(place));
    expect(report.problems[0]).toMatchObject({ rule: 'hash-wrong', position: place });
  });

  const naive: readonly (readonly [string, () => RecordedEvent[]])[] = [
    ['an event rewritten', () => honest.map((each) => (each.position === place ? change(each) : each))],
    ['an event dropped', () => honest.filter(({ position }) => position !== place)],
    [
      'two events in another order',
      () => [...honest.slice(0, place - 1), honest[place]!, honest[place - 1]!, ...honest.slice(place + 1)],
    ],
    [
      'an event put between others',
      () => [
        ...honest.slice(0, place),
        { ...(newEvent({ userId: '7' }, 'PinDropped') as RecordedEvent), stream: 'user-7' },
        ...honest.slice(place),
      ],
    ],
  ];

  it.each(naive)('%s with new chains and old seals: a seal no longer matches', async (_, events) => {
    const report = await verify(await rewritten(events()), []);
    expect(rulesOf(report).filter((rule) => /^seal-(?:root|size)$/.test(rule))).not.toEqual([]);
  });

  it.each(naive)(
    '%s, sealed again with the ledger’s own key: a kept seal names the place',
    async (_, events) => {
      const store = await byAnInsider(events());
      expect(rulesOf(await verify(store, []))).not.toContain('seal-root');
      const found = (await verify(store)).problems.find(({ rule }) => rule === 'rewritten')!;
      const [first, second] = kept;
      const from = place > first!.treeSize ? first!.treeSize + 1 : 1;
      const to = place > first!.treeSize ? second!.treeSize : first!.treeSize;
      expect(found.detail).toContain(`events ${from} to ${to} are not what they were`);
      expect(found.position).toBe(from);
    },
  );

  it('cut short or rolled back to an old seal: the first missing event is named', async () => {
    for (const end of [kept[1]!.treeSize, kept[1]!.treeSize + 1, kept[3]!.treeSize - 1]) {
      const report = await verify(await rewritten(honest.slice(0, end)));
      expect(report.problems.find(({ rule }) => rule === 'rolled-back')).toMatchObject({ position: end + 1 });
      // Without kept seals such a ledger looks sound.
      expect(rulesOf(await verify(await rewritten(honest.slice(0, end)), []))).toEqual([]);
    }
  });

  it('with a seal that is foreign, dropped or of another ledger', async () => {
    const foreign = sealKeyOf(Buffer.alloc(32, 8));
    const store = await rewritten(withoutSeals(honest));
    await new Sealer(store, foreign, now).seal(signal);
    expect(rulesOf(await verify(store, []))).toEqual(['seal-signature']);

    const [seal] = kept;
    const alien = { ...seal!, ledgerId: 'f'.repeat(64) };
    const signed = { ...alien, signature: key.sign(alien) };
    const untouched = await rewritten(honest);
    expect(rulesOf(await verify(untouched, [signed]))).toEqual(['kept-seal-ledger']);
    expect(rulesOf(await verify(untouched, [{ ...seal!, signature: '0'.repeat(128) }]))).toEqual([
      'kept-seal-signature',
    ]);
  });
});
