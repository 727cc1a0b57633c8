import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { startRepeating, type Timer } from '../../infra/host/timers.js';

const EVERY_MS = 1_000;
/** Milliseconds for which Redis keeps a published status. */
const KEPT_MS = 6_000;

export interface StatusNote<Status> {
  readonly name: string;
  readonly shape: z.ZodType<Status>;
}

const keyOf = (prefix: string, name: string): string => `${prefix}:${name}`;

/** Returns a function that stops the publishing. */
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

/**
 * Reads a published status into `note` every second. `note` is undefined when no status is published or Redis
 * does not answer.
 */
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

  private read(text: string): Status | undefined {
    try {
      return this.of.shape.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
