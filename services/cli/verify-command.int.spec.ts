import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig, foldersOf } from '../runtime/config.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { Projection } from '../../infra/projections/projection.js';
import { runProjections } from '../../infra/projections/run-projections.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { projections, views } from '../../read-models/views.js';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { Sealer } from '../audit/seals/sealer.js';
import { sealKeyOf } from '../audit/seals/seal-key.js';
import { writeLedger } from '../audit/testing/a-ledger.js';
import type { SignedSeal } from '../contracts/proofs/signed-seal.js';
import { put } from '../audit/testing/tampered-event-store.js';
import { serveControl } from './control-socket.js';
import { type Verdict, verify } from './verify-command.js';

let folder: string;
let config: Config;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  config = loadConfig({ DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function write(work: (store: EventStore) => Promise<void>): Promise<void> {
  const store = await openLmdbEventStore({ dir: foldersOf(config).events });
  await work(store);
  await store.close();
}

/** Projects the whole log, as a stopped server has done. */
async function project(told: readonly Projection[] = projections): Promise<void> {
  const eventStore = await openLmdbEventStore({ dir: foldersOf(config).events, readOnly: true });
  const writer = openSqliteWriter({ dir: foldersOf(config).readModels, views });
  const [stop, end] = [new AbortController(), await eventStore.lastPosition()];
  await runProjections({
    eventStore,
    writer,
    projections: told,
    open: () => undefined,
    signal: stop.signal,
    coalesceMs: 0,
    onCommitted: ({ position }) => {
      if (position >= end) stop.abort();
    },
  }).finished;
  await writer.close();
  await eventStore.close();
}

interface Said {
  readonly verdict: Verdict;
  readonly report: Record<string, unknown> & { readonly problems: readonly { readonly rule: string }[] };
  readonly lines: readonly string[];
}

async function run(
  readModels = false,
  from: () => Config = () => config,
  more: { readonly seals?: string; readonly key?: string } = {},
): Promise<Said> {
  const [json, lines]: string[][] = [[], []];
  const tell = (to: string[]) => (line: string) => void to.push(line);
  const verdict = await verify(from, { readModels, json: true, ...more }, tell(json!), tell(lines!));
  expect(await verify(from, { readModels, json: false, ...more }, tell(lines!), tell(lines!))).toBe(verdict);
  return { verdict, report: JSON.parse(json![0]!) as Said['report'], lines: lines! };
}

const rulesOf = ({ report }: Said): string[] => report.problems.map(({ rule }) => rule);

/** Projections in which `view` cannot read events of `type`. */
const unable = (view: string, type: string): Projection[] =>
  projections.map((projection) =>
    projection.view.name === view
      ? {
          ...projection,
          project: (projected) => {
            if (projected.event.type === type) throw new Error('cannot be read');
            return projection.project(projected);
          },
        }
      : projection,
  );

/** Event without a row in any view, because its person never registered. */
const anHourLater = ['PinDropped', { userId: 'eve' }, '2026-03-01T10:00:00.000Z'] as const;

describe('verify', () => {
  it('ends with 0 when the log is sound and fully projected', async () => {
    await write(writeLedger);
    await project();
    for (const readModels of [false, true]) {
      const said = await run(readModels);
      expect(said).toMatchObject({ verdict: 0, report: { ok: true, problems: [] } });
      expect(said.lines).toContain('verified: nothing is wrong');
      expect(said.report['views']).toHaveLength(views.length);
    }
  });

  it('ends with 2 when it is interrupted', async () => {
    await write(writeLedger);
    const lines: string[] = [];
    const tell = (line: string): void => void lines.push(line);
    const running = verify(() => config, { readModels: false, json: false }, tell, tell);
    // The work can be interrupted once its settings are read.
    for (let turn = 0; turn < 10 && process.listenerCount('SIGINT') === 0; turn += 1) await Promise.resolve();
    process.emit('SIGINT');
    expect([await running, lines]).toEqual([2, ['interrupted']]);
    expect(process.listenerCount('SIGINT')).toBe(0);
  });

  it('ends with 0 without read models, as in a backup, unless they are requested', async () => {
    await write(async (store) => {
      await writeLedger(store);
      await put(store, 'purchase-open', [
        'ReviewRequired',
        { userId: 'ada', purchaseId: 'open', attempt: 1, why: 'open-too-long' },
      ]);
      await put(store, 'user-eve', anHourLater);
    });
    expect(await run()).toMatchObject({ verdict: 0 });
    expect(rulesOf(await run(true))).toEqual(views.map(() => 'view-behind'));
  });

  it('ends with 1 when a view halted while the log went on, and names it', async () => {
    await write(async (store) => {
      await writeLedger(store);
      await put(store, 'purchase-open', [
        'ReviewRequired',
        { userId: 'ada', purchaseId: 'open', attempt: 1, why: 'open-too-long' },
      ]);
      await put(store, 'user-eve', anHourLater);
    });
    await project(projections.filter(({ view }) => view.name !== 'history'));
    const said = await run();
    expect(said).toMatchObject({ verdict: 1, report: { ok: false, problemCount: 1 } });
    expect(said.report.problems).toMatchObject([
      { rule: 'view-behind', detail: expect.stringMatching(/history/) },
    ]);
    expect(said.lines).toContain('NOT verified: 1 problems');
    expect(said.lines.some((line) => /the view history has \d+ events to take/.test(line))).toBe(true);
  });

  it('ends with 1 when a view parks a person, and names them', async () => {
    await write(writeLedger);
    await project(unable('history', 'PurchaseReleased'));
    const said = await run();
    expect(said).toMatchObject({ verdict: 1, report: { ok: false } });
    expect(said.report.problems).toMatchObject([
      {
        rule: 'view-parked',
        detail: expect.stringMatching(/^the view history keeps \S+ apart from event \d+ on/),
      },
    ]);
  });

  it('ends with 1 when work is overdue on a served ledger, and not while it is stopped', async () => {
    await write(async (store) => {
      await writeLedger(store);
      await put(store, 'purchase-open', [
        'AttemptDelivered',
        { userId: 'ada', purchaseId: 'open', cost: '9700', attempt: 1, vendor: 1 },
      ]);
    });
    await project();
    expect(await run()).toMatchObject({ verdict: 0, report: { purchases: { unsettled: 1 } } });
    const control = await serveControl(folder, {} as never);
    try {
      const said = await run();
      expect(said.verdict).toBe(1);
      expect(said.report.problems).toMatchObject([
        { rule: 'unsettled', stream: 'purchase-open', revision: 2, detail: expect.stringMatching(/open/) },
      ]);
    } finally {
      control.close();
    }
  });

  it('ends with 1 when the log is damaged', async () => {
    await write(writeLedger);
    truncateSync(join(foldersOf(config).events, 'events.mdb'), 8_192);
    const said = await run();
    expect(said).toMatchObject({ verdict: 1, report: { ok: false } });
    expect(rulesOf(said)).toEqual(['unreadable']);
  });

  it('reports a missing anchor, and compares with seals kept elsewhere', async () => {
    const { sealKey } = loadSecrets({ dir: config.secretsDir, production: false });
    const key = sealKeyOf(sealKey);
    const { signal } = new AbortController();
    const at = (): Date => new Date('2026-03-01T09:00:00.000Z');
    const kept: SignedSeal[] = [];
    await write(async (store) => {
      await writeLedger(store);
      kept.push((await new Sealer(store, key, at).seal(signal))!);
    });
    await project();
    const events = kept[0]!.treeSize;
    const alone = await run();
    expect(alone).toMatchObject({ verdict: 0, report: { seals: { count: 1, anchored: false } } });
    for (const line of [
      /^1 seals, their signatures checked; the last covers \d+ events$/,
      /^not anchored: /,
      new RegExp(`^uncovered: ${events + 1}\\.\\.${events + 1}, `),
    ])
      expect(alone.lines).toContainEqual(expect.stringMatching(line));

    const file = join(folder, 'kept.jsonl');
    const withSeals = (seals: readonly object[], more: { readonly key?: string } = {}): Promise<Said> => {
      writeFileSync(file, seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''));
      return run(false, undefined, { seals: file, ...more });
    };
    const anchored = await withSeals(kept);
    expect(anchored).toMatchObject({ verdict: 0, report: { seals: { kept: 1, anchored: true } } });
    expect(anchored.lines).toContainEqual(expect.stringMatching(/^anchored: /));
    expect(await withSeals(kept, { key: key.publicKey })).toMatchObject({ verdict: 0 });
    const other = sealKeyOf(Buffer.alloc(32, 9)).publicKey;
    expect(rulesOf(await withSeals(kept, { key: other }))).toEqual(['seal-signature', 'kept-seal-signature']);

    const claims = { ...kept[0]!, treeSize: events + 5, rootHash: 'a'.repeat(64) };
    const later = { ...claims, signature: key.sign(claims) };
    const rolledBack = await withSeals([...kept, later]);
    expect(rolledBack).toMatchObject({ verdict: 1, report: { ok: false } });
    expect(rolledBack.report.problems).toMatchObject([{ rule: 'rolled-back', position: events + 2 }]);
    for (const wrong of [[], [{ ...kept[0]!, rootHash: 'x' }]])
      expect(rulesOf(await withSeals(wrong))).toEqual(['unfinished']);
  });

  it('ends with 2 when the configuration is invalid', async () => {
    const unset = () => {
      throw new Error('the configuration is wrong');
    };
    for (const from of [unset, () => loadConfig({ DATA_DIR: join(folder, 'nowhere'), NODE_ENV: 'test' })]) {
      const said = await run(false, from);
      expect(said).toMatchObject({ verdict: 2, report: { ok: false } });
      expect(rulesOf(said)).toEqual(['unfinished']);
    }
  });
});
