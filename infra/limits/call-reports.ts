/**
 * Key of a caller, and how many reads and purchases of this caller a process has allowed since its last
 * report.
 */
export type CallsOf = readonly [key: string, reads: number, purchases: number];

export interface CallReport {
  readonly accounts: readonly CallsOf[];
  readonly addresses: readonly CallsOf[];
}

/**
 * Tells other processes which calls this process allowed, so that the limits apply to all processes together.
 */
export interface CallReports {
  /** Returns at once and never fails. A report is lost while Redis is away. */
  send(report: CallReport): void;
  onReport(listener: (report: CallReport) => void): void;
}
