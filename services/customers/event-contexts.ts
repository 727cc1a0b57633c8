import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { randomUUID } from '../../infra/host/chance.js';
import { now } from '../../infra/host/clock.js';
import { subnetOf } from './login/subnet-of.js';
import type { Role } from '../contracts/services.js';
import type { EventContext } from '../../infra/event-store/event-context.js';

/** Personal data, which must always be encrypted. */
export interface Origin {
  readonly address: string;
  /** Browser name as sent. */
  readonly device: string;
}

const coarse = ({ address, device }: Origin): Origin => ({ address: subnetOf(address), device });

const DEVICE_LENGTH_MAX = 300;

/**
 * Makes the `EventContext` of a request. The IP address and the browser in it are encrypted with
 * the key of the person who acts.
 */
@Injectable()
export class EventContexts {
  constructor(@Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'seal' | 'loadKeys'>) {}

  async of(person: { readonly userId: string; readonly role: Role }, origin: Origin): Promise<EventContext> {
    const { userId, role } = person;
    await this.vault.loadKeys([userId]);
    const device = origin.device.slice(0, DEVICE_LENGTH_MAX);
    const sealed = this.vault.seal(userId, { address: origin.address, device });
    return { actor: { kind: role, id: userId, sealed }, correlationId: randomUUID(), now: now() };
  }

  async coarseOrigin(
    person: { readonly userId: string; readonly role: Role },
    origin: Origin,
  ): Promise<string | undefined> {
    return (await this.of(person, coarse(origin))).actor.sealed;
  }
}
