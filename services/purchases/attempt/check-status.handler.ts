import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { RequestRequery } from './request-requery.js';

export interface StatusChecked {
  readonly asked: boolean;
  readonly retryAfterMs: number;
}

/** Never sends the order again and never refunds the purchase. */
export class CheckStatus extends Command<StatusChecked> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface AskedAgain extends StatusChecked {
  readonly purchaseId: string;
}

export class AskVendorAgain extends Command<readonly AskedAgain[]> {
  constructor(
    readonly purchaseIds: readonly string[],
    readonly actor: Actor,
  ) {
    super();
  }
}

/** Allows one query per purchase and minute, because some vendors limit the number of queries. */
const ONCE_A_MINUTE = { max: 1, windowMs: 60_000 };

@CommandHandler(CheckStatus)
export class CheckStatusHandler implements ICommandHandler<CheckStatus> {
  constructor(
    private readonly requery: RequestRequery,
    @Inject(LIMITS) private readonly limits: Limits,
  ) {}

  /** @throws RuleBroken RATE_LIMITED */
  async execute({ purchaseId }: CheckStatus): Promise<StatusChecked> {
    const taken = await this.limits.take(`check-status:${purchaseId}`, ONCE_A_MINUTE);
    if (!taken.allowed)
      throw new RuleBroken('RATE_LIMITED', { seconds: Math.ceil(taken.retryAfterMs / 1_000) });
    const asked = await this.requery.byPurchase(purchaseId);
    return { asked, retryAfterMs: ONCE_A_MINUTE.windowMs };
  }
}

@CommandHandler(AskVendorAgain)
export class AskVendorAgainHandler implements ICommandHandler<AskVendorAgain> {
  constructor(
    private readonly requery: RequestRequery,
    @Inject(LIMITS) private readonly limits: Limits,
  ) {}

  async execute({ purchaseIds, actor }: AskVendorAgain): Promise<readonly AskedAgain[]> {
    const answers: AskedAgain[] = [];
    for (const purchaseId of purchaseIds) {
      const taken = await this.limits.take(`check-status:${purchaseId}`, ONCE_A_MINUTE);
      const asked = taken.allowed && (await this.requery.byPurchase(purchaseId, actor));
      answers.push({ purchaseId, asked, retryAfterMs: taken.allowed ? 0 : taken.retryAfterMs });
    }
    return answers;
  }
}
