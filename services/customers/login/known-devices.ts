import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomBytes } from '../../../infra/host/chance.js';
import type { User } from '../user.state.js';

const DEVICE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export type DeviceOwner = Pick<User, 'userId' | 'credentialEpoch'>;

/**
 * Recognises browsers that have signed in before, by a signed cookie. The cookie gives no access. A known
 * browser has its own limit of tries, so strangers who use up theirs cannot lock the owner out.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor(@Inject(SECRETS) { sessionKey }: Pick<Secrets, 'sessionKey'>) {
    this.key = createHmac('sha256', sessionKey).update('known device').digest();
  }

  /** Makes the value of the device cookie, which is HttpOnly. */
  issue(owner: DeviceOwner, deviceId: string = randomBytes(16).toString('base64url')): string {
    return `${deviceId}.${this.macOf(owner, deviceId).toString('base64url')}`;
  }

  /**
   * Returns the device id when the cookie was issued for this account and its present
   * `credentialEpoch`. Returns undefined otherwise.
   */
  recognise(owner: DeviceOwner | undefined, cookie: string | undefined): string | undefined {
    const [, deviceId, mac] = DEVICE.exec(cookie ?? '') ?? [];
    if (!owner || deviceId === undefined || mac === undefined) return undefined;
    const shown = Buffer.from(mac, 'base64url');
    return timingSafeEqual(shown, this.macOf(owner, deviceId)) ? deviceId : undefined;
  }

  private macOf({ userId, credentialEpoch }: DeviceOwner, deviceId: string): Buffer {
    return createHmac('sha256', this.key).update(`${userId}:${credentialEpoch}:${deviceId}`).digest();
  }
}
