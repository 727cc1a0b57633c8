import type { Network } from '../../infra/simulation/network.js';
import type { Runner } from '../../infra/simulation/scheduler.js';
import { attemptOf } from '../purchases/accept/references.js';
import {
  TOO_OLD,
  UNREACHABLE,
  type AskedAttempt,
  type ClaimedAttempt,
  type QueryOutcome,
  type VendorAdapter,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendors/vendor-adapter.js';
import type { PlannedEnding } from './planned-order.js';
import { SILENT, standingAt, TOLD, TOLD_SURELY, type Standing } from './vendor-endings.js';

export interface VendorFacts {
  readonly vendor: number;
  readonly reference: string;
  readonly purchaseId: string;
  readonly attempt: number;
  readonly planned: PlannedEnding;
  posts: number;
  arrivedAt: number | undefined;
  said: { readonly at: number; readonly standing: Standing }[];
  heard: { readonly at: number; readonly standing: Standing; readonly by: Runner | undefined }[];
  heardAt: number | undefined;
  claimLost: boolean;
}

export interface VendorWatch {
  posting(reference: string, facts: VendorFacts): void;
  asked(facts: VendorFacts, vendor: number): void;
  says(facts: VendorFacts, standing: Standing): void;
  /** Sends a webhook. Calls `answered` after the product has accepted the webhook. */
  webhook(reference: string, answered: () => void): void;
}

const PARTS = { delivered: 1, of: 2 };
const WEBHOOK_REPEATS = 12;

export const UNASKABLE = 2;

/** A crash of the product's processes does not stop the vendors. */
export class SimulatedVendors {
  readonly facts = new Map<string, VendorFacts>();
  /** Probability that the answer to a query is lost. */
  lostAnswers = 0.1;

  constructor(
    readonly network: Network,
    private readonly endingOf: (purchaseId: string, attempt: number) => PlannedEnding,
    private readonly watch: VendorWatch,
    private readonly timeoutMs: number,
  ) {}

  adapter(vendor: number): VendorAdapter {
    const knows = vendor !== UNASKABLE;
    const capabilities: VendorCapabilities = {
      clientReference: true,
      queryByClientReference: knows,
      queryMinAgeMs: 500,
      queryMaxCount: 1_000,
    };
    return {
      capabilities,
      mintReference: (_acceptedAt, _now, uniquePart) => `V${vendor}${uniquePart}`,
      dispatch: (attempt) => this.#dispatch(vendor, attempt),
      query: (attempt) => this.#query(vendor, attempt),
      balance: () => Promise.resolve(undefined),
    };
  }

  logWentBack(atMs: number, claimed: ReadonlySet<string>): void {
    for (const facts of this.facts.values()) {
      facts.claimLost ||= !claimed.has(facts.reference);
      if ((facts.heardAt ?? 0) > atMs) facts.heardAt = undefined;
      facts.said = facts.said.filter(({ at }) => at <= atMs);
      facts.heard = facts.heard.filter(({ at }) => at <= atMs);
    }
  }

  deliveredAt({ arrivedAt, planned }: VendorFacts): number | undefined {
    if (arrivedAt === undefined) return undefined;
    const last = standingAt(planned.ending, planned.afterMs, planned.afterMs);
    if (last !== 'delivered' && last !== 'partial') return undefined;
    return arrivedAt + (planned.ending === 'delivered' ? 0 : planned.afterMs);
  }

  #dispatch(vendor: number, { vendorReference, window }: ClaimedAttempt): Promise<VendorOutcome> {
    const { scheduler } = this.network;
    if (window.leftMs() <= 0) return Promise.resolve({ outcome: 'unknown', reason: TOO_OLD });
    if (this.network.isAway())
      return this.#after<VendorOutcome>(1, {
        outcome: 'failed',
        charged: false,
        code: UNREACHABLE,
        blame: 'ourAccount',
      });
    const facts = this.#factsOf(vendor, vendorReference);
    this.watch.posting(vendorReference, facts);
    facts.posts += 1;
    facts.claimLost = false;
    const caller = scheduler.current;
    const wayMs = Math.min(this.network.way(), this.timeoutMs * 0.8);
    return new Promise((resolve) => {
      let given = false;
      const silence = (): void => {
        given = true;
        resolve({ outcome: 'unknown', reason: 'timeout', silent: true });
      };
      const timeout = scheduler.in(this.timeoutMs, caller, 'vendor is silent', silence);
      if (facts.planned.ending === 'lost') return;
      scheduler.in(wayMs, undefined, 'order arrives', () => {
        this.#arrives(facts);
        const first = deniesLater(facts) ? 'working' : undefined;
        if (SILENT.has(facts.planned.ending) && !first) return;
        const { answer, hear } = this.#says(facts, caller, first);
        scheduler.in(this.network.way(), caller, 'vendor answers', () => {
          timeout.cancel();
          if (!given) hear();
          resolve(answer as VendorOutcome);
        });
      });
    });
  }

  #query(vendor: number, { vendorReference }: AskedAttempt): Promise<QueryOutcome> {
    const { scheduler } = this.network;
    const caller = scheduler.current;
    const silent: QueryOutcome = { outcome: 'unknown', reason: 'timeout', silent: true };
    if (this.network.isAway()) return this.#after(this.timeoutMs, silent);
    return new Promise((resolve) => {
      const timeout = scheduler.in(this.timeoutMs, caller, 'vendor is silent', () => resolve(silent));
      scheduler.in(this.network.way(), undefined, 'vendor is asked', () => {
        const facts = this.#factsOf(vendor, vendorReference);
        this.watch.asked(facts, vendor);
        const { answer, hear } = this.#says(facts, caller);
        if (scheduler.random.chance(this.lostAnswers)) return;
        scheduler.in(this.network.way(), caller, 'vendor tells', () => {
          timeout.cancel();
          hear();
          resolve(answer);
        });
      });
    });
  }

  #arrives(facts: VendorFacts): void {
    const { scheduler } = this.network;
    facts.arrivedAt ??= scheduler.now;
    const { ending, afterMs } = facts.planned;
    if (TOLD.has(ending)) this.#tell(facts, afterMs, TOLD_SURELY.has(ending) ? WEBHOOK_REPEATS : 1);
  }

  #tell(facts: VendorFacts, inMs: number, repeats: number): void {
    const { scheduler } = this.network;
    const late = scheduler.random.pick([0, 50, 8_000]);
    scheduler.in(inMs + late * scheduler.random.fraction(), undefined, 'webhook', () => {
      const before = facts.heardAt;
      const times = scheduler.random.between(1, 2);
      for (let n = 0; n < times; n += 1)
        this.watch.webhook(facts.reference, () => (facts.heardAt = scheduler.now));
      if (repeats > 1)
        scheduler.in(9_000, undefined, 'webhook again', () => {
          if (facts.heardAt === before) this.#tell(facts, 0, repeats - 1);
        });
    });
  }

  /** Chooses the answer of the vendor. The caller must call `hear` when the answer reaches the product. */
  #says(
    facts: VendorFacts,
    by: Runner | undefined,
    first?: Standing,
  ): { readonly answer: QueryOutcome; hear(): void } {
    const { now } = this.network.scheduler;
    const { ending, afterMs } = facts.planned;
    const standing =
      first ??
      (facts.arrivedAt === undefined ? 'unheard' : standingAt(ending, now - facts.arrivedAt, afterMs));
    facts.said.push({ at: now, standing });
    this.watch.says(facts, standing);
    const hear = (): void => void facts.heard.push({ at: this.network.scheduler.now, standing, by });
    return { answer: answerOf(facts, standing), hear };
  }

  #factsOf(vendor: number, reference: string): VendorFacts {
    const known = this.facts.get(reference);
    if (known) return known;
    const named = attemptOf(reference);
    if (!named) throw new Error(`${reference} is no reference of ours`);
    const facts: VendorFacts = {
      vendor,
      reference,
      ...named,
      planned: this.endingOf(named.purchaseId, named.attempt),
      posts: 0,
      arrivedAt: undefined,
      said: [],
      heard: [],
      heardAt: undefined,
      claimLost: false,
    };
    this.facts.set(reference, facts);
    return facts;
  }

  #after<Answer>(ms: number, answer: Answer): Promise<Answer> {
    const { scheduler } = this.network;
    return new Promise(
      (resolve) => void scheduler.in(ms, scheduler.current, 'no vendor', () => resolve(answer)),
    );
  }
}

const deniesLater = ({ planned: { ending, afterMs } }: VendorFacts): boolean =>
  ending === 'ghost' && afterMs % 2 === 1;

function answerOf({ reference, planned: { ending } }: VendorFacts, standing: Standing): QueryOutcome {
  const vendorTransactionId = `T${reference}`;
  switch (standing) {
    case 'unheard':
      return { outcome: 'notFound', code: '015' };
    case 'working':
      return { outcome: 'pending', code: '099', vendorTransactionId };
    case 'delivered':
      return { outcome: 'delivered', vendorTransactionId };
    case 'partial':
      return { outcome: 'partial', ...PARTS, vendorTransactionId };
    case 'failed': {
      const blame = { failedBiller: 'biller', failedInput: 'input' } as const;
      return {
        outcome: 'failed',
        charged: false,
        code: '030',
        blame: blame[ending as keyof typeof blame] ?? 'ourAccount',
      };
    }
    case 'reversed':
      return { outcome: 'reversed', code: '040', vendorTransactionId };
    case 'review':
      return { outcome: 'review', code: '044', vendorTransactionId };
    case 'garbage':
      return { outcome: 'unknown', reason: 'not understood' };
  }
}
