import type { EventStore } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';

const PAGE = 5_000;
const WANTED = { wants: (type: string) => type === 'UserRegistered' };

export interface StaffMember {
  readonly userId: string;
  /** Role at registration. */
  readonly role: 'admin' | 'auditor';
}

/** Finds all administrators and auditors in the log. Each call reads only events that no earlier call has read. */
export class Staff {
  private readonly known = new Map<string, StaffMember>();
  private position = 0;
  private reading = Promise.resolve();

  constructor(private readonly store: Pick<EventStore, 'readAll' | 'readWanted'>) {}

  async all(): Promise<readonly StaffMember[]> {
    // Parallel calls wait for each other. Otherwise, one of them could return before the first reading has ended.
    this.reading = this.reading.catch(() => undefined).then(() => this.readOn());
    await this.reading;
    return Array.from(this.known.values());
  }

  private async readOn(): Promise<void> {
    const { store } = this;
    for (;;) {
      const events =
        (await store.readWanted?.(this.position, PAGE, WANTED)) ?? (await store.readAll(this.position, PAGE));
      for (const { type, data } of events) {
        const { userId, role } = data;
        if (type === 'UserRegistered' && (role === 'admin' || role === 'auditor'))
          this.known.set(String(userId), { userId: String(userId), role });
      }
      const position = events.at(-1)?.position ?? 0;
      if (position <= this.position) return;
      this.position = position;
      // Let other requests run between two pages of a long log.
      await breathe();
    }
  }
}
