import type { z } from 'zod';
import { ADMINISTRATOR_SIDE_CALLS, ADMINISTRATOR_SIDE_SHAPES } from './admin/administrator-side-calls.js';
import { CUSTOMER_SIDE_CALLS, CUSTOMER_SIDE_SHAPES } from './customer-side-calls.js';
import { PUSH_CALLS, PUSH_SHAPES } from './devices/push.contract.js';
import { serverOnly } from './call.js';

export { addressOf, TOKEN_FIELDS } from './call.js';
export * from './wire-names.js';
export type { Access, Call, CallKind } from './call.js';

/** Every call of the HTTP contract. What they take and answer is in SHAPES, under the same names. */
export const CALLS = { ...CUSTOMER_SIDE_CALLS, ...PUSH_CALLS, ...ADMINISTRATOR_SIDE_CALLS };

/** What each call takes and answers. Fields that are not named are ignored. */
export const SHAPES = serverOnly(() => ({
  ...CUSTOMER_SIDE_SHAPES,
  ...PUSH_SHAPES,
  ...ADMINISTRATOR_SIDE_SHAPES,
}));

export type CallName = keyof typeof CALLS;

/** The body a client sends. */
export type CallRequest<Name extends CallName> = z.input<(typeof SHAPES)[Name]['request']>;
/** The body as the server sees it after validation: amounts in kobo, codes as numbers. */
export type CallInput<Name extends CallName> = z.output<(typeof SHAPES)[Name]['request']>;
/** The body of a successful answer. A failed one is `FailureAnswer`. */
export type CallAnswer<Name extends CallName> = z.output<(typeof SHAPES)[Name]['answer']>;
