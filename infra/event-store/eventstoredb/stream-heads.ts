import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../../limits/bounded-cache.js';
import type { RecordedEvent, StreamHead } from '../event-store.js';
import { NO_STREAM } from '../event-store.js';
import { LogDamaged } from './connection/store-failures.js';

const HEADS_MAX = 50_000;

export class KnownHeads {
  private readonly heads = boundedCache<string, StreamHead>(HEADS_MAX);

  get(stream: string): StreamHead | undefined {
    return this.heads.get(stream);
  }

  learn(stream: string, head: StreamHead): void {
    // Keep the head (last event) with the higher revision, or the newer of two equal ones.
    if (head.revision >= 0 && head.revision >= (this.heads.get(stream)?.revision ?? -1))
      this.heads.set(stream, head);
  }
}

/**
 * Checks that each event continues its stream, by revision and `previousHash`. Checks only streams with a
 * cached head.
 */
export class ChainWatch {
  private readonly heads: LRUCache<string, StreamHead>;
  private forgets: boolean;

  constructor(fromFirstEvent: boolean, most = HEADS_MAX) {
    this.forgets = !fromFirstEvent;
    this.heads = boundedCache<string, StreamHead>(most, {
      dispose: (_head, _stream, reason) => {
        if (reason === 'evict') this.forgets = true;
      },
    });
  }

  /** @throws LogDamaged */
  check({ stream, revision, previousHash, hash }: RecordedEvent): void {
    const before = this.heads.get(stream) ?? (revision === 0 || !this.forgets ? NO_STREAM : undefined);
    if (before && revision !== before.revision + 1)
      throw new LogDamaged(
        `stream ${stream} has a gap: revision ${before.revision} is followed by ${revision}`,
      );
    if (before && previousHash !== before.hash)
      throw new LogDamaged(`stream ${stream} revision ${revision} does not continue the event before it`);
    this.heads.set(stream, { revision, hash });
  }
}
