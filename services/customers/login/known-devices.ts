import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomBytes } from '../../../infra/host/chance.js';
import type { User } from '../user.state.js';

const DEVICE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Whom a browser may be known to. */
export type DeviceOwner = Pick<User, 'userId' | 'credentialEpoch'>;

/**
 * Browsers that signed in to an account before. What they keep is signed for that account and that password: it lets nobody
 * in, and only has their tries counted apart from those of strangers, who could otherwise lock the owner out. Another
 * password makes it worthless.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor(@Inject(SECRETS) { sessionKey }: Pick<Secrets, 'sessionKey'>) {
    this.key = createHmac('sha256', sessionKey).update('known device').digest();
  }

  /** For the HttpOnly device cookie. A browser that is known stays the same one. */
  issue(owner: DeviceOwner, deviceId: string = randomBytes(16).toString('base64url')): string {
    return `${deviceId}.${this.macOf(owner, deviceId).toString('base64url')}`;
  }

  /** The id of the browser, when it signed in to this account with the password there is; undefined otherwise. */
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
