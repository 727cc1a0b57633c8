import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import { TRIES_STORE, type TriesStore } from '../../../infra/sessions/session-store.js';
import type { Kobo } from '../../contracts/money.js';
import { BvnRecords } from '../bvn/bvn-records.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Sessions } from '../login/sessions.js';
import { handleStanding } from '../standing.js';
import { userStream } from '../user.events.js';
import { freeEmail, normaliseEmail } from '../email-claims.js';
import { Users } from '../users.js';
import { Forgettings } from './forgettings.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

export class ForgettingRefused extends Error {
  override readonly name = 'ForgettingRefused';
}

export interface Forgotten {
  readonly userId: string;
  readonly available: Kobo;
}

/**
 * Milliseconds to wait after deleting a key. In this time, other processes drop the key from their caches and
 * finish their work with it.
 */
const KEYS_GONE_AFTER_MS = 1_500;

/**
 * Erases a person. The person's encrypted data becomes unreadable, the email and the BVN become
 * free, and sessions and the API token end. Events and proofs stay. Each step can be repeated.
 */
@Injectable()
export class ForgetPerson {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly wallets: WalletStreams,
    private readonly bvns: BvnRecords,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(TRIES_STORE) private readonly tries: TriesStore,
    private readonly forgettings: Forgettings,
  ) {}

  /**
   * Erases a person.
   * @param who email or user id of the person
   * @throws ForgettingRefused
   */
  async forget(who: string, progress: (line: string) => void = () => undefined): Promise<Forgotten> {
    const context = systemContext();
    const userId = who.includes('@') ? await this.holderOf(who) : who;
    if (userId === undefined) throw new ForgettingRefused('nobody has this email: name the person by id');
    if ((await this.store.head(userStream(userId))).revision < 0)
      throw new ForgettingRefused(`there is no person ${userId}`);
    const { available, held } = await this.wallets.load(userId);
    // Continue an erasure that has begun, because some data of the person may be gone already.
    const begun = (await this.forgettings.unfinished(Infinity)).includes(userId);
    if (held > 0n && !begun)
      throw new ForgettingRefused(`${userId} has purchases under way: repeat this when they have ended`);
    await this.forgettings.begin(userId, context);
    progress(
      `forgetting ${userId}; should this be cut short, it is finished within two minutes while a server runs, or repeat it with that id`,
    );
    const user = await this.users.byId(userId);
    await this.sessions.endAll(userId);
    if (user) {
      await freeEmail(this.store, this.users.emails.mac(user.email), userId, context);
      await this.users.phones.freeAll(userId, context);
    }
    await this.bvns.free(userId, context);
    await this.vault.forget(userId);
    // Other processes drop the person when they read `PersonForgotten`.
    this.users.onRecorded({ stream: userStream(userId), revision: Number.MAX_SAFE_INTEGER });
    await sleep(KEYS_GONE_AFTER_MS);
    await handleStanding(this.store, userId, { type: 'Forget' }, context);
    await this.sessions.endAll(userId);
    await this.tries.clear(userId);
    await this.forgettings.finish(userId, context);
    return { userId, available };
  }

  /**
   * Returns the id of the person who has this email. Finds a person even when the person's key is
   * already deleted.
   */
  private async holderOf(email: string): Promise<string | undefined> {
    const owner = await this.users.emails.ownerOf(email);
    const user = owner === undefined ? undefined : await this.users.byId(owner);
    return user && user.email !== normaliseEmail(email) ? undefined : owner;
  }
}
