import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { startRepeating, type Timer } from '../../infra/host/timers.js';

const EVERY_MS = 1_000;
/** A note as old as this is worth nothing. */
const KEPT_MS = 6_000;

/** What one process of a cluster tells the others of itself, and where. */
export interface StatusNote<Status> {
  /** Part of the key in Redis. */
  readonly name: string;
  readonly shape: z.ZodType<Status>;
}

const keyOf = (prefix: string, name: string): string => `${prefix}:${name}`;

/**
 * Tells it every second. Returns stop.
 * @param status undefined while it is not this process that has to tell: what was told before then goes away by itself
 */
export function publishNote<Status>(
  client: Redis,
  { name }: StatusNote<Status>,
  status: () => Status | undefined,
  prefix = 'ledger',
): () => void {
  const tell = (): void => {
    const told = status();
    if (told === undefined) return;
    client.set(keyOf(prefix, name), JSON.stringify(told), 'PX', KEPT_MS).catch(() => undefined);
  };
  const telling = startRepeating(tell, EVERY_MS).unref();
  return () => telling.cancel();
}

/** What was told last; undefined while nobody tells, or Redis is away. */
export class NoteReader<Status> {
  private heard: Status | undefined;
  private readonly asking: Timer;

  constructor(
    private readonly client: Redis,
    private readonly of: StatusNote<Status>,
    private readonly prefix = 'ledger',
  ) {
    this.asking = startRepeating(() => void this.ask(), EVERY_MS).unref();
    void this.ask();
  }

  get note(): Status | undefined {
    return this.heard;
  }

  stop(): void {
    this.asking.cancel();
  }

  private async ask(): Promise<void> {
    const text = await this.client.get(keyOf(this.prefix, this.of.name)).catch(() => null);
    this.heard = text === null ? undefined : this.read(text);
  }

  /** Undefined where a process of another version told it. */
  private read(text: string): Status | undefined {
    try {
      return this.of.shape.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
