import type { ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import type { Config } from '../../infra/config/config.js';
import type { LiveHub } from '../../infra/live/live-hub.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import type { ReadStore } from '../../infra/read-store/view.js';
import type { Rush } from '../../infra/threads/rush.js';
import type { RecentRecipients } from '../accounts/recent-recipients.js';
import type { Sessions } from '../accounts/sessions.js';
import type { Stories } from '../accounts/stories.js';
import type { User } from '../accounts/user.state.js';
import type { Users } from '../accounts/users.js';
import type { BankDirectory } from '../banking/bank-directory.js';
import type { BankingQuotes } from '../catalog/banking-quotes.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Kobo } from '../contracts/money.js';
import type { Documents } from '../documents/documents.js';
import type { BvnDesk } from '../identity/bvn-desk.js';
import type { BetCustomers } from '../purchases/bet/bet-customers.js';
import type { CustomerLookups } from '../purchases/customer-lookups.js';

export const API_DEPS = Symbol('API_DEPS');

/** What the HTTP layer needs of the rest. A process that serves HTTP provides it. */
export interface ApiDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly users: Pick<Users, 'byId' | 'cachedById' | 'byApiToken' | 'cachedByApiToken'>;
  readonly sessions: ApiSessions;
  readonly wallets: ApiWallets;
  /** Sees to it that a customer has an account number of their own; takes its time and never throws. */
  readonly reserveAccount: (user: User) => Promise<void>;
  readonly stories: Pick<Stories, 'of'>;
  readonly recentRecipients: Pick<RecentRecipients, 'of'>;
  readonly catalog: Catalog;
  readonly lookups: Pick<CustomerLookups, 'find'>;
  readonly banking: ApiBanking;
  readonly readStore: ReadStore;
  readonly liveHub: LiveHub;
  /** Who has written in any process; absent when there is only this one. */
  readonly sharedWrites?: SharedWrites;
  /** Told about every customer who waits for a purchase to be accepted. */
  readonly rush: Rush;
  /** Handlers of Login and BuyAirtime, decorated with the command they handle. */
  readonly commandHandlers: readonly ICommandHandler[];
  readonly documents: Pick<Documents, 'receipt' | 'statement'>;
  readonly webhooks: ApiWebhooks;
  readonly health: ApiHealth;
  /** Folder of the built web; its files are read once. */
  readonly webDir: string;
}

export interface ApiBanking {
  readonly quotes: BankingQuotes;
  readonly directory: Pick<BankDirectory, 'banks' | 'holder'>;
  readonly bets: Pick<BetCustomers, 'nameOf'>;
  readonly bvn: Pick<BvnDesk, 'status'>;
}

export type ApiSessions = Pick<
  Sessions,
  | 'find'
  | 'isAlive'
  | 'start'
  | 'end'
  | 'endById'
  | 'endAll'
  | 'onEnded'
  | 'csrfTokenFor'
  | 'accessTokenFor'
  | 'verifyCsrf'
  | 'verifyAccessToken'
>;

export interface ApiWallets {
  load(userId: string): Promise<{ readonly available: Kobo; readonly held: Kobo }>;
}

/** Takes webhooks. Each resolves after what it was told is stored; the answer follows at once. */
export interface ApiWebhooks {
  /** @throws RuleBroken(SIGNATURE_INVALID) */
  monnify(body: Buffer, signature: string | undefined): Promise<void>;
  /** A hint that a purchase moved; the secret path is checked before. */
  vtpass(body: Buffer): Promise<void>;
}

export interface ApiHealth {
  /** Empty when requests can be taken; otherwise what is missing, one line each. */
  problems(): readonly string[];
  /** Position of the last durable event. */
  lastPosition(): Promise<number>;
  /** Age of the oldest purchase that is not settled, milliseconds; undefined when none is open. */
  oldestOpenPurchaseMs(): Promise<number | undefined>;
  /** Where vending is; undefined while that is not known. */
  vending(): { readonly openPurchases: number; readonly position: number } | undefined;
}
