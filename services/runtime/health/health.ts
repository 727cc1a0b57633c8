export interface Health {
  readonly meanings?: Readonly<Record<string, string>>;
  /** Reasons why the process is not ready. Each reason is one line without personal data. */
  problems(): readonly string[];
  /** Faults that need no action by an operator. Each fault is one line without personal data. */
  notes?(): readonly string[];
  /** Health facts by name. */
  facts(): Readonly<Record<string, string | number | boolean | null>>;
}
