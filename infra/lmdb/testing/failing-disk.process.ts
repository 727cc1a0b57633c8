import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLmdbKeyVault } from '../../crypto/open-lmdb-key-vault.js';
import { NO_STREAM } from '../../event-store/event-store.js';
import { openLmdbEventStore } from '../../event-store/lmdb/open-lmdb-event-store.js';
import { newEvents, newStream } from '../../event-store/testing/new-event.js';
import { openLmdbInbox } from '../../inbox/open-lmdb-inbox.js';
import { openLmdbSessions } from '../../sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../snapshots/open-lmdb-snapshots.js';
import { DiskSpace } from '../disk-space.js';

/** `node failing-disk.process.js <parent> <ms between measurements>` */
const [parent = '', measureEveryMs = ''] = process.argv.slice(2);
let unhandled = 0;
process.on('unhandledRejection', () => (unhandled += 1));

const spaces: DiskSpace[] = [];
const on = (name: string) => {
  const dir = join(parent, name);
  const space = new DiskSpace({ dir, reserveBytes: 1, measureEveryMs: Number(measureEveryMs) });
  spaces.push(space);
  return { dir, space };
};
const mustReopen = (): boolean => spaces.some((space) => space.mustReopen);
const eventStore = await openLmdbEventStore(on('events'));
const vault = await openLmdbKeyVault(on('keys'));
const snapshots = openLmdbSnapshots(on('snapshots'));
const inbox = openLmdbInbox(on('inbox'));
const { sessions, tries, counters, limits, close } = openLmdbSessions(on('sessions'));

let n = 0;
let stored = 0;
let signedIn = '';
const text = 'x'.repeat(5_000);
const session = (id: string) => ({ id, userId: 'ada', role: 'user', startedAt: 1, lastSeenAt: 1 }) as const;
const message = (id: string) => ({ id, from: 'monnify', receivedAt: 1, sealed: text }) as const;
const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
  append: () =>
    eventStore.append(newStream(), NO_STREAM, newEvents(1)).then(() => {
      stored += 1;
    }),
  key: () => vault.createKey(`person-${n}`),
  snapshot: () => Promise.all([snapshots.save('wallet', { text }), snapshots.save(`wallet-${n}`, { text })]),
  'no snapshot': () => snapshots.remove(`wallet-${n - 1}`),
  message: () => inbox.store(message(`m${n}`)),
  'no session': () => Promise.resolve(sessions.delete(signedIn)),
  session: async () => {
    await sessions.put(session(`s${n}`));
    signedIn = `s${n}`;
  },
  try: async () => tries.judge(`user-${n}`, false, { max: 9, locksMs: [] }, 1),
  counter: () => counters.advance('passkey', n),
  limit: () => limits.take(`login-${n}`, { max: 5, windowMs: 60_000 }),
};

async function write(): Promise<Record<string, string>> {
  n += 1;
  const answers: Record<string, string> = {};
  for (const [name, begin] of Object.entries(WRITES))
    answers[name] = await begin().then(
      () => 'stored',
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );
  return answers;
}

async function read(): Promise<boolean> {
  const garbage = Array.from({ length: 200 }, (_, at) => Buffer.allocUnsafeSlow(at * 97));
  const found = [
    (await eventStore.lastPosition()) >= stored,
    (await snapshots.load('wallet')) !== undefined,
    (await inbox.get('m1')) !== undefined,
    (await sessions.idsOf('ada')).length > 0,
    garbage.length > 0,
  ];
  vault.seal('person-1', { text: 'text' });
  return !found.includes(false);
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = line === 'write' ? await write() : line === 'read' ? await read() : undefined;
  if (answer === undefined) break;
  await new Promise((resolve) => setImmediate(resolve));
  process.stdout.write(`${JSON.stringify({ answer, unhandled, mustReopen: mustReopen() })}\n`);
}
await Promise.all([eventStore.close(), vault.close(), snapshots.close(), inbox.close(), close()]);
process.stdout.write(`${JSON.stringify({ answer: 'closed', unhandled })}\n`);
process.exit(0);
