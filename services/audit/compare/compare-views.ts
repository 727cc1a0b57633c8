import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Projection } from '../../../infra/projections/projection.js';
import type { Parked, Row, View } from '../../../infra/read-store/view.js';
import { whereItStops } from '../checks/check-views.js';
import { compareReadModels, type Difference, type ReadModels, type RowSource } from './compare-by-replay.js';
import { Replay } from '../replay.js';
import { compareView, patienceOf, type ShownRows } from './compare-view.js';
import { isWithin, type KeyRange, purchasesWithin, textsWithin } from './key-range.js';
import { DerivedRows, type DeriveOptions, type Onlooker } from './derived-rows.js';
import type { RowDifference } from './row-difference.js';

type Log = Pick<EventStore, 'readAll' | 'readWanted' | 'lastPosition'>;

export interface CompareViewsOptions extends Omit<DeriveOptions, 'eventStore'> {
  readonly eventStore: Log;
  readonly shown: ShownRows;
  /** True when a projector is running. */
  readonly served: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly part?: PartOfPurchases | undefined;
  readonly onProgress?: ((position: number, of: number) => void) | undefined;
  readonly onlooker?: Onlooker | undefined;
  /** Replaced in tests. */
  readonly pause?: () => Promise<unknown>;
  readonly looksMax?: number;
}

export interface PartOfPurchases {
  readonly views: readonly string[];
  readonly keys: KeyRange;
}

export interface ComparedView {
  readonly view: string;
  readonly position: number;
  readonly rows: number;
  readonly differing: number;
  readonly parked: number;
  readonly behind: number;
  readonly drift: number;
}

export interface ViewsComparison {
  readonly position: number;
  readonly drift: number;
  readonly views: readonly ComparedView[];
  readonly examples: readonly RowDifference[];
  readonly replayed: {
    readonly rows: number;
    readonly differing: number;
    readonly examples: readonly Difference[];
  };
  readonly problems: readonly string[];
}

/**
 * Computes the rows of each view from the log, and compares them with the stored rows at the same
 * position. `compareByReplay` checks wallets, accounts and purchases a second time.
 * @throws CompareUnfinished
 * @throws the reason of `signal`
 */
export async function compareViews(options: CompareViewsOptions): Promise<ViewsComparison> {
  const { served, signal, part } = options;
  const keysOf = (view: string): KeyRange => (part?.views.includes(view) ? part.keys : {});
  const projections = options.projections.map((projection) =>
    purchasesWithin(keysOf(projection.view.name), projection),
  );
  const eventStore = cancellable(options.eventStore, signal);
  const shown = partOf(cancellableRows(options.shown, signal), keysOf);
  const end = await eventStore.lastPosition();
  const derived = DerivedRows.open({ ...options, projections, eventStore });
  try {
    const positions = new Map<string, number>();
    for (const { view } of projections) positions.set(view.name, await shown.checkpoint(view));
    const replayed = replayedNames.filter((name) => positions.has(name));
    const replay = new Replay(figuresOf(replayed), (purchaseId) => isWithin(keysOf('history'), purchaseId));
    const replayTo = Math.max(0, ...replayed.map((name) => positions.get(name) ?? 0));
    await derived.fillTo(positions, {
      onProgress: options.onProgress,
      onlooker: both(options.onlooker, {
        wants: (type) => replay.wants(type),
        wantsPostings: replay.wantsPostings,
        take: (events) => replay.take(events, replayTo),
      }),
    });
    const views: ComparedView[] = [];
    const examples: RowDifference[] = [];
    const problems: string[] = [];
    const patience = patienceOf(served);
    for (const projection of projections) {
      const { view } = projection;
      const compared = await compareView(view, shown, derived, patience);
      examples.push(...compared.examples);
      const parked = await shown.parkedKeys(view);
      const halted = derived.halted(view.name);
      const behind = await missing(projection, { ...options, eventStore, shown }, end);
      problems.push(...problemsOf(view, { parked, halted, behind, end }));
      const { position, rows, differing } = compared;
      const drift =
        differing + parked.length + (behind > 0 ? 1 : 0) + (halted === undefined || behind > 0 ? 0 : 1);
      views.push({ view: view.name, position, rows, differing, parked: parked.length, behind, drift });
    }
    const comparedAgain = await compareByReplay(eventStore, derived, replayed, replay);
    return {
      position: Math.min(...views.map(({ position }) => position)),
      drift: views.reduce((sum, { drift }) => sum + drift, 0) + comparedAgain.differing,
      views,
      examples,
      replayed: comparedAgain,
      problems,
    };
  } finally {
    await derived.close();
  }
}

function problemsOf(
  { name }: View,
  {
    parked,
    halted,
    behind,
    end,
  }: {
    readonly parked: readonly Parked[];
    readonly halted: string | undefined;
    readonly behind: number;
    readonly end: number;
  },
): string[] {
  return [
    ...parked.map(
      ({ key, since, reason }) => `the view ${name} keeps ${key} apart from event ${since} on: ${reason}`,
    ),
    ...(halted === undefined ? [] : [`the view ${name} cannot be derived: ${halted}`]),
    ...(behind === 0 ? [] : [`the view ${name} stands still at event ${end - behind} of ${end}`]),
  ];
}

const PAGE = 1_000;

/** Counts the events after a view's checkpoint that the view still has to apply. */
async function missing(
  { view, wants, project }: Projection,
  {
    eventStore,
    shown,
    served,
    pause,
    looksMax,
  }: Pick<CompareViewsOptions, 'eventStore' | 'shown' | 'served' | 'pause' | 'looksMax'>,
  end: number,
): Promise<number> {
  const checkpoint = await whereItStops(
    { checkpoint: () => shown.checkpoint(view) },
    {
      position: end,
      ...(pause && { pause }),
      ...(served ? looksMax !== undefined && { looksMax } : { looksMax: 0 }),
    },
  );
  for (let position = checkpoint; position < end;) {
    const events = await eventStore.readAll(position, Math.min(PAGE, end - position));
    if (events.length === 0) break;
    for (const event of events) {
      position = event.position;
      if (wants && !wants(event.type, event.stream)) continue;
      try {
        if (project({ event, opened: undefined }).length === 0) continue;
      } catch {
        // Treat the event as missing in the view, because `project` fails on it.
      }
      return end - checkpoint;
    }
  }
  return 0;
}

const REPLAYED = {
  wallet: { key: 'user_id', columns: ['available', 'held'] },
  'trial-balance': { key: 'account', columns: ['balance'] },
  history: { key: 'purchase_id', columns: ['status'] },
} as const satisfies Record<keyof ReadModels, { readonly key: string; readonly columns: readonly string[] }>;
const replayedNames = Object.keys(REPLAYED) as (keyof ReadModels)[];

function figuresOf(names: readonly (keyof ReadModels)[]): 'balances' | 'statuses' | undefined {
  if (!names.includes('history')) return 'balances';
  return names.length === 1 ? 'statuses' : undefined;
}

async function compareByReplay(
  eventStore: Pick<EventStore, 'readAll'>,
  derived: DerivedRows,
  names: readonly (keyof ReadModels)[],
  replay: Replay,
): Promise<ViewsComparison['replayed']> {
  const at = Math.max(0, ...names.map((name) => derived.position(name)));
  await derived.fillTo(new Map(names.map((name) => [name, at])));
  const sources: Partial<ReadModels> = Object.fromEntries(
    names.map((name) => [name, derivedSource(derived, name)]),
  );
  await replay.readTo(eventStore, at);
  const compared = await compareReadModels(eventStore, sources, replay.replayed());
  const { rows, differing, examples } = compared;
  return { rows, differing, examples };
}

function derivedSource(derived: DerivedRows, name: keyof ReadModels): RowSource {
  const { key: keyColumn, columns } = REPLAYED[name];
  return {
    checkpoint: async () => derived.position(name),
    pages: async function* () {
      let page: Row[] = [];
      for (const [key, cells] of derived.view(name).columns(columns)) {
        const row: Row = { [keyColumn]: key };
        for (const [at, column] of columns.entries()) row[column] = cells[at];
        if (page.push(row) < PAGE) continue;
        yield page;
        page = [];
      }
      yield page;
    },
  };
}

function both(one: Onlooker | undefined, other: Onlooker): Onlooker {
  if (!one) return other;
  return {
    wants: (type, stream) => one.wants(type, stream) || other.wants(type, stream),
    wantsPostings: one.wantsPostings || other.wantsPostings,
    take(events) {
      one.take(events);
      other.take(events);
    },
  };
}

function cancellable(store: Log, signal: AbortSignal | undefined): Log {
  return {
    lastPosition: () => store.lastPosition(),
    readAll(after, limit) {
      signal?.throwIfAborted();
      return store.readAll(after, limit);
    },
    ...(store.readWanted && {
      readWanted(after, limit, wanted) {
        signal?.throwIfAborted();
        return store.readWanted!(after, limit, wanted);
      },
    }),
  };
}

const partOf = (rows: ShownRows, keysOf: (view: string) => KeyRange): ShownRows => ({
  ...rows,
  rowTextsAfter: (view, after, limit) =>
    textsWithin(keysOf(view.name), (from) => rows.rowTextsAfter(view, from, limit), after),
});

const cancellableRows = (rows: ShownRows, signal: AbortSignal | undefined): ShownRows => ({
  checkpoint(view) {
    signal?.throwIfAborted();
    return rows.checkpoint(view);
  },
  ...(rows.underWay && { underWay: (view) => rows.underWay!(view) }),
  getMany: (view, keys) => rows.getMany(view, keys),
  rowTextsAfter(view, after, limit) {
    signal?.throwIfAborted();
    return rows.rowTextsAfter(view, after, limit);
  },
  parkedKeys: (view) => rows.parkedKeys(view),
});
