export interface Health {
  /** Descriptions of the health facts, by name. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Reasons why the process is not ready, one line each. Never holds personal data. */
  problems(): readonly string[];
  /** Faults that need no action, one line each. Never holds personal data. */
  notes?(): readonly string[];
  /** Facts by name. Numbers also become metrics named `ledger_<name>`. */
  facts(): Readonly<Record<string, string | number | boolean | null>>;
}
