import { z } from 'zod';
import { koboFromNaira } from '../../contracts/money.js';

const Naira = z.union([z.number(), z.string()]).transform((value, context) => {
  const kobo = koboFromNaira(value);
  if (kobo !== undefined) return kobo;
  context.addIssue({ code: 'custom', message: 'is not an amount' });
  return z.NEVER;
});

/**
 * Settled amount, rounded down to the kobo. An unreadable amount becomes undefined, because only
 * Monnify's fee depends on the amount.
 */
const Settlement = z
  .union([z.number(), z.string()])
  .nullish()
  .catch(undefined)
  .transform((value) => koboFromNaira(String(value).replace(/(\.\d\d)\d+$/, '$1')));

/** Answer to a log-in, with the envelope that every answer has. */
export const LoginAnswer = z.object({
  responseBody: z.object({ accessToken: z.string().min(1), expiresIn: z.number() }),
});

export const ReservedBody = z.object({
  accounts: z
    .array(
      z.object({
        bankCode: z.string(),
        bankName: z.string(),
        accountNumber: z.string(),
        accountName: z.string(),
      }),
    )
    .min(1),
});

/** Skips payer details and dates on purpose: their formats vary. */
export const TransactionBody = z.object({
  transactionReference: z.string(),
  paymentStatus: z.string(),
  currency: z.string().nullish(),
  currencyCode: z.string().nullish(),
  amountPaid: Naira,
  settlementAmount: Settlement,
  product: z.object({ type: z.string().nullish(), reference: z.string().nullish() }).nullish(),
});

export const SearchBody = z.object({
  content: z.array(z.object({ transactionReference: z.string() })),
  last: z.boolean().nullish(),
  totalPages: z.number().nullish(),
});

export const BanksBody = z.array(z.object({ code: z.string(), name: z.string() })).min(1);

export const HolderBody = z.object({ accountNumber: z.string(), accountName: z.string().min(1).max(200) });

const MatchStatus = z.enum(['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH']);

export const BvnMatchBody = z.object({
  bvn: z.string(),
  name: z.object({ matchStatus: MatchStatus }),
  dateOfBirth: MatchStatus,
  mobileNo: MatchStatus,
});
