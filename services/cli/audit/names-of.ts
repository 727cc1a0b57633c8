import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import { openMongoKeyVault } from '../../../infra/crypto/open-mongo-key-vault.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { loadMasterKey } from '../../../infra/crypto/secrets.js';
import type { AuditEventRow } from '../../contracts/admin/audit-event.contract.js';
import { userEvent, userStream } from '../../customers/user.events.js';
import { foldUser, nameOf } from '../../customers/user.state.js';
import { type Config, foldersOf } from '../../runtime/config.js';
import type { LedgerReader } from '../reading-commands.js';

type Actor = AuditEventRow['actor'];
type Named = { readonly id: string; readonly name: string };

export async function namesOf(
  config: Config,
  store: LedgerReader,
  actors: readonly Actor[],
): Promise<Named[]> {
  const colleagues = actors.filter(({ kind }) => kind === 'admin' || kind === 'auditor');
  if (colleagues.length === 0) return [];
  const vault = await openVault(config).catch(() => undefined);
  if (!vault) return [];
  try {
    await vault.loadKeys(colleagues.map(({ id }) => id));
    const named: Named[] = [];
    for (const { id } of colleagues) {
      const events = await store.readStream(userStream(id));
      const person = foldUser(events.map(userEvent), (sealed) => vault.open(id, sealed));
      if (person) named.push({ id, name: nameOf(person) });
    }
    return named.filter(({ name }) => name !== '');
  } finally {
    await vault.close();
  }
}

async function openVault({ cluster, ...config }: Config): Promise<KeyVault & { close(): Promise<void> }> {
  if (!cluster) return openLmdbKeyVault({ dir: foldersOf(config).keys, readOnly: true });
  const masterKey = cluster.masterKey ?? loadMasterKey(config.secretsDir);
  return openMongoKeyVault({ url: cluster.mongoUrl, masterKey: Buffer.from(masterKey) });
}
