import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { EPOCH } from '../../../infra/simulation/simulated-host.js';
import { SimulatedProcess } from '../../../infra/simulation/simulated-process.js';
import { UNASKABLE, type VendorFacts } from '../simulated-vendors.js';
import type { Violations } from './violations.js';
import type { WalletJudge } from './wallet-judge.js';

type Ended = 'delivered' | 'failed' | undefined;

interface Conversation {
  readonly attempts: {
    readonly vendor: number;
    readonly reference: string;
    readonly atMs: number;
    failed: boolean;
    nextVendor: number | undefined;
  }[];
  ended: Ended;
  /** Number of the attempt that delivered. 0 when a reviewer decided so. */
  by: number;
  takenBack: boolean;
  readonly late: Set<number>;
  /** Numbers of the attempts for which an `AttemptPending` event was stored. */
  readonly acknowledged: Set<number>;
  review: boolean;
  openedAtMs: number;
  /** True when the held money was released because the vendor did not know the order. */
  notFound: boolean;
}

export interface Rules {
  readonly notFoundAfterMs: number;
  readonly notFoundSpacingMs: number;
  readonly slackMs: number;
  readonly ageSlackMs: number;
}

/** Milliseconds within which a vendor's answer must be stored. */
const STORED_WITHIN_MS = 45_000;
/** Maximum milliseconds from the time stated in `AttemptStarted` until this event is stored. */
const CLAIMED_WITHIN_MS = 10_000;
const FAILED_BEFORE_RESTORE = 'failed-before-restore';
const SAYS_FAILED: ReadonlySet<string> = new Set(['failed', 'reversed']);
const SAYS_DELIVERED: ReadonlySet<string> = new Set(['delivered', 'partial']);

export class PurchaseJudge {
  readonly conversations = new Map<string, Conversation>();

  constructor(
    private readonly violations: Violations,
    private readonly wallets: WalletJudge,
    private readonly vendors: () => ReadonlyMap<string, VendorFacts>,
    private readonly rules: Rules,
    private readonly now: () => number,
  ) {}

  reset(): void {
    this.conversations.clear();
  }

  add(event: RecordedEvent): void {
    const { stream, type, data } = event;
    if (!stream.startsWith('purchase-')) return;
    const id = stream.slice('purchase-'.length);
    if (type === 'PurchaseOpened') return this.#open(id);
    const known = this.conversations.get(id);
    if (!known)
      return this.violations.expect(false, 'opened-first', () => `${id}: ${type} before it is opened`);
    const number = Number(data['attempt']);
    switch (type) {
      case 'AttemptStarted':
        return this.#start(id, known, event);
      case 'AttemptPending':
        known.acknowledged.add(number);
        return;
      case 'AttemptFailed':
        return this.#failed(id, known, number, data);
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
        this.#end(id, known, 'delivered', number);
        return this.#backed(id, known, number, SAYS_DELIVERED, 'delivered');
      case 'ReviewRequired':
        known.review = true;
        return;
      case 'ReviewResolved':
        this.violations.expect(known.review, 'reviewed', () => `${id} was decided and nobody was asked`);
        return this.#end(id, known, data['decision'] === 'delivered' ? 'delivered' : 'failed', 0);
      case 'VendorReversed':
        this.violations.expect(
          known.ended === 'delivered' && !known.takenBack,
          'taken-back',
          () => `${id} was taken back while ${known.ended ?? 'open'}`,
        );
        known.takenBack = true;
        return this.#backed(id, known, number, SAYS_FAILED, 'taken back');
      case 'LateSuccessDetected':
        this.violations.expect(
          !known.late.has(number) &&
            known.ended !== undefined &&
            !(known.ended === 'delivered' && known.by === number),
          'late-once',
          () => `${id}: attempt ${number} is no late success`,
        );
        known.late.add(number);
        return this.#backed(id, known, number, SAYS_DELIVERED, 'delivered late');
      default:
    }
  }

  /** Reports an order directly before the order is sent. */
  posting(reference: string, facts: VendorFacts): void {
    const known = this.conversations.get(facts.purchaseId);
    const attempt = known?.attempts[facts.attempt - 1];
    const where = (): string => `${reference} of ${facts.purchaseId}`;
    const isDenied = facts.arrivedAt === undefined || facts.said.at(-1)?.standing === 'unheard';
    this.violations.expect(
      facts.posts === 0 || (facts.claimLost && isDenied),
      'posted-once',
      () => `${where()} was posted again`,
    );
    this.violations.expect(
      attempt?.reference === reference,
      'claimed-first',
      () => `${where()} was posted without a claim`,
    );
    this.violations.expect(
      known?.ended === undefined,
      'no-post-after-the-end',
      () => `${where()} was posted after it ${known?.ended}`,
    );
    this.violations.expect(
      attempt?.failed !== true && known?.attempts.length === facts.attempt,
      'no-post-after-the-end',
      () => `${where()} was posted after it was given up`,
    );
  }

  asked({ reference, purchaseId, vendor }: VendorFacts, asked: number): void {
    this.violations.expect(
      vendor === asked,
      'asked-where-it-was-sent',
      () => `vendor ${asked} was asked about ${reference} of ${purchaseId}, which went to ${vendor}`,
    );
  }

  finish(endMs: number, settledMs: number): void {
    for (const [id, money] of this.wallets.purchases) {
      const known = this.conversations.get(id);
      this.violations.expect(
        known !== undefined,
        'opened',
        () => `${id} holds money and has no conversation`,
      );
      if (!known) continue;
      const expected =
        known.ended === undefined
          ? 'held'
          : known.takenBack
            ? 'reversed'
            : known.ended === 'delivered'
              ? 'captured'
              : 'released';
      this.violations.expect(
        money.state === expected,
        'settled-as-ended',
        () =>
          `${id} ${known.ended ?? 'is open'}${known.takenBack ? ', was taken back' : ''}, and its money is ${money.state}`,
      );
      this.violations.expect(
        money.state !== 'held',
        'nothing-left-open',
        () => `${id} still holds money${known.review ? ', in review' : ''}`,
      );
    }
    for (const id of this.conversations.keys())
      this.violations.expect(
        this.wallets.purchases.has(id),
        'hold-first',
        () => `${id} has a conversation and no hold`,
      );
    for (const facts of this.vendors().values()) {
      this.#deliveredIsBooked(facts, endMs - settledMs);
      this.#reversalIsBooked(facts, endMs - settledMs);
    }
  }

  #reversalIsBooked(facts: VendorFacts, knownByMs: number): void {
    const { purchaseId, attempt, planned, vendor, arrivedAt = Infinity, heardAt = Infinity } = facts;
    const known = this.conversations.get(purchaseId);
    const told =
      planned.ending === 'takenBack' && heardAt >= arrivedAt + planned.afterMs && heardAt <= knownByMs;
    if (!told || vendor === UNASKABLE || known?.ended !== 'delivered' || known.by !== attempt) return;
    this.violations.expect(
      known.takenBack,
      'reversal-is-booked',
      () => `${purchaseId}: vendor ${vendor} took attempt ${attempt} back, and the customer got nothing back`,
    );
  }

  #deliveredIsBooked(facts: VendorFacts, knownByMs: number): void {
    const known = this.conversations.get(facts.purchaseId);
    const last = facts.said.findLast(({ standing }) => standing === 'delivered' || standing === 'partial');
    const reversed = facts.said.some(({ standing }) => standing === 'reversed');
    const told =
      facts.planned.ending === 'ghost' &&
      facts.vendor !== UNASKABLE &&
      (facts.heardAt ?? Infinity) <= knownByMs;
    if (!known || reversed || (last === undefined && !told) || facts.planned.ending === 'takenBack') return;
    const delivered = facts.said.some(({ at, standing }) => at <= knownByMs && SAYS_DELIVERED.has(standing));
    const mustKnow =
      delivered &&
      (!known.notFound || (facts.heardAt ?? Infinity) <= knownByMs) &&
      couldHear(facts, knownByMs);
    if (!mustKnow && !told) return;
    const { attempt } = facts;
    const paid =
      known.ended === 'delivered' &&
      (known.by === attempt || (known.by === 0 && known.attempts.length === attempt));
    this.violations.expect(
      paid || known.late.has(attempt),
      'delivered-is-booked',
      () =>
        `${facts.purchaseId}: attempt ${attempt} was delivered by vendor ${facts.vendor}, and is neither paid nor booked`,
    );
  }

  #open(id: string): void {
    this.violations.expect(!this.conversations.has(id), 'opened-once', () => `${id} was opened twice`);
    this.conversations.set(id, {
      attempts: [],
      ended: undefined,
      by: -1,
      takenBack: false,
      late: new Set(),
      acknowledged: new Set(),
      review: false,
      openedAtMs: this.now(),
      notFound: false,
    });
  }

  #start(id: string, known: Conversation, { data, at }: RecordedEvent): void {
    const before = known.attempts.at(-1);
    const vendor = Number(data['vendor']);
    this.violations.expect(
      known.ended === undefined,
      'ends-once',
      () => `${id} was started after it ${known.ended}`,
    );
    this.violations.expect(
      Number(data['attempt']) === known.attempts.length + 1,
      'one-attempt-at-a-time',
      () => `${id}: attempt ${String(data['attempt'])} comes after ${known.attempts.length}`,
    );
    this.violations.expect(
      before === undefined || (before.failed && before.nextVendor === vendor),
      'unknown-is-not-failed',
      () => `${id} went to vendor ${vendor} while the one before had not declined`,
    );
    const chosen = this.wallets.purchases.get(id)?.vendor;
    this.violations.expect(
      before !== undefined || vendor === chosen,
      'begun-where-it-was-bought',
      () => `${id} went to vendor ${vendor} first, and was bought from ${chosen ?? 'nobody'}`,
    );
    const reference = String(data['vendorReference']);
    const claimedAtMs = Date.parse(at) - EPOCH;
    const isSteady = Math.abs(this.now() - claimedAtMs) <= CLAIMED_WITHIN_MS + this.rules.slackMs;
    const atMs = isSteady ? claimedAtMs : this.now() - CLAIMED_WITHIN_MS;
    known.attempts.push({ vendor, reference, atMs, failed: false, nextVendor: undefined });
  }

  #failed(id: string, known: Conversation, number: number, data: RecordedEvent['data']): void {
    const attempt = known.attempts[number - 1];
    if (!attempt) return this.violations.expect(false, 'attempted', () => `${id}: no attempt ${number}`);
    attempt.failed = true;
    attempt.nextVendor = data['nextVendor'] === undefined ? undefined : Number(data['nextVendor']);
    if (attempt.nextVendor === undefined) this.#end(id, known, 'failed', number);
    known.notFound = data['code'] === 'not-found';
    const facts = this.vendors().get(attempt.reference);
    if (!known.notFound) {
      const unreachable = data['code'] === 'UNREACHABLE' && (facts?.posts ?? 0) === 0;
      if (!unreachable && data['code'] !== FAILED_BEFORE_RESTORE)
        this.#backed(id, known, number, SAYS_FAILED, 'failed');
      return;
    }
    this.violations.expect(
      !known.acknowledged.has(number),
      'not-found-never-had',
      () => `${id} was given up as never arrived, and its vendor had said that it has it`,
    );
    const { notFoundAfterMs, notFoundSpacingMs, ageSlackMs } = this.rules;
    const unheard = (facts?.said ?? []).filter(({ standing }) => standing === 'unheard').map(({ at }) => at);
    const spaced = (unheard.at(-1) ?? 0) - (unheard[0] ?? 0) >= notFoundSpacingMs - ageSlackMs;
    const old = this.now() - attempt.atMs >= notFoundAfterMs - ageSlackMs;
    this.violations.expect(
      unheard.length >= 2 && spaced && old,
      'not-found-twice',
      () =>
        `${id} was given up after ${unheard.length} answers at the age of ${Math.round(this.now() - attempt.atMs)} ms`,
    );
  }

  #end(id: string, known: Conversation, how: 'delivered' | 'failed', by: number): void {
    this.violations.expect(
      known.ended === undefined,
      'ends-once',
      () => `${id} ${known.ended} and then ${how}`,
    );
    if (known.ended !== undefined) return;
    known.ended = how;
    known.by = by;
  }

  #backed(id: string, known: Conversation, number: number, words: ReadonlySet<string>, how: string): void {
    const reference = known.attempts[number - 1]?.reference ?? '';
    const said = this.vendors().get(reference)?.said ?? [];
    this.violations.expect(
      said.some(({ standing }) => words.has(standing)),
      'as-the-vendor-said',
      () =>
        `${id}: attempt ${number} counts as ${how}, and vendor said ${said.map(({ standing }) => standing).join(', ') || 'nothing'}`,
    );
  }
}

const couldHear = ({ vendor, heard }: VendorFacts, knownByMs: number): boolean =>
  vendor !== UNASKABLE ||
  heard.some(
    ({ at, standing, by }) =>
      at <= knownByMs &&
      SAYS_DELIVERED.has(standing) &&
      by instanceof SimulatedProcess &&
      by.diedAt > Math.max(at, by.pausedUntil, by.cutOffUntil) + STORED_WITHIN_MS,
  );
