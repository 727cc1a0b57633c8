import type { Projection } from '../../infra/projections/projection.js';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { type ActivityRow, activityView } from './activity.view.js';
import { describeActivity } from './describe-activity.js';

/** Event types that the activity log omits, because these acts are automatic. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'WalletOpened',
  'WalletFunded',
  'PurchaseOpened',
  'PurchaseCaptured',
  'PurchaseReleased',
  'PurchaseReversed',
  'AttemptStarted',
  'AttemptPending',
  'AttemptOutcomeUnknown',
  'AttemptNotFound',
  'AttemptFailed',
  'AttemptDelivered',
  'AttemptConfirmed',
  'PartiallyDelivered',
  'ReviewRequired',
  'LateSuccessDetected',
  'VendorReversed',
  'MovedAlone',
  'ManualFundingClaimed',
  'UnmatchedReturnClaimed',
  'ChargebackClaimed',
  'ChargebackWinClaimed',
  'DisputeNamed',
  'BankSessionNamed',
]);

/**
 * Event types whose `sealed` part is copied to the activity row. In other events, this part is secret or not
 * needed.
 */
const TELLS_OF_A_PERSON: ReadonlySet<string> = new Set(['ProfileChanged']);

/**
 * Event types that the activity log contains even for acts of the system, because the system acts in place of
 * an administrator. For an unknown name, the actor of `SignInsRefused` is the system.
 */
const IN_THEIR_PLACE: ReadonlySet<string> = new Set([
  'VendorPaused',
  'VendorResumed',
  'VendorAccountPaused',
  'VendorAccountResumed',
  'VendorRefusedProduct',
  'SignInsRefused',
]);

const isAct = ({ actor, type }: Pick<RecordedEvent, 'actor' | 'type'>): boolean =>
  actor.kind === 'admin' || actor.kind === 'auditor' || (actor.kind === 'system' && IN_THEIR_PLACE.has(type));

const actOf = (event: RecordedEvent): ActivityRow => {
  const { area, what, subject, changes, reason } = describeActivity(event);
  const { sealed } = event.data;
  return {
    event_id: event.id,
    type: event.type,
    actor_id: event.actor.id,
    area,
    what,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject: subject.text,
    changes,
    detail: changes.map(({ field, before, after }) => [field, before, after].join(' ').trim()).join('; '),
    reason,
    origin: event.actor.sealed ?? null,
    sealed: TELLS_OF_A_PERSON.has(event.type) && typeof sealed === 'string' ? sealed : null,
    at: event.at,
  };
};

export const activityProjection: Projection<ActivityRow> = {
  view: activityView,
  wants: (type) => !BY_ITSELF.has(type),
  project: ({ event }) => (isAct(event) ? [{ op: 'put', row: actOf(event) }] : []),
  changes: (event) => (isAct(event) ? [{ userId: ADMINISTRATORS_CHANNEL, list: 'activity' }] : []),
};
