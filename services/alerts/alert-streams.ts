import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { alertEvent, ALERTS_STREAM, type AlertFact } from './alert.events.js';
import { type Alerts, evolveAlerts, NO_ALERTS } from './alerts.state.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAcknowledge } from './alerts.decider.js';

type Known = StreamHead & { readonly alerts: Alerts };

/**
 * Reads alerts from the log. `known` caches the alerts of the last read, so that the next read
 * needs only newer events.
 */
@Injectable()
export class AlertStreams {
  private known: Known = { ...NO_STREAM, alerts: NO_ALERTS };

  constructor(@Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>) {}

  async current(): Promise<Alerts> {
    return (await this.load()).alerts;
  }

  async decide(
    decide: (alerts: Alerts) => readonly AlertFact[],
    context: EventContext,
  ): Promise<readonly { readonly type: string }[]> {
    const { events } = await decideAndAppend(this.store, {
      stream: ALERTS_STREAM,
      load: () => this.load(),
      decide: ({ alerts }) =>
        decide(alerts).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
    return events;
  }

  private async load(): Promise<Known> {
    const { known } = this;
    const events = await this.store.readStream(ALERTS_STREAM, { from: known.revision + 1 });
    const last = events.at(-1);
    if (!last) return known;
    const alerts = events
      .map(alertEvent)
      .reduce((so, event) => (event ? evolveAlerts(so, event) : so), known.alerts);
    const now = { revision: last.revision, hash: last.hash, alerts };
    // Keep a newer state that a parallel call of `load` may have stored in `known`.
    if (now.revision > this.known.revision) this.known = now;
    return now;
  }
}

/** Acknowledges an alert. A second acknowledgement of the same alert stores nothing. */
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
