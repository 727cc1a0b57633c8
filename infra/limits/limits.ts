/** At most `max` in `windowMs`. The window begins with the first one counted, and does not move. */
export interface LimitRule {
  readonly max: number;
  /** Milliseconds. */
  readonly windowMs: number;
}

/** What came of counting one more. */
export type Taken =
  | {
      readonly allowed: true;
      /** How many more are allowed before the window ends. */
      readonly left: number;
    }
  | {
      readonly allowed: false;
      /** Milliseconds until the window ends, at least 1. */
      readonly retryAfterMs: number;
    };

/**
 * Counts failures and look-ups per key, and says when there were enough: `take` before the work, so that many at once all
 * count; `giveBack` or `clear` when it turns out that this one should not have counted. Survives a restart; with several
 * processes all of them share the counts. All adapters pass `limits.contract.ts`.
 *
 * A key is any text that tells what is limited from everything else: `login:account:<email>`, `otp:<request id>`,
 * `name-enquiry:<user id>`. Stores keep only a digest of it, so it may hold an address or an email.
 */
export interface Limits {
  /** Counts one against the key, unless the rule is used up already. @throws SessionsUnavailable when it cannot be counted: refuse then */
  take(key: string, rule: LimitRule): Promise<Taken>;
  /** Takes one count back, never below none. */
  giveBack(key: string): Promise<void>;
  /** Forgets the key: the next one counted begins a new window. */
  clear(key: string): Promise<void>;
}

/** Injection token of the Limits. */
export const LIMITS = Symbol('LIMITS');
