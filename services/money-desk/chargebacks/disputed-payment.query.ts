import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import type { PaymentName } from '../unmatched.js';
import { type Disputed, disputedOf } from './chargebacks.js';

/** A payment that a customer was credited with, and what was disputed of it. Throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND. */
export class GetDisputedPayment extends Query<Disputed> {
  constructor(readonly payment: PaymentName) {
    super();
  }
}

@QueryHandler(GetDisputedPayment)
export class GetDisputedPaymentHandler implements IQueryHandler<GetDisputedPayment> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>) {}

  execute({ payment }: GetDisputedPayment): Promise<Disputed> {
    return disputedOf(this.eventStore, payment);
  }
}
