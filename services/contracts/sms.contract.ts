import { z } from 'zod';
import { asks, buys, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Bounded,
  Confirmed,
  Lines,
  OptionalPin,
  PasskeyProof,
  Pasted,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import { readRecipients, SENDER_ID } from './fields/sms-text.js';

/**
 * Purchase of a text message to several recipients. The message is stored encrypted in another
 * field. Some recipients may get the message while others do not.
 */
export interface SmsProduct {
  readonly service: 'sms';
  readonly recipients: number;
  readonly pages: number;
}

export const SMS_CALLS = {
  smsQuote: { ...asks('/services/bulksms-quote/'), token: 'grabToken' },
  sendSms: { ...buys('/services/bulksms-pay/'), token: 'grabToken' },
} as const satisfies Record<string, Call>;

export const SMS_SHAPES = serverOnly(() => {
  /** Matches a text that may contain tabs and line breaks, but no other control characters. */
  const LIST = /^[^\p{Cc}]*(?:[\t\n\r][^\p{Cc}]*)*$/u;

  const PhoneList = Bounded(20_000)
    .min(1, 'must not be empty')
    .regex(LIST, { abort: true, message: 'must not hold control characters' })
    .refine((list) => readRecipients(list).valid.length > 0, 'must hold a valid Nigerian mobile number')
    .meta({
      description: 'Numbers separated by commas, semicolons, spaces, tabs, bars or line breaks.',
      example: '08031234567, 08051234567',
    });

  const MessageBody = Lines(2_000)
    .min(1, 'must not be empty')
    .meta({ description: 'The text, up to 2,000 characters.', example: 'We open at nine.' });

  const NO_SENDER_ID = 'must be 3 to 11 letters or digits, without spaces';
  const SenderId = Pasted(NO_SENDER_ID)
    .regex(SENDER_ID, NO_SENDER_ID)
    .meta({ description: '3 to 11 letters or digits: the name they see.', example: 'AdaShop' });

  return {
    smsQuote: {
      request: z.object({ phone: PhoneList, messageBody: MessageBody, grabToken: BodyToken }),
      answer: QuoteAnswer.extend({
        encoding: z.enum(['GSM-7', 'UCS-2']).meta({ example: 'GSM-7' }),
        /**
         * Length of the message, in septets or UTF-16 code units. The message is sent in pages of
         * up to `per_page` septets or units.
         */
        characters: z.number().meta({ example: 16 }),
        per_page: z.number().meta({ example: 160 }),
        pages: z.number().meta({ example: 1 }),
        recipients: z.number().meta({ example: 2 }),
        duplicates: z.number().meta({ example: 0 }),
        /** Entries of the list that are not valid phone numbers, and are therefore not charged. */
        invalid: z.array(z.string()).meta({ example: [] }),
        page_price: z.number().meta({ example: 2.9 }),
      }),
    },
    sendSms: {
      request: z.object({
        phone: PhoneList,
        senderid: SenderId,
        messageBody: MessageBody,
        transaction_pin: OptionalPin,
        passkey: PasskeyProof.optional(),
        grabToken: BodyToken,
        confirm_duplicate: Confirmed,
      }),
      answer: PurchaseAnswer,
    },
  };
});
