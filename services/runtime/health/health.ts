export interface Health {
  readonly meanings?: Readonly<Record<string, string>>;
  /** Reasons why the process is not ready, one line each, without personal data. */
  problems(): readonly string[];
  /** Faults that need no action, one line each, without personal data. */
  notes?(): readonly string[];
  /** Health facts by name. */
  facts(): Readonly<Record<string, string | number | boolean | null>>;
}
