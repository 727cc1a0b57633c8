import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { ProjectedEvent, Projection } from '../../../infra/projections/projection.js';
import type { Operation, Parked, Range, Row } from '../../../infra/read-store/view.js';
import type { Violations } from './violations.js';
import type { WalletJudge } from './wallet-judge.js';

export interface ShownView {
  readonly at: number;
  readonly unfinished: Range | undefined;
  readonly parked: readonly Parked[];
  readonly rows: ReadonlyMap<string, { readonly row: Row }>;
}

type Open = (personId: string, sealed: string) => ProjectedEvent['opened'];

/** Compares stored rows with rows that it computes from the log, without the product's code for rows. */
export class ReadModelJudge {
  constructor(
    private readonly violations: Violations,
    private readonly wallets: WalletJudge,
  ) {}

  finish(
    log: readonly RecordedEvent[],
    projections: readonly Projection[],
    open: Open,
    shownOf: (view: string) => ShownView | undefined,
  ): void {
    for (const projection of projections) {
      const { name } = projection.view;
      const shown = shownOf(name);
      const isThere = shown?.at === log.length && shown.unfinished === undefined && shown.parked.length === 0;
      this.violations.expect(
        isThere,
        'read-models-follow',
        () =>
          `${name} is at ${shown?.at ?? 'nothing'} of ${log.length}, with ${shown?.parked.length ?? 0} kept apart`,
      );
      if (shown && isThere) this.#compare(name, shown, foldOf(projection, log, open));
    }
    const wallets = shownOf('wallet');
    if (wallets) this.#balances(wallets);
  }

  #compare(name: string, { rows }: ShownView, fold: ReadonlyMap<string, Row>): void {
    for (const key of new Set([...rows.keys(), ...fold.keys()])) {
      const [shown, folded] = [textOf(rows.get(key)?.row), textOf(fold.get(key))];
      this.violations.expect(
        shown === folded,
        'read-models-are-a-fold',
        () => `${name} shows ${key} as ${shown}, and the log says ${folded}`,
      );
    }
  }

  #balances({ rows }: ShownView): void {
    const people = new Set(Array.from(this.wallets.purchases.values(), ({ userId }) => userId));
    for (const userId of people) {
      const row = rows.get(userId)?.row;
      const available = -this.wallets.balance(`user_available:${userId}`);
      const held = -this.wallets.balance(`user_held:${userId}`);
      this.violations.expect(
        row?.['available'] === available && row['held'] === held,
        'shown-balance-is-stored',
        () =>
          `${userId} has ${available} and ${held} held, and is shown ${String(row?.['available'])} and ${String(row?.['held'])}`,
      );
    }
  }
}

function foldOf(projection: Projection, log: readonly RecordedEvent[], open: Open): Map<string, Row> {
  const { view, wants, opens = [] } = projection;
  const rows = new Map<string, Row>();
  for (const event of log) {
    if (wants && !wants(event.type, event.stream)) continue;
    const { sealed, userId } = event.data;
    const isOpened = opens.includes(event.type) && typeof sealed === 'string' && typeof userId === 'string';
    const opened = isOpened ? open(userId, sealed) : undefined;
    for (const operation of projection.project({ event, opened })) fold(rows, view.key, operation);
  }
  return rows;
}

function fold(rows: Map<string, Row>, key: string, operation: Operation): void {
  switch (operation.op) {
    case 'put':
      rows.set(String(operation.row[key]), { ...operation.row });
      return;
    case 'add': {
      const id = String(operation.row[key]);
      const row = { ...(rows.get(id) ?? operation.row) };
      for (const [column, by] of Object.entries(operation.by))
        row[column] = ((row[column] as bigint | null) ?? 0n) + by;
      rows.set(id, row);
      return;
    }
    case 'set':
    case 'setIfThere': {
      const row = rows.get(operation.key);
      if (row) rows.set(operation.key, { ...row, ...operation.columns });
      return;
    }
    case 'push': {
      const row = rows.get(operation.key);
      const list = (row?.[operation.column] as readonly unknown[] | undefined) ?? [];
      if (row) rows.set(operation.key, { ...row, [operation.column]: [...list, operation.item] });
      return;
    }
    case 'clear':
      for (const [id, row] of rows)
        if (row[operation.where.column] === operation.where.is)
          rows.set(id, { ...row, ...operation.columns });
  }
}

function textOf(row: Row | undefined): string {
  if (row === undefined) return 'nothing';
  const columns = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  columns.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(columns, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
