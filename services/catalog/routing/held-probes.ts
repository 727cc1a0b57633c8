import type { Service } from '../../contracts/services.js';
import { type Pause, pauseKey } from './vendor-pause.state.js';

/** A vendor that this process wanted to ask and passed over. */
export interface PassedOver {
  readonly service: Service;
  readonly vendor: number;
}

interface Held {
  readonly probeId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Which paused vendors one purchase of this process may try, and which it would like to. In memory: asking costs nothing. */
export class HeldProbes {
  private readonly held = new Map<string, Held>();
  private readonly wanted = new Map<string, PassedOver>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether the vendor may be asked although it is paused; when not, it is remembered that somebody wanted to. */
  mayAsk({ service, vendor, automatic }: Pause, isWanted: boolean): boolean {
    if (!automatic) return false;
    const key = pauseKey(service, vendor);
    const held = this.held.get(key);
    if (held && held.probeId === automatic.probe?.id && this.now() < held.until) return true;
    if (held) this.held.delete(key);
    if (isWanted) this.wanted.set(key, { service, vendor });
    return false;
  }

  /** One purchase of this process may try it, until the moment. */
  hold(service: Service, vendor: number, probeId: string, until: number): void {
    this.held.set(pauseKey(service, vendor), { probeId, until });
  }

  /**
   * Says that a purchase is sent to the vendor: nobody else tries it. Called without waiting for anything after the vendor was named.
   * @returns gives it back, when the purchase was not accepted; undefined when there was no probe
   */
  take(service: Service, vendor: number): (() => void) | undefined {
    const key = pauseKey(service, vendor);
    const held = this.held.get(key);
    if (!held || !this.held.delete(key)) return undefined;
    return () => {
      if (!this.held.has(key)) this.held.set(key, held);
    };
  }

  /** What was passed over since the last call. */
  takeWanted(): readonly PassedOver[] {
    if (this.wanted.size === 0) return [];
    const passedOver = [...this.wanted.values()];
    this.wanted.clear();
    return passedOver;
  }
}
