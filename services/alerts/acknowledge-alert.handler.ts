import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { AlertStreams } from './alert-streams.js';
import { decideAcknowledge } from './alerts.decider.js';

/** Says that somebody looks after it. Nothing when somebody does already. */
export class AcknowledgeAlert extends Command<void> {
  constructor(
    readonly alertId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** @throws RuleBroken ALERT_NOT_FOUND */
@CommandHandler(AcknowledgeAlert)
export class AcknowledgeAlertHandler implements ICommandHandler<AcknowledgeAlert> {
  constructor(private readonly streams: AlertStreams) {}

  async execute({ alertId, context }: AcknowledgeAlert): Promise<void> {
    await this.streams.decide((alerts) => decideAcknowledge(alerts, alertId), context);
  }
}
