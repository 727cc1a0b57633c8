import type { Redis } from 'ioredis';
import { z } from 'zod';

/** What the worker that follows the log tells the api processes about vending. */
const Note = z.object({
  openPurchases: z.number(),
  position: z.number(),
  oldestOpenAt: z.string().optional(),
  /** Absent in what older workers tell. */
  waiting: z
    .array(z.object({ vendor: z.number(), purchases: z.number(), oldestAt: z.number() }))
    .readonly()
    .optional(),
  attempts: z
    .array(z.object({ vendor: z.number(), delivered: z.number(), failed: z.number() }))
    .readonly()
    .optional(),
});
export type DispatchStatus = z.output<typeof Note>;

/** What a worker knows of its own dispatching. */
export interface DispatchProgress {
  /** Whether it follows the log; what is open is known only then. */
  readonly follows: boolean;
  readonly openPurchases: number;
  /** ISO 8601; undefined when nothing is open. */
  readonly oldestOpenAt: string | undefined;
  /** What waits for which vendor, and since when, milliseconds since 1970. */
  readonly waiting: NonNullable<DispatchStatus['waiting']>;
  /** How the last attempts of each vendor ended. */
  readonly attempts: NonNullable<DispatchStatus['attempts']>;
  /** Everything in the log up to here has been reacted to. */
  readonly position: number;
}

const EVERY_MS = 1_000;
/** A note as old as this is worth nothing. */
const KEPT_MS = 6_000;

const keyOf = (prefix: string): string => `${prefix}:vending`;

/** Tells it every second for as long as this worker follows the log. Returns stop. */
export function publishDispatchStatus(
  client: Redis,
  health: () => DispatchProgress,
  prefix = 'ledger',
): () => void {
  const tell = (): void => {
    const { follows, openPurchases, position, oldestOpenAt, waiting, attempts } = health();
    if (!follows) return;
    const note: DispatchStatus = {
      openPurchases,
      position,
      waiting,
      attempts,
      ...(oldestOpenAt && { oldestOpenAt }),
    };
    client.set(keyOf(prefix), JSON.stringify(note), 'PX', KEPT_MS).catch(() => undefined);
  };
  const telling = setInterval(tell, EVERY_MS).unref();
  return () => clearInterval(telling);
}

/** What was told last; undefined while no worker follows the log, or Redis is away. */
export class DispatchStatusReader {
  private heard: DispatchStatus | undefined;
  private readonly asking: NodeJS.Timeout;

  constructor(
    private readonly client: Redis,
    private readonly prefix = 'ledger',
  ) {
    this.asking = setInterval(() => void this.ask(), EVERY_MS).unref();
    void this.ask();
  }

  get note(): DispatchStatus | undefined {
    return this.heard;
  }

  stop(): void {
    clearInterval(this.asking);
  }

  private async ask(): Promise<void> {
    const text = await this.client.get(keyOf(this.prefix)).catch(() => null);
    this.heard = text === null ? undefined : Note.parse(JSON.parse(text));
  }
}
