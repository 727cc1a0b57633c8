import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BankingQuotes } from '../../catalog/banking-quotes.js';
import { RuleBroken } from '../../contracts/errors.js';
import { localPhone } from '../../contracts/phones.js';
import {
  measureSms,
  readRecipients,
  SMS_PAGES_MAX,
  SMS_RECIPIENTS_MAX,
  type SmsRecipients,
  type SmsText,
} from '../../contracts/sms.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';
import { senderReserved } from './sender-ids.js';

export interface SendSmsOrder extends Order {
  /** As typed: numbers separated by commas, semicolons or line breaks. */
  readonly phones: string;
  readonly senderId: string;
  readonly body: string;
}

/** Sends one text to many phones. */
export class SendSms extends Command<BuyAnswer> {
  constructor(
    readonly order: SendSmsOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(SendSms)
export class SendSmsHandler implements ICommandHandler<SendSms> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly quotes: BankingQuotes,
  ) {}

  /** @throws RuleBroken by the rules of texts, PINs, catalogue and wallet */
  async execute({ order, now }: SendSms): Promise<BuyAnswer> {
    const { senderId, body } = order;
    if (senderReserved(senderId))
      throw new RuleBroken('VALIDATION_FAILED', { field: 'senderid', reason: 'is not yours to use' });
    const { text, recipients } = readText(order.phones, body);
    const { valid } = recipients;
    return this.orders.accept(
      order,
      {
        service: 'sms',
        recipient: valid.join(','),
        what: body,
        also: '',
        alsoPersonal: senderId,
        shownRecipient: valid.length === 1 ? localPhone(valid[0]!) : `${valid.length} numbers`,
        sealed: { recipient: shown(valid), recipients: valid, senderId, body },
        pinOptional: true,
        offer: () => this.quotes.sms({ pages: text.pages, recipients: valid.length, tier: order.user.tier }),
      },
      now,
    );
  }
}

/** What is to be sent, and to whom. @throws RuleBroken VALIDATION_FAILED naming the field */
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

/** What a history row shows: the first number, and how many more. */
const shown = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} +${more.length}`;
