import { startRepeating } from '../host/timers.js';
import { openRedis, type OpenRedisOptions } from '../redis/open-redis.js';
import { type Committed, entryFields, ENTRIES_KEPT, type LiveEntry, streamKey } from './live-stream.js';

export interface OpenLivePublisherOptions extends Omit<OpenRedisOptions, 'name'> {
  readonly prefix?: string;
  readonly beatMs?: number;
}

export interface LivePublisher {
  /**
   * Publishes without waiting, and never fails. A gap between the positions of two entries tells readers that
   * an entry was lost.
   */
  publish(committed: Committed): void;
  connected(): boolean;
  close(): Promise<void>;
}

const BEAT_MS = 2_000;

/** @throws RedisUnsuitable */
export async function openRedisLivePublisher(options: OpenLivePublisherOptions): Promise<LivePublisher> {
  const { prefix = 'ledger', beatMs = BEAT_MS } = options;
  const redis = await openRedis({ ...options, name: 'live-publisher' });
  let published: number | undefined;

  const add = (entry: LiveEntry): void => {
    const kept = ['MAXLEN', '~', ENTRIES_KEPT] as const;
    redis.client.xadd(streamKey(prefix), ...kept, '*', ...entryFields(entry)).catch(() => undefined);
  };
  const beat = (): void => {
    if (published !== undefined) add({ from: published, position: published, changes: [] });
  };
  const beating = startRepeating(beat, beatMs).unref();
  redis.client.on('ready', beat);

  return {
    publish({ position, changes }) {
      add({ from: published ?? position, position, changes });
      published = position;
    },
    connected: redis.connected,
    close: () => {
      beating.cancel();
      return redis.close();
    },
  };
}
