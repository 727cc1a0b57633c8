import type { ICommandHandler } from '@nestjs/cqrs';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import { ACCOUNT_HANDLERS } from '../accounts/account-handlers.js';
import { Sessions } from '../accounts/sessions.js';
import { Users } from '../accounts/users.js';
import { Catalog } from '../catalog/catalog.js';
import { Documents } from '../documents/documents.js';
import type { Funding } from '../funding/start-funding.js';
import { BuyAirtimeHandler } from '../purchases/airtime/buy-airtime.handler.js';
import { CheckStatusHandler } from '../purchases/check-status.handler.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { RequestRequery } from '../purchases/request-requery.js';
import type { OpenDomain } from '../standalone/open-domain.js';
import { vendorHints } from './vendor-hints.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { ApiDeps } from './api-deps.js';

type DomainDeps = Pick<
  ApiDeps,
  | 'config'
  | 'users'
  | 'sessions'
  | 'wallets'
  | 'reserveAccount'
  | 'catalog'
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
    reserveAccount: (user) => funding.reserveAccount(user),
    catalog: domain.get(Catalog),
    documents: domain.get(Documents),
    commandHandlers: [
      ...ACCOUNT_HANDLERS.map((handler) => domain.get<ICommandHandler>(handler)),
      domain.get(BuyAirtimeHandler),
      new CheckStatusHandler(requery, domain.limits),
    ],
    webhooks: {
      monnify: (body, signature) => funding.receiveWebhook(body, signature),
      vtpass: vendorHints(requery),
    },
  };
}
