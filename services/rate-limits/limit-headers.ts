import type { CallLimits, LaneName, LimitPolicy } from './call-budgets.js';

/** Names of the headers of the IETF draft RateLimit. */
export const POLICY_HEADER = 'ratelimit-policy';
export const LEFT_HEADER = 'ratelimit';

const LANES = ['read', 'buy'] as const satisfies readonly LaneName[];
/** Header texts are cached up to this `left`, because higher numbers are rare. */
const KEPT_MAX = 1_000;

const policies = new WeakMap<CallLimits, string>();
const kept: Partial<Record<LimitPolicy, string[]>> = {};

/** Value of `RateLimit-Policy`: calls (`q`) in a number of seconds (`w`). A limit of 0 has no policy. */
export const policyText = (policy: LimitPolicy, perSecond: number): string =>
  perSecond === 0 ? '' : `"${policy}";q=${perSecond};w=1`;

/** Value of `RateLimit-Policy` for an account. Cached for each `limits` object. */
export function policiesOf(limits: CallLimits): string {
  let text = policies.get(limits);
  if (text === undefined) {
    const texts = LANES.map((lane) => policyText(lane, limits[lane]));
    policies.set(limits, (text = texts.filter((each) => each !== '').join(', ')));
  }
  return text;
}

/** Value of `RateLimit`: calls that are left (`r`) in the next second (`t`). */
export function leftText(policy: LimitPolicy, left: number): string {
  if (left > KEPT_MAX) return textOf(policy, left);
  const texts = (kept[policy] ??= []);
  return (texts[left] ??= textOf(policy, left));
}

const textOf = (policy: LimitPolicy, left: number): string => `"${policy}";r=${left};t=1`;
