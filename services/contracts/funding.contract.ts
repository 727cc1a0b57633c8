import { z } from 'zod';
import { browserChanges, reads, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Digits,
  ENDS_TOO_EARLY,
  LIST_FIELDS,
  listAnswer,
  startsBeforeItEnds,
} from './fields/http-fields.js';
import { Done } from './fields/account-fields.js';

export const FUNDING_CALLS = {
  fundings: reads('/api/user_wallet_funding_transactions/'),
  /**
   * Gives the customer's BVN or NIN to the payment providers, and opens the bank accounts that the
   * customer still lacks there.
   */
  openAccount: { ...browserChanges('/api/open-account/'), verifiedEmail: true },
} as const satisfies Record<string, Call>;

/** Numbers that identify a person to a bank. The central bank requires a BVN or a NIN for each account. */
export const IDENTITY_KINDS = ['bvn', 'nin'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** Version of the consent text about passing on the BVN or NIN. Change the version together with the text. */
export const ACCOUNT_CONSENT_VERSION = '2026-1';

/** Payment into the wallet. Amounts are in naira. Times are ISO 8601 with the offset +01:00. */
export const FundingRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '0b9d1c7a-62f1-4a57-8d8e-7f2f0a1b2c3d' }),
    funding_refrence: z.string().meta({ example: 'MNFY|20260302|000042' }),
    funding_source: z.string().meta({ example: 'Wema Bank' }),
    /**
     * Naira that were added to the wallet. Negative for a chargeback, which takes money from the
     * wallet.
     */
    amount_funded: z.number().meta({ example: 5000 }),
    wallet_before_funding: z.number().meta({ example: 120.5 }),
    wallet_after_funding: z.number().meta({ example: 5120.5 }),
    funding_date: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
  }),
);
export type FundingRow = z.output<typeof FundingRow>;

export interface BankAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

export const FUNDING_SHAPES = serverOnly(() => ({
  fundings: {
    request: z.object(LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: listAnswer(FundingRow),
  },
  openAccount: {
    request: z.object({
      identity_kind: z
        .enum(IDENTITY_KINDS, 'must be bvn or nin')
        .meta({ description: 'Which number this is.', example: 'nin' }),
      identity_number: Digits(11, 'eleven digits').meta({
        description: 'Eleven digits, as text.',
        example: '22200000001',
      }),
      access_token: BodyToken,
    }),
    answer: Done,
  },
}));
