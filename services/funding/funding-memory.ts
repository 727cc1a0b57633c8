import type { Checkpoint, Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { EventStore } from '../../infra/event-store/event-store.js';

interface State {
  readonly open: readonly string[];
  readonly sweptUntil: number | null;
}

/**
 * What is kept over a restart, and could be derived again: which payments are open up to a position of the log, and
 * until when the provider's list was read. Every report of a payment is written by this process, so once the log was
 * read to its end, the payments in memory are all there are.
 */
export class FundingMemory {
  sweptUntil: number | undefined;
  /** The log was read up to its end. */
  recovered = false;
  private readonly kept: { readonly position: number; readonly open: readonly string[] };

  private constructor(
    private readonly checkpoints: Checkpoints,
    private readonly name: string,
    private readonly eventStore: EventStore,
    private readonly openNow: () => readonly string[],
    checkpoint: Checkpoint | undefined,
  ) {
    const state = checkpoint?.state as State | undefined;
    this.kept = { position: checkpoint?.position ?? 0, open: state?.open ?? [] };
    this.sweptUntil = state?.sweptUntil ?? undefined;
  }

  static async open(
    checkpoints: Checkpoints,
    provider: string,
    eventStore: EventStore,
    openNow: () => readonly string[],
  ): Promise<FundingMemory> {
    const name = `funding-${provider}`;
    return new FundingMemory(checkpoints, name, eventStore, openNow, await checkpoints.load(name));
  }

  /** What the last run left. */
  known(): { readonly position: number; readonly open: readonly string[] } {
    return this.kept;
  }

  async save(): Promise<void> {
    const sweptUntil = this.sweptUntil ?? null;
    // The position is read before the payments: one reported in between is in both, which does no harm.
    const position = this.recovered ? await this.eventStore.lastPosition() : this.kept.position;
    const open = this.recovered ? [...this.openNow()] : [...new Set([...this.kept.open, ...this.openNow()])];
    await this.checkpoints.save(this.name, { position, state: { open, sweptUntil } });
  }
}
