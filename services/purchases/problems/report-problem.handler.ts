import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore, NO_STREAM } from '../../../infra/event-store/event-store.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Problem } from '../../contracts/fields/problems.js';
import type { TransactionStatus } from '../../contracts/services.js';
import { problemEvent, problemStream } from '../purchase.events.js';

export interface TellsOfProblem {
  readonly purchaseId: string;
  readonly reference: string;
  readonly about: TransactionStatus;
  readonly problem: Problem;
  readonly words: string;
}

/**
 * A customer can send one report per status of the purchase. The caller must check that the customer owns the
 * purchase.
 */
export class ReportProblem extends Command<{ readonly before: boolean }> {
  constructor(
    readonly userId: string,
    readonly told: TellsOfProblem,
    readonly context: EventContext,
  ) {
    super();
  }
}

const REPORTS = { max: 10, windowMs: 3_600_000 };

@CommandHandler(ReportProblem)
export class ReportProblemHandler implements ICommandHandler<ReportProblem> {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'append' | 'readStream'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'seal'>,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take'>,
  ) {}

  /** @throws RuleBroken RATE_LIMITED */
  async execute({ userId, told, context }: ReportProblem): Promise<{ readonly before: boolean }> {
    const { purchaseId, reference, about, problem, words } = told;
    const load = () => this.load(purchaseId);
    if ((await load()).reported.has(about)) return { before: true };
    const taken = await this.limits.take(`report-problem:${userId}`, REPORTS);
    if (!taken.allowed)
      throw new RuleBroken('RATE_LIMITED', { seconds: Math.ceil(taken.retryAfterMs / 1_000) });
    await this.vault.loadKeys([userId]);
    const sealed = words === '' ? {} : { sealed: this.vault.seal(userId, { words }) };
    const data = { userId, purchaseId, reference, about, problem, ...sealed };
    const { events } = await decideAndAppend(this.eventStore, {
      stream: problemStream(purchaseId),
      load,
      decide: ({ reported }) => (reported.has(about) ? [] : [fact('ProblemReported', data, context)]),
    });
    return { before: events.length === 0 };
  }

  private async load(purchaseId: string) {
    const events = await this.eventStore.readStream(problemStream(purchaseId));
    const { revision, hash } = events.at(-1) ?? NO_STREAM;
    const reported = new Set(events.map((event) => problemEvent(event)?.data.about));
    return { revision, hash, reported };
  }
}
