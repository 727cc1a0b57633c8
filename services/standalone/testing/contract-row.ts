import { ownEmail } from './people.js';

/**
 * The calls that clients of the product rely on, one row each: the exact path, what they send, what they read and of which
 * type. Rows run in the order of a customer's life on the running product.
 */
type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object';

/** What a row may need to know of what happened before. */
export interface ContractWorld {
  ask(path: string, body: unknown): Promise<unknown>;
  /** The code mailed last to the newcomer. */
  code(): Promise<string>;
  /** Ids of plans on offer. */
  dataPlan(): Promise<unknown>;
  cablePlan(): Promise<unknown>;
}

export interface ContractRow {
  readonly call: `[call:${string}]`;
  /** Whose call it is: anybody's, that of a customer with money, or that of somebody who has just registered. */
  readonly by: 'anybody' | 'customer' | 'newcomer';
  readonly body:
    | Readonly<Record<string, unknown>>
    | ((world: ContractWorld) => Promise<Readonly<Record<string, unknown>>>);
  /** Fields without which it is refused, naming them. */
  readonly required: readonly string[];
  readonly reads: Readonly<Record<string, Kind>>;
  /** Field that may hold the access token. */
  readonly token?: 'access_token' | 'grabToken' | 'user_access_code';
}

export const EMAIL = ownEmail('newcomer');
export const PASSWORD = 'New-comer-pass-1';
/** Of the customer, at first. */
export const CUSTOMER_PASSWORD = 'Demo-pass-1';
export const PIN = '4826';

/** What every failure and most successes say. */
export const SAID = { message: 'string' } as const;
export const customer = { by: 'customer', token: 'access_token' } as const;
export const newcomer = { by: 'newcomer', token: 'access_token' } as const;
