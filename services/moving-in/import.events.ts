import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * Import of the customers in one file from an older system. The events are in the stream
 * `import-<importId>`.
 */
export type ImportEvent =
  /**
   * The actor is the owner. Until the release, a later plan of the same file replaces this one.
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
  /** Sum of the balances of all customers, in kobo as a decimal string. */
  readonly total: string;
  /** Day (`yyyy-MM-dd`) on which the older system had these balances. */
  readonly balanceDate: string;
  /** Cut-over of each provider. The older system credited the payments before this time. */
  readonly cutOvers?: readonly CutOver[];
}

export interface CutOver {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
}

export interface ImportReleased {
  readonly importId: string;
  /** Id of the `ImportPlanned` event whose plan was released. */
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
