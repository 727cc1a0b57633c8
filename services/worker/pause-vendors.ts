import { systemContext } from '../../infra/event-store/event-context.js';
import { sleep } from '../../infra/host/timers.js';
import type { Catalog } from '../catalog/catalog.js';
import type { CatalogStream } from '../catalog/catalog-stream.js';
import { type Evidence, judgeVendors, type PauseRules } from '../catalog/routing/automatic-pause.decider.js';
import type { Kobo } from '../contracts/money.js';
import type { AskedFloats } from '../purchases/lookup/vendor-floats.js';

export interface PauseVendorsOptions {
  readonly catalog: Pick<Catalog, 'state' | 'vendors'>;
  readonly stream: Pick<CatalogStream, 'decide'>;
  readonly attempts: Pick<Evidence, 'tally' | 'probes'>;
  /** What vendors hold for us, asked of them about once a minute; only called where a float pauses. */
  readonly floats: () => Promise<AskedFloats>;
  readonly rules: PauseRules;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
/** An answer as old as this says nothing any more: they are asked again long before. */
const FLOAT_STALE_MS = 180_000;

/**
 * Pauses vendors that fail or run dry, and resumes them, for as long as this process follows the log: it knows how attempts end. Two at
 * once decide the same once, each on what is stored.
 */
export class PauseVendors {
  private asked: AskedFloats | undefined;

  constructor(private readonly options: PauseVendorsOptions) {}

  /** Looks again and again until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { onFault, everyMs = EVERY_MS } = this.options;
    while (!signal.aborted) {
      await this.look().catch(onFault);
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One look, and what follows from it. Costs nothing beyond memory while nothing does, but for the floats. */
  async look(): Promise<void> {
    const { catalog, stream, floats, rules, now, onFault } = this.options;
    // Who fails is judged all the same.
    if (rules.float > 0n) this.asked = await floats().catch((error: unknown) => void onFault(error));
    if (this.judged(catalog.state).length === 0) return;
    await stream.decide((state) => this.judged(state), systemContext(new Date(now())));
  }

  /** On what is known at this moment: an append before it may have taken minutes. */
  private judged(state: Catalog['state']): ReturnType<typeof judgeVendors> {
    const { catalog, attempts, rules, now } = this.options;
    const nowMs = now();
    const evidence: Evidence = {
      tally: (...asked) => attempts.tally(...asked),
      probes: (...asked) => attempts.probes(...asked),
      held: (vendor) => this.heldBy(vendor, nowMs),
    };
    return judgeVendors(state, catalog.vendors(), evidence, rules, nowMs);
  }

  private heldBy(vendor: number, nowMs: number): Kobo | undefined {
    const { asked } = this;
    if (!asked || nowMs - asked.askedAtMs >= FLOAT_STALE_MS) return undefined;
    return asked.floats.find(({ code }) => code === vendor)?.balance;
  }
}
