import { ECDH } from 'node:crypto';
import { Command, CommandHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ICommandHandler, IQueryHandler } from '@nestjs/cqrs';
import { systemContext, type EventContext } from '../../../infra/event-store/event-context.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { PushEnd } from '../user.events.js';
import { OwnChangeLimits } from '../profile/own-change-limits.js';
import { Users } from '../users.js';
import type { PushDevice, SealedPushDevice } from './push-device.state.js';
import { PushKeys } from './push-key.js';

export interface ListedPushDevices {
  /**
   * Public key that browsers need to subscribe to push messages. `undefined` when push messages are
   * off.
   */
  readonly key: string | undefined;
  /** Oldest first. */
  readonly devices: readonly PushDevice[];
}

export class ListPushDevices extends Query<ListedPushDevices> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ListPushDevices)
export class ListPushDevicesHandler implements IQueryHandler<ListPushDevices> {
  constructor(
    private readonly users: Users,
    private readonly keys: PushKeys,
  ) {}

  async execute({ userId }: ListPushDevices): Promise<ListedPushDevices> {
    const user = await this.users.byId(userId);
    return { key: this.keys.publicKey, devices: user?.pushDevices ?? [] };
  }
}

export class SubscribePush extends Command<string> {
  constructor(
    readonly userId: string,
    readonly asked: SealedPushDevice,
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(SubscribePush)
export class SubscribePushHandler implements ICommandHandler<SubscribePush> {
  constructor(
    private readonly users: Users,
    private readonly keys: PushKeys,
    private readonly changes: OwnChangeLimits,
  ) {}

  /** @throws RuleBroken(PUSH_UNAVAILABLE | VALIDATION_FAILED | PUSH_DEVICES_FULL | SESSION_EXPIRED | RATE_LIMITED) */
  async execute({ userId, asked, context, epoch }: SubscribePush): Promise<string> {
    if (this.keys.publicKey === undefined) throw new RuleBroken('PUSH_UNAVAILABLE');
    const refuse = (field: string, reason: string): never => {
      throw new RuleBroken('VALIDATION_FAILED', { field, reason });
    };
    if (!this.keys.accepts(asked.endpoint)) refuse('endpoint', 'is not an address of a push service');
    if (!isPointOfP256(asked.p256dh)) refuse('p256dh', 'must be a public key of a browser');
    if (Buffer.from(asked.auth, 'base64url').length !== 16) refuse('auth', 'must be 16 bytes');
    await this.changes.take(userId);
    const user = await this.users.handle(
      userId,
      { type: 'SubscribePush', subscriptionId: randomUUID(), personal: asked, epoch },
      context,
    );
    return user.pushDevices!.find(({ endpoint }) => endpoint === asked.endpoint)!.id;
  }
}

/**
 * True when the key of a browser is a point on the curve P-256. Messages cannot be encrypted with
 * any other key.
 */
function isPointOfP256(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

export class UnsubscribePush extends Command<void> {
  constructor(
    readonly userId: string,
    readonly subscriptionId: string,
    readonly why: PushEnd,
    readonly context: EventContext = systemContext(),
  ) {
    super();
  }
}

@CommandHandler(UnsubscribePush)
export class UnsubscribePushHandler implements ICommandHandler<UnsubscribePush> {
  constructor(private readonly users: Users) {}

  async execute({ userId, subscriptionId, why, context }: UnsubscribePush): Promise<void> {
    await this.users.handle(userId, { type: 'UnsubscribePush', subscriptionId, why }, context);
  }
}

export class EndPush extends Command<void> {
  constructor(
    readonly userId: string,
    readonly which: { readonly ended: string } | { readonly kept: string | undefined },
  ) {
    super();
  }
}

@CommandHandler(EndPush)
export class EndPushHandler implements ICommandHandler<EndPush> {
  constructor(private readonly users: Users) {}

  async execute({ userId, which }: EndPush): Promise<void> {
    const user = await this.users.current(userId);
    if (!user?.pushDevices?.length) return;
    await this.users.handle(userId, { type: 'EndPush', ...which }, systemContext());
  }
}
