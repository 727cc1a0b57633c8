import { systemContext } from '../../infra/event-store/event-context.js';
import { sleep } from '../../infra/host/timers.js';
import type { Catalog } from '../catalog/catalog.js';
import type { CatalogStream } from '../catalog/catalog-stream.js';
import { type Evidence, judgeVendors, type PauseRules } from '../catalog/routing/automatic-pause.decider.js';
import { judgeRefusals, type RefusalEvidence } from '../catalog/refusals/refusal.decider.js';
import type { CatalogEventDraft } from '../catalog/catalog.events.js';
import type { Kobo } from '../contracts/money.js';
import type { AskedFloats } from '../purchases/lookup/vendor-floats.js';

export interface PauseVendorsOptions {
  readonly catalog: Pick<Catalog, 'state' | 'vendors'>;
  readonly stream: Pick<CatalogStream, 'decide'>;
  readonly attempts: Pick<Evidence, 'probes' | 'silence' | 'tally'> & Pick<RefusalEvidence, 'refusals'>;
  /** Queries the balances of our accounts at all vendors. Called about once a minute. */
  readonly floats: () => Promise<AskedFloats>;
  readonly rules: PauseRules;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  /**
   * Called after the worker has paused our account at a vendor or stopped a product, because the vendor
   * refused orders.
   */
  readonly onRefused?: (refused: { readonly vendor: number; readonly reason: string }) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
/** Age in milliseconds from which a vendor balance is not used any more. */
const FLOAT_STALE_MS = 180_000;

/**
 * `decide` reads all stored pauses, and decides again when another process has stored an event meanwhile. Two
 * processes therefore never pause the same vendor twice.
 */
export class PauseVendors {
  private asked: AskedFloats | undefined;

  constructor(private readonly options: PauseVendorsOptions) {}

  async run(signal: AbortSignal): Promise<void> {
    const { onFault, everyMs = EVERY_MS } = this.options;
    while (!signal.aborted) {
      await this.look().catch(onFault);
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async look(): Promise<void> {
    const { catalog, stream, floats, rules, now, onFault } = this.options;
    // Ignore a failure to read the balances, because vendors must be judged even without balances.
    if (rules.float > 0n || isToBeFilled(catalog.state))
      this.asked = await floats().catch((error: unknown) => void onFault(error));
    if (this.judged(catalog.state).length === 0) return;
    const stored = await stream.decide((state) => this.judged(state), systemContext(new Date(now())));
    this.report(new Set(stored.map(({ id }) => id)));
  }

  /**
   * Decides which vendors to pause or resume. Each call reads the current time, because `decide` may call
   * this method again minutes later.
   */
  private judged(state: Catalog['state']): readonly CatalogEventDraft[] {
    const { catalog, attempts, rules, now } = this.options;
    const nowMs = now();
    const evidence: Evidence = {
      tally: (...asked) => attempts.tally(...asked),
      probes: (...asked) => attempts.probes(...asked),
      silence: (...asked) => attempts.silence(...asked),
      held: (vendor) => this.heldBy(vendor, nowMs),
    };
    const refused: RefusalEvidence = {
      refusals: () => attempts.refusals(),
      heldSince: (vendor, sinceMs) =>
        (this.asked?.askedAtMs ?? 0) > sinceMs ? this.heldBy(vendor, nowMs) : undefined,
    };
    return [
      ...judgeVendors(state, catalog.vendors(), evidence, rules, nowMs),
      ...judgeRefusals(state, refused, nowMs),
    ];
  }

  private report(stored: ReadonlySet<string>): void {
    const { accountPauses, refusedProducts } = this.options.catalog.state;
    for (const refused of [...accountPauses.values(), ...refusedProducts.values()])
      if (stored.has(refused.id)) this.options.onRefused?.(refused);
  }

  private heldBy(vendor: number, nowMs: number): Kobo | undefined {
    const { asked } = this;
    if (!asked || Math.abs(nowMs - asked.askedAtMs) >= FLOAT_STALE_MS) return undefined;
    return asked.floats.find(({ code }) => code === vendor)?.balance;
  }
}

const isToBeFilled = ({ accountPauses }: Pick<Catalog['state'], 'accountPauses'>): boolean =>
  [...accountPauses.values()].some(({ least }) => least !== undefined);
