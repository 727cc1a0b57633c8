import { ownEmail } from './people.js';

/** Calls that clients rely on, one row each. Rows run in the order of a customer's life. */
type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object';

/** Facts from earlier rows. */
export interface ContractWorld {
  ask(path: string, body: unknown): Promise<unknown>;
  /** The code in the newest mail to the newcomer. */
  code(): Promise<string>;
  /** Ids of plans on offer. */
  dataPlan(): Promise<unknown>;
  cablePlan(): Promise<unknown>;
}

export interface ContractRow {
  readonly call: `[call:${string}]`;
  /** Caller: anyone, a customer with money, or a customer who has just registered. */
  readonly by: 'anybody' | 'customer' | 'newcomer';
  readonly body:
    | Readonly<Record<string, unknown>>
    | ((world: ContractWorld) => Promise<Readonly<Record<string, unknown>>>);
  /** Fields whose absence is refused by name. */
  readonly required: readonly string[];
  readonly reads: Readonly<Record<string, Kind>>;
  /** Field that may hold the access token. */
  readonly token?: 'access_token' | 'grabToken' | 'user_access_code';
}

export const EMAIL = ownEmail('newcomer');
export const PASSWORD = 'New-comer-pass-1';
/** Password of the customer at first. */
export const CUSTOMER_PASSWORD = 'Demo-pass-1';
export const PIN = '4826';

/** Fields of all failures and most successes. */
export const SAID = { message: 'string' } as const;
export const customer = { by: 'customer', token: 'access_token' } as const;
export const newcomer = { by: 'newcomer', token: 'access_token' } as const;
