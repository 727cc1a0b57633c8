import type { Permission } from './admin/permissions.js';

/**
 * Callers a call accepts.
 * `public`: anyone. `session`: any session cookie. `user`: a customer, by session cookie or API token.
 * `browser-user`: a customer by cookie only.
 * `buyer`: `user`, or an `admin_session` cookie acting for the house. `browser-buyer`: the same by cookie only.
 * `admin`: an administrator by `admin_session` cookie. `auditor`: an auditor or administrator by the same cookie.
 * `operations`: health and metrics. `provider`: proven by a signature or a secret path.
 */
export type Access =
  | 'public'
  | 'session'
  | 'user'
  | 'browser-user'
  | 'buyer'
  | 'browser-buyer'
  | 'admin'
  | 'auditor'
  | 'operations'
  | 'provider';

/** `changes` requires the `X-CSRFToken` header when the caller is identified by cookie. */
export type CallKind = 'reads' | 'changes';

export const TOKEN_FIELDS = ['access_token', 'grabToken', 'user_access_code'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** May contain `:id`, a single path segment. */
  readonly path: string;
  readonly kind: CallKind;
  readonly access: Access;
  /** Refuses customers with an unverified email by `EMAIL_NOT_VERIFIED`. */
  readonly verifiedEmail?: true;
  /** Any of these suffices. */
  readonly permission?: readonly Permission[];
  /** Body field of the token, if it is not `access_token`. */
  readonly token?: Exclude<TokenField, 'access_token'>;
}

/** Call without a session. */
export const anybody = (path: string) =>
  ({ method: 'POST', path, kind: 'changes', access: 'public' }) as const;

/** Reading call, by session cookie or API token. */
export const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;
/** Changing call, by session cookie or API token. */
export const changes = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'user' }) as const;
/** `reads` and `changes` by session cookie only. */
export const browserReads = (path: string) => ({ ...reads(path), access: 'browser-user' }) as const;
export const browserChanges = (path: string) => ({ ...changes(path), access: 'browser-user' }) as const;

export const asks = (path: string) => ({ ...reads(path), access: 'buyer' }) as const;
/** Permission that administrators need to buy from the house wallet and see its purchases. */
const HOUSE_PERMISSION = { permission: ['finance'] } as const;
/** Reading call about the customer's own wallet, or about the house wallet for administrators. */
export const asksOwn = (path: string) => ({ ...asks(path), ...HOUSE_PERMISSION }) as const;
/** Query that reveals another person's name. */
export const looksUp = (path: string) => ({ ...asksOwn(path), verifiedEmail: true }) as const;
/** Purchase from the customer's wallet, or by an administrator from the house wallet. */
export const buys = (path: string) => ({ ...asksOwn(path), kind: 'changes' }) as const;
/** `asksOwn` and `buys` by session cookie only. */
export const browserAsks = (path: string) => ({ ...asksOwn(path), access: 'browser-buyer' }) as const;
export const browserBuys = (path: string) => ({ ...buys(path), access: 'browser-buyer' }) as const;

export const adminReads = (path: string) =>
  ({ method: 'POST', path, kind: 'reads', access: 'auditor', token: 'grabToken' }) as const;
/** Any `permission` suffices. */
export const adminChanges = (path: string, ...permission: readonly [Permission, ...Permission[]]) =>
  ({ method: 'POST', path, kind: 'changes', access: 'admin', token: 'grabToken', permission }) as const;

/** Change of an administrator's own access, which needs no permission. */
export const adminOwn = (path: string) => ({ ...adminReads(path), kind: 'changes' }) as const;

/** Path of a call with its `:id` filled in. */
export const addressOf = ({ path }: Pick<Call, 'path'>, id = ''): string =>
  path.replace(':id', encodeURIComponent(id));

/** Calls `make`. The annotation lets the web bundler drop unused shapes, and zod with them. */
/* @__NO_SIDE_EFFECTS__ */
export function serverOnly<Value>(make: () => Value): Value {
  return make();
}
