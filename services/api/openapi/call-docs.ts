import type { CallAnswer, CallName, CallRequest, TOKEN_FIELDS } from '../../contracts/calls.js';

/**
 * Fields of a request body that the documentation shows. Session tokens are left out, because only
 * browsers send them.
 */
type Body<Name extends CallName> = Omit<CallRequest<Name>, (typeof TOKEN_FIELDS)[number]>;

export interface CallDoc<Name extends CallName = CallName> {
  readonly title: string;
  readonly about: string;
  readonly body?: Partial<Body<Name>>;
  readonly answer?: Partial<CallAnswer<Name>>;
}

export type CallDocs = { readonly [Name in CallName]: CallDoc<Name> };

export interface Chapter {
  readonly title: string;
  readonly about?: string;
  readonly calls: Partial<CallDocs>;
}
