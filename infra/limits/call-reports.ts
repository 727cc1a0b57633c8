/**
 * Key of a caller, and the numbers of reads and purchases that a process allowed the caller since its last
 * report.
 */
export type CallsOf = readonly [key: string, reads: number, purchases: number];

export interface CallReport {
  readonly accounts: readonly CallsOf[];
  readonly addresses: readonly CallsOf[];
}

/** Tells the other processes which calls this process allowed. */
export interface CallReports {
  /** Returns at once and never fails. A report is lost while Redis is away. */
  send(report: CallReport): void;
  /** Calls `listener` with reports of other processes. */
  onReport(listener: (report: CallReport) => void): void;
}
