import type { Permission } from './admin/permissions.js';

/**
 * Who may make a call.
 * `public`: anybody. `session`: whoever has a session cookie of any role. `user`: a customer, by session cookie or API token.
 * `browser-user`: a customer by session cookie only. `buyer`: as `user`, or whoever has an `admin_session` cookie, who acts for
 * the house. `browser-buyer`: the same by cookie only.
 * `admin`: an administrator, by `admin_session` cookie. `auditor`: an auditor or an administrator, by the same.
 * `operations`: health and metrics. `provider`: proven by a signature or a secret path, not by a session.
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

/** `changes` needs the X-CSRFToken header when the caller is known by cookie; `reads` does not. */
export type CallKind = 'reads' | 'changes';

/** Fields of bodies that carry the caller's token. */
export const TOKEN_FIELDS = ['access_token', 'grabToken', 'user_access_code'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** May hold `:id`: one segment that names what the call is about. */
  readonly path: string;
  readonly kind: CallKind;
  readonly access: Access;
  /** Only for whoever has shown that their email is theirs: everybody else is told EMAIL_NOT_VERIFIED. */
  readonly verifiedEmail?: true;
  /** Of administrators, only for those who have any of these. */
  readonly permission?: readonly Permission[];
  /** The field of the body that carries the token, where it is not `access_token`. */
  readonly token?: Exclude<TokenField, 'access_token'>;
}

/** A way into an account, for whoever is not in it yet. */
export const anybody = (path: string) =>
  ({ method: 'POST', path, kind: 'changes', access: 'public' }) as const;

/** A question of a customer, by session cookie or API token. */
export const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;
/** What a customer does, by session cookie or API token. */
export const changes = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'user' }) as const;
/** The same two for whom a session cookie alone proves. */
export const browserReads = (path: string) => ({ ...reads(path), access: 'browser-user' }) as const;
export const browserChanges = (path: string) => ({ ...changes(path), access: 'browser-user' }) as const;

/** A question about what is sold, of customers and of those who decide about it. */
export const asks = (path: string) => ({ ...reads(path), access: 'buyer' }) as const;
/** Who of the administrators may buy from the house wallet, and look at what was bought. */
const HOUSE_PERMISSION = { permission: ['finance'] } as const;
/** A question about what one bought, which administrators ask of the house. */
export const asksOwn = (path: string) => ({ ...asks(path), ...HOUSE_PERMISSION }) as const;
/** A question that is answered with the name of somebody else. */
export const looksUp = (path: string) => ({ ...asksOwn(path), verifiedEmail: true }) as const;
/** Buying: a customer from the own wallet, an administrator from that of the house. */
export const buys = (path: string) => ({ ...asksOwn(path), kind: 'changes' }) as const;
/** The same two for whom a session cookie alone proves. */
export const browserAsks = (path: string) => ({ ...asksOwn(path), access: 'browser-buyer' }) as const;
export const browserBuys = (path: string) => ({ ...buys(path), access: 'browser-buyer' }) as const;

/** A question of administrators and auditors. */
export const adminReads = (path: string) =>
  ({ method: 'POST', path, kind: 'reads', access: 'auditor', token: 'grabToken' }) as const;
/** What an administrator does who has any of the permissions. */
export const adminChanges = (path: string, ...permission: readonly [Permission, ...Permission[]]) =>
  ({ method: 'POST', path, kind: 'changes', access: 'admin', token: 'grabToken', permission }) as const;

/** What administrators and auditors do about their own access: nobody allows it to them. */
export const adminOwn = (path: string) => ({ ...adminReads(path), kind: 'changes' }) as const;

/** Where a call is sent that is about `id`. */
export const addressOf = ({ path }: Pick<Call, 'path'>, id = ''): string =>
  path.replace(':id', encodeURIComponent(id));

/**
 * What `make` returns. Marked as free of side effects: the web reads what calls there are, not their shapes, and so leaves
 * the shapes, and zod with them, out of its bundle.
 */
/* @__NO_SIDE_EFFECTS__ */
export function serverOnly<Value>(make: () => Value): Value {
  return make();
}
