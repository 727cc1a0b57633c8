import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { purchaseEvent } from '../../purchases/purchase.events.js';
import { walletEvent } from '../../wallet/wallet.events.js';
import { rowOf } from '../explore/event-row.js';

type Entry = WhyCharged['followed'][number];
type Told = Pick<Entry, 'what' | 'vendor' | 'kobo' | 'reason'>;

export function whatFollowed(
  conversation: readonly RecordedEvent[],
  inWallet: readonly RecordedEvent[],
): readonly Entry[] {
  const causes = new Map(conversation.map((event) => [event.id, event]));
  const all = [...conversation, ...inWallet];
  const counted = all.every(({ position }) => position > 0);
  return all.toSorted(counted ? inLog : inTime).map((event) => {
    const cause = causes.get(event.causationId);
    const decided = cause && cause.stream !== event.stream ? { decidedBy: rowOf(cause) } : {};
    return { event: rowOf(event), ...toldOf(event), ...decided };
  });
}

const inLog = (one: RecordedEvent, other: RecordedEvent): number => one.position - other.position;
const inTime = (one: RecordedEvent, other: RecordedEvent): number =>
  Date.parse(one.at) - Date.parse(other.at);

const byAPerson = ({ actor }: RecordedEvent): boolean => actor.kind === 'admin';

function toldOf(event: RecordedEvent): Told {
  const settled = settledWords(event);
  if (settled) return settled;
  const known = purchaseEvent(event);
  switch (known?.type) {
    case 'PurchaseOpened':
      return { what: 'It was taken up to be sent' };
    case 'AttemptStarted':
      return { what: `Attempt ${known.data.attempt} was sent`, vendor: known.data.vendor };
    case 'AttemptPending':
      return { what: 'The vendor said it is under way', vendor: known.data.vendor, reason: known.data.code };
    case 'AttemptOutcomeUnknown':
      return {
        what: 'The vendor did not say what became of it',
        vendor: known.data.vendor,
        reason: known.data.reason,
      };
    case 'AttemptNotFound':
      return { what: 'The vendor does not know it', vendor: known.data.vendor, reason: known.data.code };
    case 'AttemptFailed': {
      const { vendor, code, nextVendor } = known.data;
      const next = nextVendor === undefined ? 'and the purchase failed' : 'and another vendor is next';
      return { what: `The vendor declined without a charge, ${next}`, vendor, reason: code };
    }
    case 'AttemptDelivered':
      return { what: 'The vendor delivered', vendor: known.data.vendor, kobo: known.data.cost };
    case 'PartiallyDelivered': {
      const { delivered, of, vendor, cost } = known.data;
      return { what: `The vendor delivered ${delivered} of ${of}`, vendor, kobo: cost };
    }
    case 'ReviewRequired':
      return { what: 'A person was asked to decide', reason: known.data.why };
    case 'ReviewResolved': {
      const { decision, reason, vendor, sealed } = known.data;
      const who = byAPerson(event) ? 'An administrator decided' : 'It was decided';
      const what = decision === 'delivered' ? 'that it was delivered' : 'to give the money back';
      const typed = sealed === undefined ? '' : ', and entered what the vendor handed over';
      return { what: `${who} ${what}${typed}`, vendor, reason };
    }
    case 'VendorReversed':
      return { what: 'The vendor took the delivery back', vendor: known.data.vendor, kobo: known.data.cost };
    case 'LateSuccessDetected':
      return {
        what: 'The vendor delivered after the money had gone back: our loss',
        vendor: known.data.vendor,
        kobo: known.data.cost,
      };
    case 'AttemptQuestioned':
      return {
        what: byAPerson(event)
          ? 'An administrator had the vendor asked'
          : 'The vendor raised a question about it',
        vendor: known.data.vendor,
      };
    case 'AttemptConfirmed':
      return { what: 'Asked again, the vendor said what was known', vendor: known.data.vendor };
    default:
      return { what: event.type };
  }
}

function settledWords(event: RecordedEvent): Told | undefined {
  const known = walletEvent(event);
  switch (known?.type) {
    case 'PurchaseCaptured': {
      const { vendor, price, part, released = '0' } = known.data;
      const back = part ? `, and ${part.of - part.delivered} of ${part.of} parts of it went back` : '';
      return {
        what: `The sale became final${back}`,
        vendor,
        kobo: price,
        ...(released !== '0' && { reason: 'delivered in part' }),
      };
    }
    case 'PurchaseReleased': {
      const { price, reason } = known.data;
      return { what: 'The money held went back to the wallet', kobo: price, reason };
    }
    case 'PurchaseReversed': {
      const { vendor, price, reason } = known.data;
      return { what: 'The money came back to the wallet after the delivery', vendor, kobo: price, reason };
    }
    default:
      return undefined;
  }
}
