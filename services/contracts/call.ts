import type { Permission } from './admin/permissions.js';

/**
 * Callers that a call accepts.
 * - `public`: anyone.
 * - `session`: any session cookie.
 * - `user`: a customer, by session cookie or API token.
 * - `browser-user`: a customer by session cookie only.
 * - `buyer`: `user`, or an administrator who buys from the company's own wallet.
 * - `browser-buyer`: `buyer` without API tokens.
 * - `admin`: an administrator by `admin_session` cookie.
 * - `auditor`: an auditor or administrator by the same cookie.
 * - `operations`: health and metrics.
 * - `provider`: proven by a signature or a secret path.
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

/**
 * Kind of a call. A caller with a cookie must send the header `X-CSRFToken` with calls of the kind
 * `changes`.
 */
export type CallKind = 'reads' | 'changes';

export const TOKEN_FIELDS = ['access_token', 'grabToken', 'user_access_code'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly kind: CallKind;
  readonly access: Access;
  /**
   * True when only customers with a verified email may call. Other customers get
   * `EMAIL_NOT_VERIFIED`.
   */
  readonly verifiedEmail?: true;
  readonly permission?: readonly Permission[];
  /** Field of the body that contains the session token. Default: `access_token`. */
  readonly token?: Exclude<TokenField, 'access_token'>;
}

export const anybody = (path: string) =>
  ({ method: 'POST', path, kind: 'changes', access: 'public' }) as const;

/** Defines a call that only reads. The customer is known by the session cookie or the API token. */
export const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;
export const changes = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'user' }) as const;
/** Like `reads` and `changes`, but the calls refuse API tokens. */
export const browserReads = (path: string) => ({ ...reads(path), access: 'browser-user' }) as const;
export const browserChanges = (path: string) => ({ ...changes(path), access: 'browser-user' }) as const;

export const asks = (path: string) => ({ ...reads(path), access: 'buyer' }) as const;
/** Permission that administrators need to use the company's own wallet and to see its purchases. */
const HOUSE_PERMISSION = { permission: ['finance'] } as const;
/** Defines a call that reads the customer's own wallet, or the company's own wallet for an administrator. */
export const asksOwn = (path: string) => ({ ...asks(path), ...HOUSE_PERMISSION }) as const;
export const looksUp = (path: string) => ({ ...asksOwn(path), verifiedEmail: true }) as const;
/**
 * Defines a call that buys from the customer's own wallet, or from the company's own wallet for an
 * administrator.
 */
export const buys = (path: string) => ({ ...asksOwn(path), kind: 'changes' }) as const;
/** Like `asksOwn` and `buys`, but the calls refuse API tokens. */
export const browserAsks = (path: string) => ({ ...asksOwn(path), access: 'browser-buyer' }) as const;
export const browserBuys = (path: string) => ({ ...buys(path), access: 'browser-buyer' }) as const;

export const adminReads = (path: string) =>
  ({ method: 'POST', path, kind: 'reads', access: 'auditor', token: 'grabToken' }) as const;
export const adminChanges = (path: string, ...permission: readonly [Permission, ...Permission[]]) =>
  ({ method: 'POST', path, kind: 'changes', access: 'admin', token: 'grabToken', permission }) as const;

export const adminOwn = (path: string) => ({ ...adminReads(path), kind: 'changes' }) as const;

export const addressOf = ({ path }: Pick<Call, 'path'>, id = ''): string =>
  path.replace(':id', encodeURIComponent(id));

/**
 * Marks schemas that only the server needs. The bundler of the web drops them, and drops zod with
 * them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function serverOnly<Value>(make: () => Value): Value {
  return make();
}
