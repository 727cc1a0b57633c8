import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { Config } from '../runtime/config.js';
import { ledgerIdPlaces, refuseUnwritten } from '../runtime/stores/own-log.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import { type EventContext, systemContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { keepLedgerId, ledgerIdOf } from '../../infra/ledger-id/ledger-id.js';
import { Administrators } from '../administrators/administrators.js';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { createAdministrator } from '../administrators/create-admin.js';
import { CustomersModule } from '../customers/customers.module.js';
import { ForgetPerson } from '../customers/forgetting/forget-person.js';
import { CreateUserHandler } from '../customers/registration/create-user.handler.js';
import { Users } from '../customers/users.js';
import { seedUsers } from '../customers/demo/seed.js';
import { MarkEmailVerifiedHandler } from '../customers/registration/verify-email.handler.js';
import { brandOf, fieldsOf } from '../brand/brand-fields.js';
import { Brands, changeBrand } from '../brand/brands.js';
import { LegalPages, publishLegalPage } from '../brand/legal/legal-pages.js';
import { changeLogo } from '../brand/logo/logos.js';
import { readLogo } from '../brand/logo/read-logo.js';
import { Catalog } from '../catalog/catalog.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ChangeCatalog } from '../catalog/change-catalog.handler.js';
import { holdSending } from '../catalog/routing/hold-sending.js';
import { CompareVendorList } from '../catalog/vendor-list/compare-vendor-list.query.js';
import { describeList } from '../catalog/vendor-list/describe-list.js';
import { CheckVendors } from '../catalog/vendor-check/check-vendors.handler.js';
import { describeCatalog } from '../catalog/describe-catalog.js';
import { describePreview } from '../catalog/prices/describe-preview.js';
import { PreviewPriceFile, WritePriceFile } from '../catalog/prices/price-file.queries.js';
import { changeByFile } from '../catalog/prices/price-preview.js';
import { views } from '../../read-models/views.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import { settingDigests } from './doctor/check-settings.js';
import type { LedgerCommands, PriceFileOptions, PriceFileReport } from './ledger-commands.js';
import { formatNaira, koboFromNaira } from '../contracts/money.js';
import { importStep } from '../moving-in/import-step.js';
import { MovingIn } from '../moving-in/moving-in.js';
import { MovingInModule } from '../moving-in/moving-in.module.js';
import { ReviewModule } from '../purchases/purchases.module.js';
import { ResolveReviews } from '../purchases/review/resolve-reviews.handler.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { Projector } from '../projector/start-projector.js';

export type ProjectorCommands = Pick<LedgerCommands, 'rebuild' | 'unpark'>;

export const ROOMS_CHANGED = [
  AdministratorsModule,
  CatalogModule,
  CustomersModule,
  MovingInModule,
  ReviewModule,
  WalletModule,
];

export function ledgerCommands(rooms: INestApplicationContext, projector: ProjectorCommands): LedgerCommands {
  const commands = rooms.get(CommandBus);
  return {
    async init() {
      const eventStore = rooms.get<EventStore>(EVENT_STORE);
      const ledgerId = await ledgerIdOf(eventStore);
      if (ledgerId === undefined) throw new Error('stop the server first: a ledger begins without one');
      const config = rooms.get<Config>(CONFIG);
      if (!config.cluster) await keepLedgerId(ledgerId, ledgerIdPlaces(config), refuseUnwritten);
      return { ledgerId, events: await eventStore.lastPosition() };
    },
    async seed({ users, balance }, progress) {
      if (rooms.get<Config>(CONFIG).production) throw new Error('seed never runs in production');
      const balanceKobo = koboFromNaira(balance);
      if (!Number.isInteger(users) || users < 1)
        throw new Error('--users: must be a whole number of at least 1');
      if (balanceKobo === undefined) throw new Error('--balance: must be naira with at most two decimals');
      return seedUsers({
        eventStore: rooms.get<EventStore>(EVENT_STORE),
        vault: rooms.get<KeyVault>(KEY_VAULT),
        secrets: rooms.get<Secrets>(SECRETS),
        wallets: rooms.get(WalletStreams),
        users,
        balanceKobo,
        onProgress: (done) => progress(`${done} users`),
      });
    },
    demo: () => Promise.reject(new Error('stop the server first: a demonstration begins on an empty ledger')),
    'create-admin': (options) =>
      createAdministrator(
        {
          register: rooms.get(CreateUserHandler),
          verifyEmail: rooms.get(MarkEmailVerifiedHandler),
          administrators: rooms.get(Administrators),
          users: rooms.get(Users),
          vault: rooms.get<KeyVault>(KEY_VAULT),
        },
        { ...options, role: 'admin' },
      ),
    async resolve({ purchaseId, decision, reason }) {
      const [only] = await commands.execute(new ResolveReviews([purchaseId], decision, reason, COMMAND_LINE));
      if (only?.refusal) throw only.refusal;
    },
    'hold-sending': async ({ reason }) =>
      void (await holdSending(rooms.get<EventStore>(EVENT_STORE), reason, byCommandLine())),
    async 'release-sending'({ reason }) {
      const change = { type: 'ReleaseSending', reason } as const;
      return (await commands.execute(new ChangeCatalog(change, byCommandLine()))) > 0;
    },
    async forget({ who }, progress) {
      const { userId, available } = await rooms.get(ForgetPerson).forget(who, progress);
      return { userId, left: formatNaira(available) };
    },
    ...projector,
    import: (options, progress) => importStep(rooms.get(MovingIn), options, progress),
    'check-vendors': ({ vendor }) => commands.execute(new CheckVendors(vendor, byCommandLine())),
    async catalog({ change }) {
      if (!change) return describeCatalog(rooms.get(Catalog));
      await commands.execute(new ChangeCatalog(change, byCommandLine()));
      return [];
    },
    async brand({ fields }) {
      const store = rooms.get<EventStore>(EVENT_STORE);
      const brands = new Brands(store);
      if (fields) {
        const command = { type: 'SetBrand', brand: brandOf(fields), seen: undefined } as const;
        await changeBrand(store, command, byCommandLine());
      }
      return fieldsOf((await brands.newest()).brand);
    },
    async logo({ file }) {
      const command =
        file === undefined
          ? ({ type: 'RemoveLogo', seen: undefined } as const)
          : ({
              type: 'SetLogo',
              drawn: await readLogo(Buffer.from(file, 'base64')),
              seen: undefined,
            } as const);
      return changeLogo(rooms.get<EventStore>(EVENT_STORE), command, byCommandLine());
    },
    async 'vendor-list'({ vendor, choose }) {
      const compared = await rooms.get(QueryBus).execute(new CompareVendorList(vendor));
      return describeList(compared, choose);
    },
    async legal({ publish }) {
      const store = rooms.get<EventStore>(EVENT_STORE);
      if (publish) await publishLegalPage(store, { ...publish, seen: undefined }, byCommandLine());
      return new LegalPages(store).newest();
    },
    'price-file': (options) => priceFile(rooms.get(QueryBus), commands, options),
    settings: () => Promise.resolve(settingDigests(rooms.get<Config>(CONFIG))),
  };
}

async function priceFile(
  queries: QueryBus,
  commands: CommandBus,
  { csv, apply }: PriceFileOptions,
): Promise<PriceFileReport> {
  if (csv === undefined) {
    const written = await queries.execute(new WritePriceFile());
    return { lines: [written.csv], right: true };
  }
  const preview = await queries.execute(new PreviewPriceFile(csv));
  const lines = describePreview(preview);
  if (preview.faults.length > 0) return { lines, right: false };
  if (!apply) return { lines, right: true };
  const context = byCommandLine();
  const change = changeByFile(preview, { ...apply, seen: preview.version }, context.now);
  const changed = await commands.execute(new ChangeCatalog(change, context));
  const done = apply.at === undefined ? 'changed' : 'scheduled';
  return { lines: [...lines, `${changed} plans are ${done}.`], right: true };
}

const COMMAND_LINE = { kind: 'admin', id: 'command-line' } as const;
const byCommandLine = (): EventContext => ({ ...systemContext(), actor: COMMAND_LINE });

/** `rebuild` throws when the rows differ from the log, unless `force` is set. */
export const projectorCommands = (projector: Pick<Projector, 'rebuild' | 'unpark'>): ProjectorCommands => ({
  async unpark({ view }) {
    const names = view === undefined ? views.map(({ name }) => name) : [view];
    const reports: UnparkReport[] = [];
    for (const name of names) reports.push(await projector.unpark(name));
    return reports;
  },
  async rebuild({ view, force }, progress) {
    const report = await projector.rebuild(view, {
      force,
      onProgress: ({ position, total }) => progress(`${position} of ${total} events`),
    });
    if (report.differing > 0)
      progress(`${report.differing} rows differ, for example ${report.examples.join(', ')}`);
    if (!report.swapped)
      throw new Error(`${view} differs from the log: it was left as it is; --force swaps all the same`);
    return report;
  },
});
