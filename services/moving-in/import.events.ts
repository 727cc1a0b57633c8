import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * Import of the customers in one file from an older system. The events are in the stream
 * `import-<importId>`.
 */
export type ImportEvent =
  /**
   * Plan of an import. The actor is the owner who made the plan. Before the release, a later plan of the same
   * file replaces an earlier plan.
   */
  | NewEvent<'ImportPlanned', ImportPlanned>
  /** Actor: a second owner. */
  | NewEvent<'ImportReleased', ImportReleased>
  | NewEvent<'ImportStarted', ImportStarted>
  | NewEvent<'ImportFinished', ImportFinished>;

export interface ImportPlanned {
  readonly importId: string;
  /** SHA-256 (hexadecimal) of the file. */
  readonly digest: string;
  readonly customers: number;
  /** Sum of the balances of all customers, in kobo digits. */
  readonly total: string;
  /** Day (`yyyy-MM-dd`) on which the older system had these balances. */
  readonly balanceDate: string;
  /** For each provider, the time (cut-over) until which the older system credited payments. */
  readonly cutOvers?: readonly CutOver[];
}

export interface CutOver {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
}

export interface ImportReleased {
  readonly importId: string;
  /** Id of the `ImportPlanned` event that was released. */
  readonly planId: string;
  /** Owner who planned. */
  readonly plannedBy: string;
}

export interface ImportStarted {
  readonly importId: string;
  /** Path of the backup with which the import can be undone. */
  readonly backup: string;
}

export interface ImportFinished {
  readonly importId: string;
  readonly customers: number;
  /** Number of customers that were refused during the import. */
  readonly refused: number;
}

export const importStream = (importId: string): string => `import-${importId}`;

export const importEvent = eventReader<ImportEvent>({
  ImportPlanned: true,
  ImportReleased: true,
  ImportStarted: true,
  ImportFinished: true,
});
