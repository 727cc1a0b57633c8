import type { z } from 'zod';
import { ADMINISTRATOR_SIDE_CALLS, ADMINISTRATOR_SIDE_SHAPES } from './admin/administrator-side-calls.js';
import { CUSTOMER_SIDE_CALLS, CUSTOMER_SIDE_SHAPES } from './customer-side-calls.js';
import { PUSH_CALLS, PUSH_SHAPES } from './devices/push.contract.js';
import { serverOnly } from './call.js';

export { addressOf, TOKEN_FIELDS } from './call.js';
export * from './wire-names.js';
export type { Access, Call, CallKind } from './call.js';

/**
 * All calls of the HTTP interface by name. `SHAPES` contains the schemas of the request and of the
 * answer under the same name.
 */
export const CALLS = { ...CUSTOMER_SIDE_CALLS, ...PUSH_CALLS, ...ADMINISTRATOR_SIDE_CALLS };

export const SHAPES = serverOnly(() => ({
  ...CUSTOMER_SIDE_SHAPES,
  ...PUSH_SHAPES,
  ...ADMINISTRATOR_SIDE_SHAPES,
}));

export type CallName = keyof typeof CALLS;

export type CallRequest<Name extends CallName> = z.input<(typeof SHAPES)[Name]['request']>;
/** Body of a request after validation. Amounts are kobo, and codes are numbers. */
export type CallInput<Name extends CallName> = z.output<(typeof SHAPES)[Name]['request']>;
/** Body of a successful answer. The body of a failure is `FailureAnswer`. */
export type CallAnswer<Name extends CallName> = z.output<(typeof SHAPES)[Name]['answer']>;
