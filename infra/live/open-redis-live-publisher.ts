import { startRepeating } from '../host/timers.js';
import { openRedis, type OpenRedisOptions } from '../redis/open-redis.js';
import { type Committed, entryFields, ENTRIES_KEPT, type LiveEntry, streamKey } from './live-stream.js';

export interface OpenLivePublisherOptions extends Omit<OpenRedisOptions, 'name'> {
  /** What the keys of this installation begin with; default `ledger`. */
  readonly prefix?: string;
  /** How often the position is told while nothing changes; default 2 s. */
  readonly beatMs?: number;
}

export interface LivePublisher {
  /** Tells every api process. Returns at once and never fails: what Redis does not take shows there as a gap. */
  publish(committed: Committed): void;
  connected(): boolean;
  close(): Promise<void>;
}

const BEAT_MS = 2_000;

/** The projector's side of live updates between processes. @throws RedisUnsuitable */
export async function openRedisLivePublisher(options: OpenLivePublisherOptions): Promise<LivePublisher> {
  const { prefix = 'ledger', beatMs = BEAT_MS } = options;
  const redis = await openRedis({ ...options, name: 'live-publisher' });
  let published: number | undefined;

  const add = (entry: LiveEntry): void => {
    const kept = ['MAXLEN', '~', ENTRIES_KEPT] as const;
    redis.client.xadd(streamKey(prefix), ...kept, '*', ...entryFields(entry)).catch(() => undefined);
  };
  /** So that whoever missed the last entry, or has just begun, learns where the lists are. */
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
