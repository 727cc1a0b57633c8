/**
 * Rule that allows an action at most `max` times in a window. A window begins with the first action
 * and has a fixed length.
 */
export interface LimitRule {
  readonly max: number;
  /** Milliseconds. */
  readonly windowMs: number;
}

export type Taken =
  | {
      readonly allowed: true;
      readonly left: number;
    }
  | {
      readonly allowed: false;
      /** Milliseconds until the window ends, at least 1. */
      readonly retryAfterMs: number;
    };

/**
 * Call `take` before the work, so that parallel calls are all counted. Call `giveBack` or `clear` when a call
 * should not be counted. All processes share the counts, which survive a restart.
 */
export interface Limits {
  /** @throws SessionsUnavailable when counting fails. The caller must refuse the work. */
  take(key: string, rule: LimitRule): Promise<Taken>;
  giveBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

export const LIMITS = Symbol('LIMITS');
