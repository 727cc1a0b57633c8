export interface Health {
  /** Meanings of the facts, by name of the fact. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Reasons why the process is not ready, one line each. Never holds personal data. */
  problems(): readonly string[];
  /** Harmless faults, one line each. Never holds personal data. */
  notes?(): readonly string[];
  /** Facts by name. Numbers are also metrics named `ledger_<name>`. */
  facts(): Readonly<Record<string, string | number | boolean | null>>;
}
