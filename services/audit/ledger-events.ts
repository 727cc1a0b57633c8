import type {
  EmailEvent,
  ForgettingEvent,
  OldHashesEvent,
  PhoneEvent,
  UserEvent,
} from '../customers/user.events.js';
import type { AlertEvent } from '../alerts/alert.events.js';
import type { AccessEvent } from '../administrators/access/access.events.js';
import type { AdministratorEvent } from '../administrators/administrator.events.js';
import type {
  RefusalEvent,
  SignInEvent,
  UnfinishedEvent,
  ViewEvent,
} from '../administrators/visits/visits.events.js';
import type { BrandEvent } from '../brand/brand.events.js';
import type { LegalEvent } from '../brand/legal/legal.events.js';
import type { LogoEvent } from '../brand/logo/logo.events.js';
import type { BroadcastEvent } from '../broadcasts/broadcast.events.js';
import type { CatalogEvent } from '../catalog/catalog.events.js';
import type {
  BankSessionEvent,
  CutOverEvent,
  DisputeEvent,
  FundingEvent,
} from '../funding/funding.events.js';
import type { BvnClaimEvent, IdentityEvent } from '../customers/bvn/bvn.events.js';
import type { AllowanceEvent, ApprovalEvent } from '../money-desk/approval.events.js';
import type { BankEntryEvent } from '../money-desk/bank-entry.events.js';
import type { ProblemEvent, PurchaseEvent } from '../purchases/purchase.events.js';
import type { ImportEvent } from '../moving-in/import.events.js';
import type { LedgerStartEvent } from '../ledger/ledger.events.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import type { AuditEvent } from './scheduled/audit.events.js';
import type { SealEvent } from './seals/seal.events.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';

/** Add the events of each new `*.events.ts` file here. */
export type LedgerEvent =
  | WalletEvent
  | PurchaseEvent
  | ProblemEvent
  | FundingEvent
  | AccessEvent
  | AdministratorEvent
  | SignInEvent
  | RefusalEvent
  | UnfinishedEvent
  | ViewEvent
  | AlertEvent
  | AllowanceEvent
  | ApprovalEvent
  | BankEntryEvent
  | BrandEvent
  | BroadcastEvent
  | CatalogEvent
  | BankSessionEvent
  | CutOverEvent
  | DisputeEvent
  | ImportEvent
  | UserEvent
  | EmailEvent
  | PhoneEvent
  | ForgettingEvent
  | OldHashesEvent
  | IdentityEvent
  | BvnClaimEvent
  | LedgerStartEvent
  | LegalEvent
  | LogoEvent
  | AuditEvent
  | SealEvent;

export type DataOf<Type, Each = LedgerEvent> = Each extends {
  readonly type: infer Types;
  readonly data: infer Data;
}
  ? Type extends Types
    ? Data
    : never
  : never;

export type EventOf<Type extends LedgerEvent['type']> = Type extends unknown
  ? RecordedEvent<Type, DataOf<Type>>
  : never;
export type Judges = {
  readonly [Type in LedgerEvent['type']]?: (event: EventOf<Type>) => void;
};

/**
 * Function that checks an event and reports its problems.
 * @throws when required fields of the event are missing
 */
export type Judge = (event: RecordedEvent) => void;
