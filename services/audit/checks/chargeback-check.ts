import type { Credit } from './funding-check.js';
import type { EventOf, Judges } from '../ledger-events.js';
import type { Problems } from '../problems.js';
import { type Mark, markOf } from './purchase-record.js';

interface Taken {
  readonly payment: string;
  readonly userId: string;
  readonly amount: string;
  readonly debited: string;
  readonly loss: string;
  won: boolean;
}

interface OfPayment {
  readonly provider: string;
  readonly transactionReference: string;
}

const paymentOf = ({ provider, transactionReference }: OfPayment): string =>
  `${provider} ${transactionReference}`;
const disputeOf = ({ provider, dispute }: { readonly provider: string; readonly dispute: string }): string =>
  `${provider} ${dispute}`;

/**
 * A chargeback and the `WalletFunded` event of its payment must name the same wallet. The chargebacks of a
 * payment must not exceed the credited amount. Each dispute may be charged back once, and won by the customer
 * once.
 */
export class ChargebackCheck {
  private readonly back = new Map<string, bigint>();
  private readonly taken = new Map<string, Taken>();
  /** Claimed chargebacks that no wallet has booked yet, by dispute and payment. */
  private readonly claimed = new Map<string, Mark & { readonly commandId: string }>();

  /** @param credited payments that were credited, by `<provider> <transactionReference>` */
  constructor(
    private readonly problems: Problems,
    private readonly credited: ReadonlyMap<string, Credit>,
  ) {}

  readonly judges = {
    ChargebackClaimed: (event) => this.claim(event),
    ChargebackLapsed: ({ data }) => this.lapse(data),
    FundingChargedBack: (event) => this.take(event),
    ChargebackWon: (event) => this.win(event),
  } satisfies Judges;

  finish(asOfMs: number, withinMs: number): void {
    for (const [dispute, mark] of this.claimed)
      if (asOfMs - mark.atMs > withinMs)
        this.problems.add('chargeback-open', mark, `${dispute} is recorded, and no wallet has booked it`);
  }

  private claim(event: EventOf<'ChargebackClaimed'>): void {
    const { actor, data } = event;
    if (actor.kind !== 'admin' || data.reason.trim() === '')
      this.problems.add('change-wrong', event, `${event.type} was made by nobody who may, or has no reason`);
    if (!this.taken.has(disputeOf(data)))
      this.claimed.set(`${disputeOf(data)} ${paymentOf(data)}`, {
        ...markOf(event),
        commandId: data.commandId,
      });
  }

  private lapse(data: OfPayment & { readonly dispute: string; readonly commandId: string }): void {
    const name = `${disputeOf(data)} ${paymentOf(data)}`;
    if (this.claimed.get(name)?.commandId === data.commandId) this.claimed.delete(name);
  }

  private take(event: EventOf<'FundingChargedBack'>): void {
    const { data } = event;
    const { userId, amount, debited, loss, availableAfter } = data;
    const wrong = (what: string): void => this.problems.add('chargeback-wrong', event, what);
    const [payment, dispute] = [paymentOf(data), disputeOf(data)];
    if (!this.claimed.delete(`${dispute} ${payment}`))
      wrong(`${dispute} was never recorded about ${payment}`);
    const credited = this.credited.get(payment);
    if (credited?.userId !== userId) wrong(`${payment} was not credited to this wallet`);
    const back = (this.back.get(payment) ?? 0n) + BigInt(amount);
    this.back.set(payment, back);
    if (back > BigInt(credited?.credited ?? '0'))
      wrong(`more of ${payment} is charged back than was credited`);
    if (BigInt(debited) + BigInt(loss) !== BigInt(amount) || BigInt(debited) < 0n || BigInt(loss) < 0n)
      wrong(`${debited} kobo and a loss of ${loss} are not the ${amount} that were disputed`);
    if (BigInt(loss) > 0n && availableAfter !== '0')
      wrong(`${availableAfter} kobo are left, and yet there is a loss`);
    if (this.taken.has(dispute)) wrong(`${dispute} was charged back before`);
    this.taken.set(dispute, { payment, userId, amount, debited, loss, won: false });
  }

  private win(event: EventOf<'ChargebackWon'>): void {
    const { data } = event;
    const wrong = (what: string): void => this.problems.add('chargeback-wrong', event, what);
    const dispute = disputeOf(data);
    const taken = this.taken.get(dispute);
    if (!taken || taken.won) return wrong(`${dispute} was not charged back, or was won before`);
    taken.won = true;
    const { payment, userId, amount, debited, loss } = taken;
    if (payment !== paymentOf(data) || userId !== data.userId)
      wrong(`${dispute} was about a payment of another wallet`);
    if (amount !== data.amount || debited !== data.credited || loss !== data.loss)
      wrong(`${dispute} does not give back what it took`);
    this.back.set(payment, (this.back.get(payment) ?? 0n) - BigInt(amount));
  }
}
