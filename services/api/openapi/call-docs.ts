import type { CallAnswer, CallName, CallRequest, TOKEN_FIELDS } from '../../contracts/calls.js';

/** Tokens in bodies are for browsers; servers send a header. */
type Body<Name extends CallName> = Omit<CallRequest<Name>, (typeof TOKEN_FIELDS)[number]>;

/** Documentation of a call: a sentence per field, and typed examples. */
export interface CallDoc<Name extends CallName = CallName> {
  readonly title: string;
  readonly about: string;
  readonly fields: Readonly<Record<keyof Body<Name> & string, string>>;
  readonly body: Body<Name>;
  readonly answer: CallAnswer<Name>;
}

export type CallDocs = { readonly [Name in CallName]: CallDoc<Name> };

/** Section of the documentation. */
export interface Chapter {
  readonly title: string;
  readonly about?: string;
  readonly calls: Partial<CallDocs>;
}

export const FIELD = {
  pin: 'Your four-digit transaction PIN, as text.',
  optionalPin: 'Your PIN, as text. Without it only a small amount can be spent a day.',
  passkey:
    'For browsers, in place of the PIN: what a device of the customer signed for this very purchase, after beginning an approval.',
  again: 'Optional: true sends the same purchase again within two minutes.',
  quoted:
    'Optional: the price you showed. When it is another one by now, nothing is bought and 409 PRICE_CHANGED tells it.',
  phone: 'A Nigerian mobile number as text, 08031234567 or +2348031234567.',
  amount: 'Naira, as a number or as text with at most two decimals.',
  network: '1 Mtn, 2 Glo, 3 Airtel, 4 9mobile.',
} as const;

/** Answer of every purchase. */
export const ACCEPTED = {
  status: true,
  message: 'Your purchase is on its way.',
  reference: 'NL6Q3Z8K1V0T9W4XYA',
  transaction_status: 'Pending',
} as const;

/** Quote of 1 % off 1,000 naira. */
export const QUOTE = { status: true, amount: 1000, price: 990, discount: 10, balance_after: 49010 } as const;

export const LIST = {
  query_type: '1 all, 2 between the two dates.',
  custom_start_date: 'First day in Lagos, yyyy-MM-dd.',
  custom_end_date: 'Last day in Lagos, included.',
  page: 'From 1. Without it, the newest 1,000 rows.',
  page_size: '1 to 1,000.',
  search: 'Part of a reference, recipient or status.',
} as const;

export const DONE = { status: true, message: 'Done.' } as const;
