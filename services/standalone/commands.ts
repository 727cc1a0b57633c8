import { createAdministrator } from '../accounts/create-admin.js';
import { ForgetPerson } from '../accounts/forget-person.js';
import { RegisterUserHandler } from '../accounts/register-user.handler.js';
import { seedUsers } from '../accounts/seed.js';
import { VerifyEmailHandler } from '../accounts/verify-email.handler.js';
import { Catalog } from '../catalog/catalog.js';
import { ChangeCatalog, ChangeCatalogHandler } from '../catalog/change-catalog.handler.js';
import { describeCatalog } from '../catalog/describe-catalog.js';
import type { LedgerCommands } from '../cli/ledger-commands.js';
import { formatNaira, koboFromNaira } from '../contracts/money.js';
import { ResolveReview, ResolveReviewHandler } from '../purchases/resolve-review.handler.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { Projector } from '../projector/start-projector.js';
import { startProjector } from '../projector/start-projector.js';
import type { OpenDomain } from './open-domain.js';
import { foldersOf } from './open-ledger.js';
import type { OpenLedger } from './open-ledger.js';

/** Fills a read model again; how depends on whether a projector runs. */
export type Rebuild = LedgerCommands['rebuild'];

/** What the command line may change, over an open ledger. */
export function ledgerCommands(ledger: OpenDomain, rebuild: Rebuild): LedgerCommands {
  const { config, eventStore, vault, secrets } = ledger;
  return {
    async seed({ users, balance }, progress) {
      if (config.production) throw new Error('seed never runs in production');
      const balanceKobo = koboFromNaira(balance);
      if (!Number.isInteger(users) || users < 1)
        throw new Error('--users: must be a whole number of at least 1');
      if (balanceKobo === undefined) throw new Error('--balance: must be naira with at most two decimals');
      const wallets = ledger.get(WalletStreams);
      return seedUsers({
        eventStore,
        vault,
        secrets,
        wallets,
        users,
        balanceKobo,
        onProgress: (done) => progress(`${done} users`),
      });
    },
    'create-admin': (options) =>
      createAdministrator(ledger.get(RegisterUserHandler), ledger.get(VerifyEmailHandler), {
        ...options,
        role: 'admin',
      }),
    async resolve({ purchaseId, decision, reason }) {
      const actor = { kind: 'admin', id: 'command-line' } as const;
      await ledger.get(ResolveReviewHandler).execute(new ResolveReview(purchaseId, decision, reason, actor));
    },
    async forget({ who }, progress) {
      const { userId, available } = await ledger.get(ForgetPerson).forget(who, progress);
      return { userId, left: formatNaira(available) };
    },
    rebuild,
    async catalog({ change }) {
      if (!change) return describeCatalog(ledger.get(Catalog));
      const actor = { kind: 'admin', id: 'command-line' } as const;
      await ledger.get(ChangeCatalogHandler).execute(new ChangeCatalog(change, actor));
      return [];
    },
  };
}

/** Rebuilds through a projector; refuses to hide a difference. */
export const rebuildThrough =
  (projector: Pick<Projector, 'rebuild'>): Rebuild =>
  async ({ view, force }, progress) => {
    const report = await projector.rebuild(view, {
      force,
      onProgress: ({ position, total }) => progress(`${position} of ${total} events`),
    });
    if (report.differing > 0)
      progress(`${report.differing} rows differ, for example ${report.examples.join(', ')}`);
    if (!report.swapped)
      throw new Error(`${view} differs from the log: it was left as it is; --force swaps all the same`);
    return report;
  };

/** The commands of a ledger that no server serves: a projector is started where one is needed. */
export function offlineCommands(ledger: OpenLedger): LedgerCommands {
  return ledgerCommands(ledger, async (options, progress) => {
    const { events, keys, readModels } = foldersOf(ledger.config);
    const projector = await startProjector({
      dirs: { events, keys, readModels },
      onCommitted: () => undefined,
      onFault: progress,
    });
    try {
      return await rebuildThrough(projector)(options, progress);
    } finally {
      await projector.stop();
    }
  });
}
