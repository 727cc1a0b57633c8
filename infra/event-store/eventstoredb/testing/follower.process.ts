import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStoreDb } from '../open-eventstoredb.js';

/**
 * Usage: `node follower.process.js <url> <count> [window bytes]`. Follows the ledger until `count` events arrived.
 * Prints `ready`, then `followed <count> <digest of all positions, ids and hashes>`, and with a window
 * `current` as soon as no event is missing. Must end by itself.
 */
const [url = '', wanted = '0', window] = process.argv.slice(2);
const store = await openEventStoreDb({
  url,
  heartbeatMs: 500,
  openWithinMs: 3_600_000,
  ...(window && { windowBytes: Number(window) }),
});
process.stdout.write('ready\n');
const digest = createHash('sha256');
let count = 0;
// Aborts when the parent process closes stdin.
const orphaned = new AbortController();
process.stdin.resume().once('end', () => orphaned.abort());
for await (const batch of store.follow({ after: 0, signal: orphaned.signal })) {
  for (const { position, id, hash } of batch) {
    count += 1;
    if (count <= Number(wanted)) digest.update(`${position} ${id} ${hash}\n`);
  }
  if (count >= Number(wanted)) break;
}
process.stdout.write(`followed ${count} ${digest.digest('hex')}\n`);
if (window) {
  while (store.lateMs() > 0) await sleep(5);
  process.stdout.write('current\n');
}
await store.close();
process.stdin.destroy();
