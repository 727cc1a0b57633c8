/**
 * Key of a caller, and the numbers of its reads and purchases that a process allowed since the process's last
 * report.
 */
export type CallsOf = readonly [key: string, reads: number, purchases: number];

export interface CallReport {
  readonly accounts: readonly CallsOf[];
  readonly addresses: readonly CallsOf[];
}

/** Tells other processes which calls this process let pass, so that all count towards the same limits. */
export interface CallReports {
  /** Returns at once and never fails. A report is lost while Redis is away. */
  send(report: CallReport): void;
  /** Calls `listener` with reports of other processes. */
  onReport(listener: (report: CallReport) => void): void;
}
