import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { now } from '../../infra/host/clock.js';
import { Administrators } from '../administrators/administrators.js';
import { Catalog } from '../catalog/catalog.js';
import { ChangeCatalog } from '../catalog/change-catalog.handler.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { InstallationPrices } from '../catalog/installation-prices.js';
import { SERVICES } from '../contracts/services.js';
import { CreateUserHandler } from '../customers/registration/create-user.handler.js';
import { MarkEmailVerifiedHandler } from '../customers/registration/verify-email.handler.js';
import { Users } from '../customers/users.js';
import { startProjector } from '../projector/start-projector.js';
import { fillDemoLedger } from '../purchases/demo/demo-ledger.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { type Config, foldersOf } from '../runtime/config.js';
import { openEmbeddedStores } from '../runtime/stores/embedded-stores.js';
import { whenEmptyFor } from '../runtime/stores/own-log.js';
import { openRooms } from '../runtime/stores/stores.module.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { AdministratorsAtWork } from './demo/demo-office.js';
import { lockUnserved } from './control-socket.js';
import type { LedgerCommands } from './ledger-commands.js';
import {
  ledgerCommands,
  type ProjectorCommands,
  projectorCommands,
  ROOMS_CHANGED,
} from './standalone-commands.js';

const DEMO_DAYS_MAX = 730;

export async function withOfflineCommands<Result>(
  config: Config,
  name: keyof LedgerCommands,
  progress: (line: string) => void,
  work: (commands: LedgerCommands) => Promise<Result>,
): Promise<Result> {
  const lock = await lockUnserved(config.dataDir);
  try {
    const whenEmpty = whenEmptyFor(name, config);
    const report = (message: string): void => void process.stderr.write(`${message}\n`);
    const stores = await openEmbeddedStores({ config, lock, whenEmpty, onUnwritten: progress, report });
    const rooms = await openRooms(stores, ROOMS_CHANGED);
    try {
      return await work(offlineCommands(rooms));
    } finally {
      await rooms.close();
      await stores.close();
    }
  } finally {
    lock.release();
  }
}

function offlineCommands(rooms: INestApplicationContext): LedgerCommands {
  const projecting = async <Result>(
    onFault: (message: string) => void,
    work: (commands: ProjectorCommands) => Promise<Result>,
  ): Promise<Result> => {
    const { events, keys, readModels } = foldersOf(rooms.get<Config>(CONFIG));
    const dirs = { events, keys, readModels };
    const projector = await startProjector({ dirs, onCommitted: () => undefined, onFault });
    try {
      return await work(projectorCommands(projector));
    } finally {
      await projector.stop();
    }
  };
  const demo: LedgerCommands['demo'] = async ({ days }, progress) => {
    const config = rooms.get<Config>(CONFIG);
    if (config.production) throw new Error('demo never runs in production');
    if (!Number.isInteger(days) || days < 1 || days > DEMO_DAYS_MAX)
      throw new Error(`--days: must be a whole number from 1 to ${DEMO_DAYS_MAX}`);
    const prices = rooms.get(Catalog);
    const shared = {
      eventStore: rooms.get<EventStore>(EVENT_STORE),
      vault: rooms.get<KeyVault>(KEY_VAULT),
      wallets: rooms.get(WalletStreams),
      prices,
      days,
      now: now(),
    };
    const office = new AdministratorsAtWork({
      ...shared,
      users: rooms.get(Users),
      administrators: rooms.get(Administrators),
      register: rooms.get(CreateUserHandler),
      verifyEmail: rooms.get(MarkEmailVerifiedHandler),
      charge: rooms.get(FundingTerms).charge,
      vendors: () => {
        const first = new Set(SERVICES.map((service) => prices.activeVendor(service)));
        return prices.vendors().map(({ code, services }) => ({ code, services, first: first.has(code) }));
      },
      changeCatalog: (change, context) => rooms.get(CommandBus).execute(new ChangeCatalog(change, context)),
    });
    return fillDemoLedger({
      ...shared,
      office,
      secrets: rooms.get<Secrets>(SECRETS),
      purchases: rooms.get(PurchaseStreams),
      ownPrices: new InstallationPrices(prices, config),
      onProgress: progress,
    });
  };
  const commands = ledgerCommands(rooms, {
    rebuild: (options, progress) => projecting(progress, (commands) => commands.rebuild(options, progress)),
    unpark: (options, progress) => projecting(progress, (commands) => commands.unpark(options, progress)),
  });
  return { ...commands, demo };
}
