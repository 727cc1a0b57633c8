import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Violations } from './violations.js';

export interface PeopleRequest {
  readonly userId: string;
  readonly sentAtMs: number;
  readonly token: string | undefined;
  readonly pin: string;
}

interface Known {
  readonly pins: Map<string, number>;
  lockedAtMs: number;
  newPinAtMs: number;
  frozenAtMs: number;
  goneAtMs: number;
  wrong: number;
  rights: number;
}

/** Maximum milliseconds for which a process may use outdated data of a customer, such as an old PIN. */
const BELIEVED_MS = 9_000;

const ERASED_WITHIN_MS = 45_000;

/** Checks session, PIN and standing of the customer of each accepted purchase. */
export class PeopleJudge {
  readonly #known = new Map<string, Known>();
  readonly #requests = new Map<string, PeopleRequest[]>();
  readonly #endedAtMs = new Map<string, number>();
  readonly #beingForgotten = new Map<string, number>();
  readonly #erased = new Set<string>();

  constructor(
    private readonly violations: Violations,
    private readonly now: () => number,
    private readonly pinAttemptsMax: number,
    /** Steps of the clock, each of which may end a lock. */
    private readonly clockSteps: number,
  ) {}

  begins(userId: string, pin: string): void {
    this.#known.set(userId, {
      pins: new Map([[pin, Infinity]]),
      lockedAtMs: Infinity,
      newPinAtMs: -Infinity,
      frozenAtMs: Infinity,
      goneAtMs: Infinity,
      wrong: 0,
      rights: 0,
    });
  }

  asked(purchaseId: string, request: PeopleRequest): void {
    this.#requests.set(purchaseId, [...(this.#requests.get(purchaseId) ?? []), request]);
    const known = this.#known.get(request.userId);
    if (known && known.pins.has(request.pin)) known.rights += 1;
  }

  answered(userId: string, code: string, sentAtMs: number): void {
    const known = this.#known.get(userId);
    if (!known) return;
    if (code === 'PIN_LOCKED' && sentAtMs > known.newPinAtMs)
      known.lockedAtMs = Math.min(known.lockedAtMs, this.now());
    if (code !== 'PIN_INCORRECT') return;
    known.wrong += 1;
    this.violations.expect(
      known.wrong <= (this.pinAttemptsMax - 1) * (1 + known.rights + this.clockSteps),
      'guesses-are-few',
      () =>
        `${known.wrong} wrong PINs of ${userId}, the last sent at ${Math.round(sentAtMs)}, were told to be wrong, with ${known.rights} right ones in between`,
    );
  }

  /** The judge accepts both PINs until `pinChanged` is called. The old PIN that was sent starts the count again. */
  pinMayChange(userId: string, pin: string): void {
    const known = this.#known.get(userId);
    if (!known) return;
    known.pins.set(pin, Infinity);
    known.rights += 1;
  }

  pinChanged(userId: string, old: string): void {
    this.#known.get(userId)?.pins.set(old, this.now());
  }

  /** Call only after the logout or the change of the password was answered. */
  sessionEnded(token: string): void {
    if (!this.#endedAtMs.has(token)) this.#endedAtMs.set(token, this.now());
  }

  frozen(userId: string): void {
    this.#set(userId, { frozenAtMs: this.now() });
  }

  /** Accepts purchases from now on, because the product may already allow them. */
  thaws(userId: string): void {
    this.#set(userId, { frozenAtMs: Infinity });
  }

  forgotten(userId: string): void {
    this.#set(userId, { goneAtMs: this.now() });
  }

  add({ type, data, position }: RecordedEvent): void {
    if (type === 'ForgettingBegun') this.#beingForgotten.set(String(data['userId']), this.now());
    if (type === 'PinChanged') this.#hasNewPin(String(data['userId']));
    if (type === 'PersonForgotten') this.#erased.add(String(data['userId']));
    if (type !== 'PurchaseAccepted') return;
    const userId = String(data['userId']);
    const known = this.#known.get(userId);
    if (!known) return;
    const requests = this.#requests.get(String(data['purchaseId'])) ?? [];
    const reasons = requests.map((request) => this.#whyNot(known, request));
    this.violations.expect(
      reasons.includes(undefined),
      'bought-with-leave',
      () => `the purchase at ${position} of ${userId} had no leave: ${reasons.join(', ') || 'nobody asked'}`,
    );
  }

  finish(keysGone: ReadonlySet<string>): void {
    for (const [userId, begunAtMs] of this.#beingForgotten)
      this.violations.expect(
        begunAtMs > this.now() - ERASED_WITHIN_MS || (keysGone.has(userId) && this.#erased.has(userId)),
        'forgotten-is-erased',
        () => `${userId} was to be forgotten from ${Math.round(begunAtMs)} on, and is known yet`,
      );
  }

  #whyNot(known: Known, { token, pin, sentAtMs }: PeopleRequest): string | undefined {
    const late = (sinceMs: number): boolean => sentAtMs > sinceMs + BELIEVED_MS;
    if (token === undefined) return 'no session';
    if (sentAtMs > (this.#endedAtMs.get(token) ?? Infinity)) return 'a session that had ended';
    const rightUntilMs = known.pins.get(pin);
    if (rightUntilMs === undefined) return 'a wrong PIN';
    if (late(rightUntilMs)) return 'a PIN of before';
    if (this.clockSteps === 0 && sentAtMs > known.lockedAtMs) return 'a locked PIN';
    if (late(known.frozenAtMs)) return 'a frozen account';
    if (sentAtMs > known.goneAtMs) return 'nobody any more';
    return undefined;
  }

  #hasNewPin(userId: string): void {
    this.#set(userId, { lockedAtMs: Infinity, newPinAtMs: this.now() });
  }

  #set(userId: string, change: Partial<Known>): void {
    const known = this.#known.get(userId);
    if (known) Object.assign(known, change);
  }
}
