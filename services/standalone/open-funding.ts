import type { Logger } from 'pino';
import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import type { DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { openLmdbInbox } from '../../infra/inbox/open-lmdb-inbox.js';
import { Users } from '../accounts/users.js';
import { startFunding } from '../funding/start-funding.js';
import type { Funding } from '../funding/start-funding.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { foldersOf } from './open-ledger.js';
import type { OpenLedger } from './open-ledger.js';

/** Money coming in, with the inbox it keeps its evidence in. */
export async function openFunding(ledger: OpenLedger, logger: Logger): Promise<Funding> {
  const { config, eventStore, vault, snapshots } = ledger;
  const inbox = openLmdbInbox({ dir: foldersOf(config).inbox });
  const funding = await startFunding({
    ...{ config, eventStore, vault, logger, inbox },
    wallets: ledger.get(WalletStreams),
    users: ledger.get(Users),
    checkpoints: checkpointsIn(snapshots as DisposableValues),
  });
  return {
    ...funding,
    async stop() {
      await funding.stop();
      await inbox.close();
    },
  };
}
