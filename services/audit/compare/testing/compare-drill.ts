import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import type { Projection } from '../../../../infra/projections/projection.js';
import type { ReadStore, ReadStoreWriter, Row, View } from '../../../../infra/read-store/view.js';
import { GivenEvents } from '../../../../read-models/testing/given-events.js';
import { historyView } from '../../../../read-models/history/history.view.js';
import { trialBalanceView } from '../../../../read-models/trial-balance/trial-balance.view.js';
import { projections, views } from '../../../../read-models/views.js';
import { walletView } from '../../../../read-models/wallet/wallet.view.js';
import { put } from '../../testing/tampered-event-store.js';
import { CompareUnfinished } from '../compare-view.js';
import type { CompareViewsOptions, ViewsComparison } from '../compare-views.js';
import { comparisonFolders, type DrilledStores, ProjectedLedger } from './projected-ledger.js';

/** Comparison tests shared by all kinds of read stores. */
export function describeCompareDrill(name: string, open: () => Promise<DrilledStores>): void {
  describe(`comparison of read models with the log: ${name}`, () => {
    let ledger: ProjectedLedger;
    let eventStore: MemoryEventStore;
    let stores: DrilledStores;
    let writer: ReadStoreWriter;
    const compare = (more?: Partial<CompareViewsOptions>): Promise<ViewsComparison> => ledger.compare(more);
    const of = ({ views: all }: ViewsComparison, { name: view }: View) =>
      all.find((each) => each.view === view);

    beforeEach(async () => {
      ledger = await ProjectedLedger.open(await open());
      ({ eventStore, stores, writer } = ledger);
    });
    afterEach(async () => {
      await ledger.close();
      expect(comparisonFolders()).toEqual([]);
    });

    it('reports no drift for sound views, and their position', async () => {
      await ledger.project();
      const position = await eventStore.lastPosition();
      const found = await compare();
      expect(found).toMatchObject({ position, drift: 0, examples: [], problems: [] });
      expect(found.replayed).toMatchObject({ differing: 0 });
      expect(found.replayed.rows).toBeGreaterThan(5);
      expect(found.views.map(({ view }) => view)).toEqual(views.map((view) => view.name));
      expect(of(found, historyView)).toEqual({
        view: 'history',
        position,
        rows: 5,
        differing: 0,
        parked: 0,
        behind: 0,
        drift: 0,
      });
    });

    it('reports a differing row and its columns', async () => {
      await ledger.project();
      const row = (await writer.get(walletView, 'ada'))!;
      await writer.unpark(walletView, [{ ...row, available: row.available + 1n }], []);
      const found = await compare();
      expect(found).toMatchObject({ drift: 1, problems: [] });
      expect(of(found, walletView)).toMatchObject({ differing: 1, drift: 1 });
      expect(found.examples).toEqual([
        {
          view: 'wallet',
          key: 'ada',
          what: 'differs',
          columns: [
            { column: 'available', shown: String(row.available + 1n), derived: String(row.available) },
          ],
        },
      ]);
    });

    it('leaves personal values out of a differing row', async () => {
      await ledger.project();
      const row = (await writer.get(historyView, 'sold'))!;
      await writer.unpark(historyView, [{ ...row, recipient: '08030000099' }], []);
      const found = await compare({ served: false });
      expect(found).toMatchObject({ drift: 1, examples: [{ key: 'sold', what: 'differs' }] });
      expect(found.examples[0]?.columns.map(({ column }) => column)).toEqual(['recipient']);
      expect(JSON.stringify(found)).not.toContain('08030000099');
    });

    it('reports missing and extra rows', async () => {
      await ledger.project();
      const row = (await writer.get(historyView, 'sold'))!;
      await stores.remove(historyView, 'failed');
      await stores.remove(historyView, 'taken-back');
      expect((await compare()).examples.map(({ key, what }) => `${key} ${what}`)).toEqual([
        'failed missing',
        'taken-back missing',
      ]);
      const last = { ...row, purchase_id: 'taken-back twice' };
      await writer.unpark(historyView, [{ ...row, purchase_id: 'sold twice' }, last], []);
      const found = await compare();
      expect(found).toMatchObject({ drift: 4, problems: [] });
      expect(found.examples).toEqual([
        { view: 'history', key: 'failed', what: 'missing', columns: [] },
        { view: 'history', key: 'sold twice', what: 'extra', columns: [] },
        { view: 'history', key: 'taken-back', what: 'missing', columns: [] },
        { view: 'history', key: 'taken-back twice', what: 'extra', columns: [] },
      ]);
    });

    it('reports the same in two ranges of purchases as in all of them', async () => {
      await ledger.project();
      const [sold, late] = [
        (await writer.get(historyView, 'sold'))!,
        (await writer.get(historyView, 'late'))!,
      ];
      const views = [historyView.name];
      const both = async () => [
        await compare({ part: { views, keys: { upTo: 'late' } } }),
        await compare({ part: { views, keys: { after: 'late' } } }),
      ];
      const rows = (found: readonly ViewsComparison[]) => found.map((each) => of(each, historyView)?.rows);
      const figures = (found: readonly ViewsComparison[]) =>
        found.map(({ replayed }) => replayed.rows).reduce((sum, each) => sum + each);
      const right = await both();
      expect(right).toMatchObject([{ drift: 0 }, { drift: 0 }]);
      expect(rows(right)).toEqual([2, 3]);
      // Both parts compare wallets and accounts.
      const whole = (await compare()).replayed.rows;
      expect(figures(right)).toBe(2 * (whole - 5) + 5);

      await writer.unpark(
        historyView,
        [
          { ...late, amount: late.amount + 1n },
          { ...sold, label: '' },
        ],
        [],
      );
      await writer.unpark(historyView, [{ ...sold, purchase_id: 'failed twice' }], []);
      await stores.remove(historyView, 'open');
      const told = (found: readonly ViewsComparison[]) =>
        found.map(({ drift, examples }) => [drift, ...examples.map(({ key, what }) => `${key} ${what}`)]);
      expect(told(await both())).toEqual([
        [2, 'failed twice extra', 'late differs'],
        [2, 'open missing', 'sold differs'],
      ]);
    });

    it('reports parked keys although the rows match the projection', async () => {
      const unable = projections.map((projection) => ({
        ...projection,
        project: (projected: Parameters<Projection['project']>[0]) => {
          if (projection.view.name === 'history' && projected.event.type === 'PurchaseReleased')
            throw new Error('cannot be read');
          return projection.project(projected);
        },
      }));
      await ledger.project(unable);
      const found = await compare({ projections: unable });
      expect(of(found, historyView)).toMatchObject({ parked: 1, drift: 1 });
      expect(found.drift).toBeGreaterThan(0);
      expect(found.problems).toEqual([expect.stringMatching(/^the view history keeps ada apart from event/)]);
      // The same projection made both sides, so only the replay finds the difference.
      expect(found.replayed.differing).toBeGreaterThan(0);
    });

    it('reports a view that stands still and a view that never started', async () => {
      await ledger.project();
      await put(eventStore, 'user-eve', ['PinDropped', { userId: 'eve' }]);
      expect(await compare()).toMatchObject({ drift: 0 });
      const before = await eventStore.lastPosition();
      for (const { stream, event } of new GivenEvents('2026-04-01T08:00:00.000Z').opened('eve').events)
        await eventStore.append(stream, await eventStore.head(stream), [
          { ...event, id: '77777777-0000-4000-8000-000000000000' },
        ]);
      await ledger.project(projections.filter(({ view }) => view !== walletView));
      const found = await compare();
      const end = await eventStore.lastPosition();
      expect(found).toMatchObject({ drift: 1, examples: [] });
      expect(of(found, walletView)).toMatchObject({ differing: 0, behind: 2, drift: 1 });
      expect(found.problems).toEqual([`the view wallet stands still at event ${before - 1} of ${end}`]);
    });

    it('reports views that are behind without waiting when no projector runs', async () => {
      const found = await compare({
        served: false,
        pause: () => Promise.reject(new Error('nobody is waited for')),
      });
      expect(found.views.filter(({ behind }) => behind > 0).length).toBeGreaterThan(5);
      expect(found.drift).toBeGreaterThan(5);
    });

    it('reports errors of the projection itself', async () => {
      const wrong = projections.map((projection) => ({
        ...projection,
        project: (projected: Parameters<Projection['project']>[0]) =>
          projection.view.name === 'trial-balance' && projected.event.type === 'PurchaseReversed'
            ? []
            : projection.project(projected),
      }));
      await ledger.project(wrong);
      const found = await compare({ projections: wrong });
      expect(of(found, trialBalanceView)).toMatchObject({ differing: 0, drift: 0 });
      expect(found.replayed.examples).toContainEqual(expect.objectContaining({ view: 'trial-balance' }));
      expect(found.drift).toBe(found.replayed.differing);
    });

    it('finishes without drift beside a projector that never stops', async () => {
      await ledger.project();
      ledger.start();
      let number = 0;
      const happen = async (): Promise<void> => {
        const id = String((number += 1)).padStart(12, '0');
        const [opened] = new GivenEvents('2026-04-01T08:00:00.000Z').opened(`busy${number}`).events;
        if (!opened) return;
        const done = ledger.shownAt((await eventStore.lastPosition()) + 1);
        await eventStore.append(opened.stream, await eventStore.head(opened.stream), [
          { ...opened.event, id: `66666666-0000-4000-8000-${id}` },
        ]);
        await done;
      };
      // Each read of rows changes the view before its checkpoint is read again.
      const busy = (reads: { left: number }): ReadStore => ({
        get: (view, key) => stores.reader.get(view, key),
        page: (view, query) => stores.reader.page(view, query),
        parkedKeys: (view) => stores.reader.parkedKeys(view),
        close: () => Promise.resolve(),
        checkpoint: (view) => stores.reader.checkpoint(view),
        place: (view) => stores.reader.place(view),
        rowsAfter: (view, after, limit) => stores.reader.rowsAfter(view, after, limit),
        async rowTextsAfter(view, after, limit) {
          if (view.name === 'wallet') await happen();
          return stores.reader.rowTextsAfter(view, after, limit);
        },
        async getMany(view, keys) {
          const rows = await stores.reader.getMany<never>(view, keys);
          if (reads.left-- > 0) await happen();
          return rows;
        },
      });
      const found = await compare({ shown: busy({ left: 3 }) });
      expect(found).toMatchObject({ drift: 0 });
      expect(number).toBeGreaterThan(3);
      // A view that never stands still cannot be verified.
      await expect(compare({ shown: busy({ left: Infinity }) })).rejects.toThrow(CompareUnfinished);
    });

    it('waits while a batch is half applied: its last rows with its first checkpoint', async () => {
      await ledger.project();
      const { reader } = stores;
      let left = 2;
      const ahead = (row: Row | undefined): Row => (left > 0 ? { ...row, available: -1n } : { ...row });
      const half: CompareViewsOptions['shown'] = {
        checkpoint: (view) => reader.checkpoint(view),
        parkedKeys: (view) => reader.parkedKeys(view),
        rowTextsAfter: async (view, after, limit) =>
          (await reader.rowTextsAfter(view, after, limit)).map(([key, text]) =>
            view === walletView ? ([key, `${text} `] as const) : ([key, text] as const),
          ),
        async getMany<R extends Row>(view: View<R>, keys: readonly string[]) {
          const rows = await reader.getMany<R>(view, keys);
          return new Map(Array.from(rows, ([key, row]) => [key, ahead(row) as R]));
        },
        async underWay(view) {
          if (view !== walletView || left === 0) return undefined;
          left -= 1;
          return { from: await reader.checkpoint(view), to: Infinity };
        },
      };
      expect(await compare({ shown: half })).toMatchObject({ drift: 0, problems: [] });
      expect(left).toBe(0);
      // Without a projector the batch is never finished, so the result is unknown.
      left = Infinity;
      await expect(compare({ shown: half, served: false })).rejects.toThrow(CompareUnfinished);
    });

    it('waits for a pending erasure: the key is deleted before its event', async () => {
      await ledger.project();
      const gone = () => undefined;
      const forgotten = new GivenEvents('2026-04-01T08:00:00.000Z').forgotten('ada').events[0]!;
      expect(await compare({ open: gone, served: false })).toMatchObject({ drift: 5 });
      ledger.start();
      // Appends the erasure of the customer right after a row was read again.
      let looked: 'never' | 'once' | 'twice' = 'never';
      const shown: CompareViewsOptions['shown'] = {
        rowTextsAfter: (view, after, limit) => stores.reader.rowTextsAfter(view, after, limit),
        parkedKeys: (view) => stores.reader.parkedKeys(view),
        getMany(view, keys) {
          if (looked === 'never') looked = 'once';
          return stores.reader.getMany(view, keys);
        },
        async checkpoint(view) {
          const position = await stores.reader.checkpoint(view);
          if (looked !== 'once') return position;
          looked = 'twice';
          const done = ledger.shownAt((await eventStore.lastPosition()) + 1);
          await eventStore.append(forgotten.stream, await eventStore.head(forgotten.stream), [
            { ...forgotten.event, id: '55555555-0000-4000-8000-000000000000' },
          ]);
          await done;
          return position;
        },
      };
      expect(await compare({ shown, open: gone })).toMatchObject({ drift: 0, problems: [] });
      expect(looked).toBe('twice');
    });

    it('aborts by signal and removes its files', async () => {
      await ledger.project();
      const told = new AbortController();
      told.abort(new Error('interrupted'));
      await expect(compare({ signal: told.signal })).rejects.toThrow('interrupted');
    });
  });
}
