import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/** Customers of an older system who move in from one file. The stream is `import-<importId>`. */
export type ImportEvent =
  /** The actor is the owner who plans. A later plan of the same file replaces this plan until the release. */
  | NewEvent<'ImportPlanned', ImportPlanned>
  /** Actor: a second owner. */
  | NewEvent<'ImportReleased', ImportReleased>
  | NewEvent<'ImportStarted', ImportStarted>
  | NewEvent<'ImportFinished', ImportFinished>;

export interface ImportPlanned {
  readonly importId: string;
  /** SHA-256 of the file, hex. */
  readonly digest: string;
  readonly customers: number;
  /** Sum of the balances in kobo digits. */
  readonly total: string;
  /** Day of the balances in the older system, `yyyy-MM-dd`. */
  readonly balanceDate: string;
  /**
   * The older system has credited payments from before these moments. Absent when there are no such moments.
   */
  readonly cutOvers?: readonly CutOver[];
}

export interface CutOver {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
}

export interface ImportReleased {
  readonly importId: string;
  /** Id of the released `ImportPlanned`. */
  readonly planId: string;
  /** Owner who planned. */
  readonly plannedBy: string;
}

export interface ImportStarted {
  readonly importId: string;
  /** Location of the backup from which the import can be undone. */
  readonly backup: string;
}

export interface ImportFinished {
  readonly importId: string;
  readonly customers: number;
  /** Number of customers that the import refused while it ran. */
  readonly refused: number;
}

export const importStream = (importId: string): string => `import-${importId}`;

export const importEvent = eventReader<ImportEvent>({
  ImportPlanned: true,
  ImportReleased: true,
  ImportStarted: true,
  ImportFinished: true,
});
