import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { toldLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { type Reactor, runReactor } from '../../infra/checkpoints/run-reactor.js';
import { monotonicMs, nowMs } from '../../infra/host/clock.js';
import { pause } from '../../infra/host/timers.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { type ApprovalDeps, finishApproval } from './approvals.js';
import { concernsSoleOwner, SoleOwner } from './alone/sole-owner.js';
import { finishClaim } from './bank-entries.js';
import { finishChargeback } from './chargebacks/finish-chargeback.js';
import { finishUnmatched } from './unmatched.js';

export interface FollowMoneyDeskDeps extends ApprovalDeps {
  readonly eventStore: EventStore;
  readonly checkpoints: Checkpoints;
  readonly logger: Pick<Logger, 'error'>;
  readonly signal: AbortSignal;
  /** `SOLE_OWNER_DELAY`. */
  readonly soleOwnerDelayMs: number;
  /** Default: `eventStore.follow`. */
  readonly follow?: EventStore['follow'];
}

const LOOK_EVERY_MS = 60_000;

const WANTED: ReadonlySet<string> = new Set([
  'ApprovalGranted',
  'ManualFundingClaimed',
  'UnmatchedAssigned',
  'UnmatchedReturnClaimed',
  'ChargebackClaimed',
  'ChargebackWinClaimed',
]);

/** Finishes decisions that a crash interrupted. Two processes may run this at the same time. */
export function followMoneyDesk({
  eventStore,
  wallets,
  users,
  checkpoints,
  logger,
  signal,
  soleOwnerDelayMs,
  follow,
}: FollowMoneyDeskDeps): Promise<void> {
  const sole = new SoleOwner({ eventStore, wallets, users }, soleOwnerDelayMs);
  let readUpTo = 0;
  const reactor: Reactor = {
    // Change this name when `WANTED` gets a new type. Under the old name, the reactor would skip events of this
    // type before its checkpoint.
    name: 'money-desk-4',
    restore: (state) => sole.restore(state),
    state: () => sole.state(),
    // Both tasks share this reactor, because a second one would read the whole log again.
    wants: (type) => WANTED.has(type) || concernsSoleOwner(type),
    react(event) {
      sole.onRecorded(event);
      readUpTo = event.position;
      const work =
        event.type === 'ApprovalGranted'
          ? finishApproval({ eventStore, wallets, users }, String(event.data['approvalId']))
          : (finishClaim(wallets, event) ??
            finishUnmatched({ eventStore, wallets }, event) ??
            finishChargeback({ eventStore, wallets, users }, event));
      return work?.then(() => undefined);
    },
  };
  const onFault = (error: unknown): void => {
    if (toldLogWentBack(logger, error)) return;
    logger.error({ err: error }, 'finishing what administrators decided failed and is repeated');
  };
  const { done, position } = runReactor({ eventStore, follow, checkpoints, reactor, signal, onFault });
  let endAtStart: number | undefined;
  const grantDue = async (): Promise<void> => {
    endAtStart ??= await eventStore.lastPosition();
    // Grant nothing before the reactor has read the whole log, because an unread event may register another
    // owner. After a restart without unread events, `readUpTo` is 0 and `position` counts.
    if (Math.max(readUpTo, position()) >= endAtStart) await sole.grantDue(nowMs(), monotonicMs());
  };
  const keepGranting = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(Math.min(soleOwnerDelayMs, LOOK_EVERY_MS), signal, { ref: false });
      if (!signal.aborted) await grantDue().catch(onFault);
    }
  };
  return Promise.all([done, keepGranting()]).then(() => undefined);
}
