import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import {
  type BeforeAppend,
  eventReader,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { LedgerRefused } from '../../../infra/ledger-id/ledger-id.js';
import { FIRST_STORED_BY } from '../../ledger/event-versions.js';
import { LEDGER_STREAM, type LedgerStartEvent, type OldestVersionNamed } from '../../ledger/ledger.events.js';

type Read = Pick<EventStore, 'readStream'>;

const ledgerEvent = eventReader<LedgerStartEvent>({ LedgerBegun: true, OldestVersionNamed: true });

/** Both versions are `major.minor.patch`. */
export const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0;

async function loadNamed(
  store: Read,
): Promise<StreamHead & { readonly named: OldestVersionNamed | undefined }> {
  const events = await store.readStream(LEDGER_STREAM);
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  let named: OldestVersionNamed | undefined;
  for (const event of events.map(ledgerEvent))
    if (event?.type === 'OldestVersionNamed' && (!named || isNewer(event.data.version, named.version)))
      named = event.data;
  return { revision, hash, named };
}

/**
 * Returns a function to call before storing events. Before the first event of a new type, the function stores
 * `OldestVersionNamed`, so that older versions refuse to start.
 * @throws LedgerRefused when the ledger requires a newer version
 */
export async function oldestVersion(
  store: Read & Pick<EventStore, 'append'>,
  own: string,
  firstStoredBy: Readonly<Record<string, string>> = FIRST_STORED_BY,
): Promise<BeforeAppend> {
  const { named } = await loadNamed(store);
  if (named && isNewer(named.version, own))
    throw new LedgerRefused(
      `this is version ${own}, and the ledger holds events of version ${named.version} (${named.type}): start version ${named.version} or newer, or restore a backup that was made before the upgrade`,
    );
  let known = named?.version;
  const firsts = new Map(Object.entries(firstStoredBy));
  return (events) => {
    let newest: OldestVersionNamed | undefined;
    for (const { type } of events) {
      const version = firsts.get(type);
      const isNews = version !== undefined && (known === undefined || isNewer(version, known));
      if (isNews && (!newest || isNewer(version, newest.version))) newest = { version, type };
    }
    return newest && name(store, newest).then((version) => void (known = version));
  };
}

async function name(store: Read & Pick<EventStore, 'append'>, naming: OldestVersionNamed): Promise<string> {
  const { loaded, events } = await decideAndAppend(store, {
    stream: LEDGER_STREAM,
    load: () => loadNamed(store),
    decide: ({ named }) =>
      named && !isNewer(naming.version, named.version)
        ? []
        : [fact('OldestVersionNamed', naming, systemContext())],
  });
  return events.length > 0 || !loaded.named ? naming.version : loaded.named.version;
}
