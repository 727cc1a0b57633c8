import { z } from 'zod';
import { asks, buys, looksUp, serverOnly, type Call } from './call.js';
import {
  Amount,
  BodyToken,
  Bounded,
  Confirmed,
  Ok,
  OptionalPin,
  PasskeyProof,
  Pasted,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import type { VendorCodes } from './fields/codes.js';

/**
 * Betting companies that the HTTP contract names. Only those in `BET_PLATFORMS_SOLD` are on sale.
 */
export const BET_PLATFORMS = [
  'MERRYBET',
  'NAIJABET',
  'WAJEGAME',
  'SUREBET',
  'AFRICA365',
  'BANGBET',
  'SPORTYBET',
  '1XBET',
  'BET9JA',
  'BETKING',
  'BETANO',
  'EASYWIN',
  'BET9JA AGENT',
  'BETBONANZA',
  'BETCORRECT',
  'BETGR8',
  'FRAPAPA',
  'HELABET',
  'BETWAY',
  'HALLABET AGENT',
  'BETLION',
  'LUCKYBET',
  'MEGAMILLIONS',
  'MYLOTTOHUB',
  'NAIRAMILLION',
  'PARIMATCH',
  'PARIPESA',
  'YANGASPORT',
  'MSPort',
] as const;
export type BetPlatform = (typeof BET_PLATFORMS)[number];

const BY_NAME = serverOnly(() => new Map(BET_PLATFORMS.map((name) => [name.toLowerCase(), name])));

export const betPlatform = (typed: string): BetPlatform | undefined =>
  BY_NAME.get(typed.trim().toLowerCase());

/** Lowest and highest amount of a bet funding, in naira. */
export const BET_AMOUNT_MIN = 100;
export const BET_AMOUNT_MAX = 10_000;

/**
 * Matches the id of a customer at a betting company. The id may be a number, a phone number, a user
 * name or an email.
 */
export const BET_CLIENT_ID = /^[A-Za-z0-9_.@+-]{3,60}$/;

export interface BetProduct {
  readonly service: 'bet';
  readonly platform: string;
  readonly codes: VendorCodes;
}

export const BET_CALLS = {
  betPlatforms: { ...asks('/services/bet-platforms/'), token: 'grabToken' },
  /**
   * Asks the vendor for the name of a customer at a betting company. The number of calls is
   * limited.
   */
  validateBetCustomer: { ...looksUp('/services/validate-bet-customer/'), token: 'grabToken' },
  betQuote: { ...asks('/services/bet-quote/'), token: 'grabToken' },
  fundBet: { ...buys('/services/bet-funding/'), token: 'grabToken' },
} as const satisfies Record<string, Call>;

export const BET_SHAPES = serverOnly(() => {
  const Platform = Bounded(60)
    .transform((typed, context) => {
      const platform = betPlatform(typed);
      if (platform !== undefined) return platform;
      context.addIssue({ code: 'custom', message: 'must be one of the platforms listed' });
      return z.NEVER;
    })
    .meta({ description: 'A platform of the list.', example: 'BET9JA' });

  const NO_CLIENT_ID = 'must be the customer id of the betting account';
  const ClientId = Pasted(NO_CLIENT_ID)
    .regex(BET_CLIENT_ID, NO_CLIENT_ID)
    .meta({ description: 'The customer id there, as text.', example: '123456' });

  const Stake = Amount.meta({ example: 1000 });

  return {
    betPlatforms: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        platforms: z.array(
          z.object({
            name: z.string().meta({ example: 'BET9JA' }),
            available: z.boolean().meta({ example: true }),
            /** True when the client should call `validateBetCustomer` before the customer pays. */
            validates: z.boolean().meta({ example: true }),
          }),
        ),
        minimum: z.number().meta({ example: 100 }),
        maximum: z.number().meta({ example: 10000 }),
      }),
    },
    validateBetCustomer: {
      request: z.object({ betPlatform: Platform, clientId: ClientId, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        name: z.string().meta({ example: 'ADA OBI' }),
        message: z.string().meta({ example: '' }),
      }),
    },
    betQuote: {
      request: z.object({ amount: Stake, betPlatform: Platform, grabToken: BodyToken }),
      answer: QuoteAnswer,
    },
    fundBet: {
      request: z.object({
        amount: Stake,
        betPlatform: Platform,
        clientId: ClientId,
        transaction_pin: OptionalPin,
        passkey: PasskeyProof.optional(),
        grabToken: BodyToken,
        confirm_duplicate: Confirmed,
      }),
      answer: PurchaseAnswer,
    },
  };
});
