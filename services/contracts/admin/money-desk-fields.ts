import { z } from 'zod';
import { serverOnly } from '../call.js';
import { IdParam, koboOf, Text } from '../fields/http-fields.js';
import { holdsPhone } from '../fields/phones.js';

export const MONEY_REASON_MAX = 200;
export const BANK_NAME_MAX = 60;

export const MONEY_FIELDS = serverOnly(() => {
  const words = (max: number) =>
    Text(max)
      .transform((text) => text.trim())
      .refine((text) => text !== '', 'must not be empty');
  /** Allow only the letters A to Z, because letters of other scripts may look the same. */
  const name = (max: number) =>
    words(max)
      .refine((text) => /[a-z0-9]/i.test(text), 'must hold a letter or a digit')
      .refine(
        (text) => !/(?![A-Za-z0-9])[\p{L}\p{N}]/u.test(text),
        'must hold no letters but A to Z, and no digits but 0 to 9',
      );
  return {
    form_id: IdParam.meta({ description: 'Made when the form opens: the same again changes nothing more.' }),
    user_id: IdParam.meta({ description: 'Id of the customer.' }),
    words,
    /** Naira, zero allowed. */
    kobo: z
      .custom<number | string>()
      .meta({ type: ['number', 'string'], examples: [0, '1500.50'] })
      .transform(koboOf),
    /**
     * Stored unencrypted for ever, so emails and phone numbers are refused. References of a bank are allowed.
     */
    reason: words(MONEY_REASON_MAX)
      .refine((text) => !text.includes('@') && !holdsPhone(text), 'must not hold an email or a phone number')
      .meta({ description: 'Why, in your own words; stored for good.' }),
    line: {
      bank: name(BANK_NAME_MAX).meta({
        description: 'Which bank of ours, in whatever spelling.',
        example: 'GTBank',
      }),
      bank_reference: name(64).meta({
        description: 'As the statement of the bank has it.',
        example: 'FT2603021015',
      }),
      evidence: words(100).meta({ description: 'Where the proof is kept.', example: 'Mail of 2 March' }),
    },
  };
});
