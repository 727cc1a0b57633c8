import type { Redis } from 'ioredis';
import { monotonicMs } from '../host/clock.js';
import { sleep, startTimer } from '../host/timers.js';
import { openRedis, type OpenRedisOptions } from '../redis/open-redis.js';
import type { LiveHub } from './live-hub.js';
import { type LiveEntry, readEntry, streamKey } from './live-stream.js';

export interface FollowRedisLiveOptions extends Omit<OpenRedisOptions, 'name'> {
  readonly liveHub: LiveHub;
  readonly prefix?: string;
}

export interface FollowedLive {
  connected(): boolean;
  /** Milliseconds since the last entry of the Redis stream arrived. Infinity before the first entry. */
  silentMs(): number;
  close(): Promise<void>;
}

type Entry = [id: string, fields: string[]];

const BLOCK_MS = 2_000;
const HANGING_MS = 2 * BLOCK_MS;
const RETRY_MS = 200;
const PAGE = 1_000;

/**
 * Reads the whole Redis stream first, so that a browser can resume with an event id from another process.
 * @throws RedisUnsuitable
 */
export async function followRedisLive(options: FollowRedisLiveOptions): Promise<FollowedLive> {
  const { liveHub, prefix = 'ledger' } = options;
  const redis = await openRedis({ ...options, name: 'live-follower' });
  const key = streamKey(prefix);
  const feed = new Feed(liveHub);
  for (let page: Entry[] | undefined; !page || page.length === PAGE;) {
    page = await redis.client.xrange(key, `(${feed.lastId}`, '+', 'COUNT', PAGE);
    feed.take(page);
  }
  const stopping = new AbortController();
  const following = keepReading(redis.patient('live-follower-blocking'), key, feed, stopping.signal);
  return {
    connected: redis.connected,
    silentMs: () => monotonicMs() - feed.heardAt,
    close: async () => {
      stopping.abort();
      await redis.close();
      await following;
    },
  };
}

async function keepReading(client: Redis, key: string, feed: Feed, signal: AbortSignal): Promise<void> {
  // On abort, stop waiting for `xread`, because `xread` may never settle on a closed connection.
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  while (!signal.aborted) {
    const hanging = startTimer(() => client.disconnect(true), HANGING_MS);
    try {
      const reading = client.xread('COUNT', PAGE, 'BLOCK', BLOCK_MS, 'STREAMS', key, feed.lastId);
      reading.catch(() => undefined);
      const answer = await Promise.race([reading, aborted]);
      for (const [, entries] of (answer ?? []) as [string, Entry[]][]) feed.take(entries);
    } catch {
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    } finally {
      hanging.cancel();
    }
  }
}

class Feed {
  lastId = '0-0';
  heardAt = -Infinity;
  private begun = false;

  constructor(private readonly liveHub: LiveHub) {}

  take(entries: readonly Entry[]): void {
    for (const [id, fields] of entries) {
      this.lastId = id;
      this.tell(readEntry(fields));
    }
    if (entries.length > 0) this.heardAt = monotonicMs();
  }

  private tell({ from, position, changes }: LiveEntry): void {
    if (!this.begun) this.liveHub.publish({ position: from, changes: [] });
    else if (from > this.liveHub.position) this.liveHub.restart(from);
    this.begun = true;
    this.liveHub.publish({ position, changes });
  }
}
