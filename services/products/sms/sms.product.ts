import { RuleBroken } from '../../contracts/errors.js';
import { localPhone } from '../../contracts/fields/phones.js';
import {
  measureSms,
  readRecipients,
  SMS_PAGES_MAX,
  SMS_RECIPIENTS_MAX,
  type SmsRecipients,
  type SmsText,
} from '../../contracts/fields/sms-text.js';
import { demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  type OrderContext,
  type Prices,
  type ProductOrder,
  plural,
  type Ordered,
  type ProductDescriptor,
  type Sealed,
} from '../product.js';
import type { Kobo } from '../../contracts/money.js';
import type { Tier } from '../../contracts/services.js';
import type { SmsProduct } from '../../contracts/sms.contract.js';

/** `recipients` are phones, `+234…`. */
export type SmsVendorRequest = Omit<Ordered<SmsProduct>, 'recipients'> & {
  readonly senderId: string;
  readonly body: string;
  readonly recipients: readonly string[];
};

export interface SmsAsked {
  readonly phones: string;
  readonly senderId: string;
  readonly body: string;
}

export interface SmsQuoteRequest {
  readonly pages: number;
  readonly recipients: number;
  readonly tier: Tier;
}

export const SMS = {
  service: 'sms',
  order: ({ phones, senderId, body }: SmsAsked, { user, ownPrices }: OrderContext): ProductOrder => {
    if (senderReserved(senderId))
      throw new RuleBroken('VALIDATION_FAILED', { field: 'senderid', reason: 'is not yours to use' });
    const { text, recipients } = readText(phones, body);
    const { valid } = recipients;
    return {
      service: 'sms',
      recipient: valid.join(','),
      what: body,
      also: '',
      alsoPersonal: senderId,
      shownRecipient: valid.length === 1 ? localPhone(valid[0]!) : `${valid.length} numbers`,
      sealed: { recipient: shownFirst(valid), recipients: valid, senderId, body },
      pinOptional: true,
      offer: () => ownPrices.sms({ pages: text.pages, recipients: valid.length, tier: user.tier }),
    };
  },
  quote: (asked: SmsQuoteRequest, { ownPrices }: Prices) => ownPrices.sms(asked),
  label: ({ recipients, pages }) => `SMS to ${plural(recipients, 'number')}, ${plural(pages, 'page')} each`,
  vendorRequest: (
    { service, pages },
    amount: Kobo,
    { recipients, senderId, body }: Sealed,
  ): SmsVendorRequest | undefined =>
    Array.isArray(recipients) && typeof senderId === 'string' && typeof body === 'string'
      ? { service, pages, amount, senderId, body, recipients: recipients as string[] }
      : undefined,
  receipt: [
    ['senderId', 'Sender ID'],
    ['body', 'Message'],
  ],
  choice: () => '',
  demo: {
    share: 4,
    asked: (chances: Chances): SmsAsked => ({
      phones: demoPhone(chances),
      senderId: 'Shop',
      body: 'Your order is ready for collection.',
    }),
  },
} as const satisfies ProductDescriptor<SmsProduct, SmsAsked, SmsQuoteRequest>;

/**
 * Sender names of networks, banks, wallets and other senders that people trust. Customers may not use these
 * names.
 */
const RESERVED_NAMES = [
  'mtn',
  'glo',
  'airtel',
  'ninemobile',
  'etisalat',
  'mobile',
  'gtbank',
  'gtb',
  'accessbank',
  'access',
  'zenith',
  'zenithbank',
  'firstbank',
  'fbn',
  'uba',
  'ubabank',
  'fcmb',
  'fidelity',
  'sterling',
  'stanbic',
  'ecobank',
  'polaris',
  'wema',
  'alat',
  'unionbank',
  'keystone',
  'opay',
  'palmpay',
  'moniepoint',
  'kuda',
  'paystack',
  'flutterwave',
  'monnify',
  'paga',
  'interswitch',
  'verve',
  'whatsapp',
  'facebook',
  'google',
  'apple',
  'amazon',
  'netflix',
  'instagram',
  'telegram',
  'cbn',
  'efcc',
  'icpc',
  'nimc',
  'nibss',
  'inec',
  'firs',
  'ncc',
  'frsc',
  'police',
  'jamb',
  'waec',
  'neco',
];

const LOOKS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['i', 'l'],
]);

/** Returns the same text for all names that look alike, such as `A1rteI` and `Airtel`. */
const looksOf = (name: string): string =>
  name.toLowerCase().replace(/[\di]/g, (letter) => LOOKS.get(letter) ?? '');

const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES.map(looksOf));

/**
 * True for a reserved sender name. Also true for a name that looks like a reserved name (`0Pay` for `OPay`), or
 * becomes one without its digits (`MTN1`).
 */
const senderReserved = (senderId: string): boolean =>
  RESERVED.has(looksOf(senderId)) || RESERVED.has(looksOf(senderId.replace(/\d/g, '')));

/**
 * Parses the text of an SMS and its recipients.
 * @throws RuleBroken VALIDATION_FAILED with the name of the invalid field
 */
export function readText(
  phones: string,
  body: string,
): { readonly text: SmsText; readonly recipients: SmsRecipients } {
  const text = measureSms(body);
  const recipients = readRecipients(phones);
  if (text.pages > SMS_PAGES_MAX) throw wrong('messageBody', `must be at most ${SMS_PAGES_MAX} pages`);
  if (recipients.valid.length === 0) throw wrong('phone', 'must hold a valid Nigerian mobile number');
  if (recipients.valid.length > SMS_RECIPIENTS_MAX)
    throw wrong('phone', `must hold at most ${SMS_RECIPIENTS_MAX} numbers`);
  return { text, recipients };
}

const wrong = (field: string, reason: string): RuleBroken =>
  new RuleBroken('VALIDATION_FAILED', { field, reason });

const shownFirst = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} +${more.length}`;
