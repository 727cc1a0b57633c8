/**
 * Who may make a call.
 * `public`: anybody. `session`: whoever has a session cookie of any role. `user`: a customer, by session cookie or API token.
 * `browser-user`: a customer by session cookie only. `admin`, `auditor`: their `admin_session` cookie.
 * `operations`: health and metrics. `provider`: proven by a signature or a secret path, not by a session.
 */
export type Access =
  'public' | 'session' | 'user' | 'browser-user' | 'admin' | 'auditor' | 'operations' | 'provider';

/** `changes` needs the X-CSRFToken header when the caller is known by cookie; `reads` does not. */
export type CallKind = 'reads' | 'changes';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly kind: CallKind;
  readonly access: Access;
}
