import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Text } from '../fields/http-fields.js';
import { koboFromNaira } from '../money.js';

export const MONEY_REASON_MAX = 200;
/** Of the name of a bank, wherever one is set or typed. */
export const BANK_NAME_MAX = 60;

/** What every movement of money by hand says. */
export const MONEY_FIELDS = serverOnly(() => {
  const words = (max: number) =>
    Text(max)
      .transform((text) => text.trim())
      .refine((text) => text !== '', 'must not be empty');
  return {
    words,
    /** Naira, nothing included. */
    kobo: z
      .custom<number | string>()
      .meta({ type: ['number', 'string'], examples: [0, '1500.50'] })
      .transform((value, context) => {
        const kobo = koboFromNaira(value);
        if (kobo !== undefined) return kobo;
        context.addIssue({
          code: 'custom',
          message: 'must be naira with at most two decimals, not below zero',
        });
        return z.NEVER;
      }),
    reason: words(MONEY_REASON_MAX),
    /** A line in the statement of a bank of ours. */
    line: {
      bank: words(BANK_NAME_MAX).refine((text) => /[a-z0-9]/i.test(text), 'must hold a letter or a digit'),
      bank_reference: words(64).refine((text) => /[\p{L}\p{N}]/u.test(text), 'must hold a letter or a digit'),
      evidence: words(100),
    },
  };
});
