import type { ICommandHandler } from '@nestjs/cqrs';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import { ACCOUNT_HANDLERS } from '../accounts/account-handlers.js';
import { RecentRecipients } from '../accounts/recent-recipients.js';
import { Sessions } from '../accounts/sessions.js';
import { Stories } from '../accounts/stories.js';
import { Users } from '../accounts/users.js';
import { BankDirectory } from '../banking/bank-directory.js';
import { BANKING_HANDLERS } from '../banking/banking-handlers.js';
import { BankingQuotes } from '../catalog/banking-quotes.js';
import { Catalog } from '../catalog/catalog.js';
import { Documents } from '../documents/documents.js';
import type { Funding } from '../funding/start-funding.js';
import { BvnDesk } from '../identity/bvn-desk.js';
import { BetCustomers } from '../purchases/bet/bet-customers.js';
import { CheckStatusHandler } from '../purchases/check-status.handler.js';
import { CustomerLookups } from '../purchases/customer-lookups.js';
import { PRODUCT_HANDLERS } from '../purchases/product-handlers.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { RequestRequery } from '../purchases/request-requery.js';
import type { OpenDomain } from '../standalone/open-domain.js';
import { transferHint, vendorHints } from './vendor-hints.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { ApiDeps } from './api-deps.js';

type DomainDeps = Pick<
  ApiDeps,
  | 'config'
  | 'users'
  | 'sessions'
  | 'wallets'
  | 'reserveAccount'
  | 'stories'
  | 'recentRecipients'
  | 'catalog'
  | 'lookups'
  | 'banking'
  | 'documents'
  | 'commandHandlers'
  | 'webhooks'
>;

/** What the HTTP layer needs of the domain, the same whatever the stores are and however many processes serve it. */
export function domainDeps(
  domain: OpenDomain,
  jobs: JobQueue,
  funding: Pick<Funding, 'receiveWebhook' | 'reserveAccount'>,
): DomainDeps {
  const requery = new RequestRequery(domain.get(PurchaseStreams), jobs);
  return {
    config: domain.config,
    users: domain.get(Users),
    sessions: domain.get(Sessions),
    wallets: domain.get(WalletStreams),
    stories: domain.get(Stories),
    recentRecipients: domain.get(RecentRecipients),
    reserveAccount: (user) => funding.reserveAccount(user),
    catalog: domain.get(Catalog),
    lookups: domain.get(CustomerLookups),
    banking: {
      quotes: domain.get(BankingQuotes),
      directory: domain.get(BankDirectory),
      bets: domain.get(BetCustomers),
      bvn: domain.get(BvnDesk),
    },
    documents: domain.get(Documents),
    commandHandlers: [
      ...ACCOUNT_HANDLERS.map((handler) => domain.get<ICommandHandler>(handler)),
      ...PRODUCT_HANDLERS.map((handler) => domain.get<ICommandHandler>(handler)),
      ...BANKING_HANDLERS.map((handler) => domain.get<ICommandHandler>(handler)),
      new CheckStatusHandler(requery, domain.limits),
    ],
    webhooks: {
      monnify: async (body, signature) => {
        await funding.receiveWebhook(body, signature);
        await transferHint(requery, body);
      },
      vtpass: vendorHints(requery),
    },
  };
}
