/** At most `max` in `windowMs`. The window begins with its first count and does not move. */
export interface LimitRule {
  readonly max: number;
  /** Milliseconds. */
  readonly windowMs: number;
}

export type Taken =
  | {
      readonly allowed: true;
      /** Counts left in this window. */
      readonly left: number;
    }
  | {
      readonly allowed: false;
      /** Milliseconds until the window ends, at least 1. */
      readonly retryAfterMs: number;
    };

/**
 * Counts failures and look-ups per key. Call `take` before the work, so that simultaneous calls all count. Call
 * `giveBack` or `clear` when the call should not count.
 * Counts survive a restart, and all processes share them.
 *
 * A key names the limited thing: `login:account:<email>`, `otp:<request id>`. Stores keep only a digest, so it may
 * hold an address or an email.
 */
export interface Limits {
  /** Counts once unless the limit is reached. @throws SessionsUnavailable when it cannot count: refuse then */
  take(key: string, rule: LimitRule): Promise<Taken>;
  /** Takes one count back, never below zero. */
  giveBack(key: string): Promise<void>;
  /** Drops the key: its next count begins a new window. */
  clear(key: string): Promise<void>;
}

export const LIMITS = Symbol('LIMITS');
