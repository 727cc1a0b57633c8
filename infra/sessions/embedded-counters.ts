import type { CounterStore } from './session-store.js';

/** Where counters survive a restart. Resolves after it is durable. */
export interface KeptCounters {
  get(subject: string): number | undefined;
  put(subject: string, counter: number): Promise<unknown>;
}

/** Counters of the only process. */
export class EmbeddedCounters implements CounterStore {
  /** Numbers that are being stored: the store does not show them yet. */
  private readonly storing = new Map<string, number>();

  constructor(private readonly kept: KeptCounters) {}

  async advance(subject: string, to: number): Promise<boolean> {
    const noted = Math.max(this.storing.get(subject) ?? 0, this.kept.get(subject) ?? 0);
    if (to <= noted) return to === 0 && noted === 0;
    this.storing.set(subject, to);
    await this.kept.put(subject, to).finally(() => {
      if (this.storing.get(subject) === to) this.storing.delete(subject);
    });
    return true;
  }
}
