import type { Actor } from '../../infra/event-store/event-store.js';
import { now } from '../../infra/host/clock.js';
import { ResolveReviews } from '../purchases/review/resolve-reviews.handler.js';
import { purchaseOf } from '../ledger/streams.js';
import { type PlannedChange, userOf } from './scenario.js';
import type { World } from './world.js';
import type { Role } from './simulated-world.js';

const LOOK_EVERY_MS = 9_000;
const PEOPLE: readonly Actor[] = [
  { kind: 'admin', id: 'bola' },
  { kind: 'admin', id: 'chidi' },
];

/** Two administrators, who decide reviews and change the catalog, often at the same moment. */
export class Administrators {
  constructor(private readonly world: World) {}

  begin(): void {
    const { scheduler } = this.world;
    const round = (): void => {
      scheduler.in(
        LOOK_EVERY_MS * (0.5 + scheduler.random.fraction()),
        undefined,
        'administrators look',
        () => {
          this.#decide();
          this.#release();
          round();
        },
      );
    };
    round();
  }

  change({ kind, customer, choice }: PlannedChange): void {
    const vendor = [0, 2, 3, 5, 8][choice % 5]!;
    const context = (actor: Actor) => ({ actor, now: now(), correlationId: `change-${choice}` });
    const [first] = PEOPLE as readonly [Actor, Actor];
    if (kind === 'chooseVendor')
      return this.#each(1, ({ api }) =>
        api?.catalogStream.change({ type: 'ChooseVendor', service: 'airtime', vendor }, context(first)),
      );
    if (kind === 'pauseVendor')
      return this.#each(1, ({ api }) =>
        api?.catalogStream.change(
          { type: 'PauseVendor', service: 'airtime', vendor: 1, reason: 'simulated' },
          context(first),
        ),
      );
    if (kind === 'resumeVendor') return this.#each(1, (role) => this.#resume(role, context(first)));
    if (kind === 'adjust') return this.#each(2, (role, actor) => this.#adjust(role, actor, customer, choice));
    this.#each(1, ({ api }) => {
      const [purchaseId] = this.#open();
      return purchaseId === undefined ? undefined : api?.requery.byPurchase(purchaseId, first);
    });
  }

  async #resume(
    { api }: Role,
    context: Parameters<NonNullable<Role['api']>['catalogStream']['change']>[1],
  ): Promise<void> {
    const pause = api?.catalog.pauseOf('airtime', 1);
    if (pause)
      await api?.catalogStream.change(
        { type: 'ResumeVendor', service: 'airtime', vendor: 1, reason: 'simulated', seen: pause.id },
        context,
      );
  }

  async #adjust({ api }: Role, actor: Actor, customer: number, choice: number): Promise<void> {
    const userId = userOf(customer);
    const { available } = (await api?.wallets.newest(userId)) ?? { available: 0n };
    await api?.wallets.handle(
      userId,
      {
        type: 'AdjustWallet',
        commandId: `adjust-${choice}`,
        kind: 'correction',
        reason: 'simulated',
        before: available,
        after: available + 100_00n,
      },
      { actor, now: now(), correlationId: `adjust-${choice}` },
    );
  }

  #decide(): void {
    const waiting = this.#inReview();
    const { scheduler } = this.world;
    if (waiting.length === 0 || (!this.world.calm && scheduler.random.chance(0.5))) return;
    const agreed = scheduler.random.chance(0.5);
    const decision = (): 'delivered' | 'refund' => (scheduler.random.chance(0.4) ? 'delivered' : 'refund');
    const both = decision();
    this.#each(scheduler.random.between(1, 2), ({ api }, actor) =>
      api?.reviews.execute(
        new ResolveReviews(waiting, agreed ? both : decision(), 'simulated', actor, now()),
      ),
    );
  }

  #release(): void {
    const { log, scheduler, calm } = this.world;
    const last = log.all.findLast(({ type }) => type === 'SendingHeld' || type === 'SendingReleased');
    if (last?.type !== 'SendingHeld' || (!calm && scheduler.random.chance(0.6))) return;
    this.#each(1, ({ api }, actor) =>
      api?.catalogStream.change(
        { type: 'ReleaseSending', reason: 'simulated' },
        { actor, now: now(), correlationId: 'release' },
      ),
    );
  }

  #each(people: number, work: (role: Role, actor: Actor) => Promise<unknown> | undefined): void {
    const { scheduler, story } = this.world;
    for (const actor of PEOPLE.slice(0, people)) {
      const role = scheduler.random.pick(this.world.up());
      if (!role) return;
      scheduler.in(scheduler.random.fraction() * 40, role.process, 'administrator', () => {
        story.tell(actor.id, () => `works at ${role.process.name}`);
        work(role, actor)?.then(
          (answer) => story.tell(actor.id, () => `hears ${JSON.stringify(answer) ?? 'that it is done'}`),
          (error: unknown) => story.tell(actor.id, () => `hears ${String(error)}`),
        );
      });
    }
  }

  #open(): string[] {
    return [...this.world.judge.purchases.conversations]
      .filter(([, { ended, attempts }]) => ended === undefined && attempts.length > 0)
      .map(([id]) => id);
  }

  #inReview(): string[] {
    const waiting = new Set<string>();
    for (const { type, stream, data } of this.world.log.all) {
      const purchaseId = purchaseOf(stream);
      if (purchaseId === undefined) continue;
      if (type === 'ReviewRequired') waiting.add(purchaseId);
      else if (
        type === 'ReviewResolved' ||
        type === 'AttemptDelivered' ||
        type === 'PartiallyDelivered' ||
        (type === 'AttemptFailed' && data['nextVendor'] === undefined)
      )
        waiting.delete(purchaseId);
    }
    return [...waiting];
  }
}
