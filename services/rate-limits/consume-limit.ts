import type { Limits, LimitRule } from '../../infra/limits/limits.js';
import { RuleBroken } from '../contracts/errors.js';
import type { PolicyName } from './call-budgets.js';

/**
 * Counts one use of a limit. Returns the number of uses that are left.
 * @throws RuleBroken(code) with the `seconds` to wait, SessionsUnavailable
 */
export async function consumeLimit(
  limits: Pick<Limits, 'take'>,
  key: string,
  rule: LimitRule,
  code: 'LOGIN_LOCKED' | 'RATE_LIMITED',
  policy: PolicyName = code === 'LOGIN_LOCKED' ? 'login' : 'attempts',
): Promise<number> {
  const taken = await limits.take(key, rule);
  if (taken.allowed) return taken.left;
  throw new RuleBroken(code, { seconds: Math.ceil(taken.retryAfterMs / 1_000), policy });
}
