import type { CommandBus } from '@nestjs/cqrs';
import { type EventContext, systemContext } from '../../../../infra/event-store/event-context.js';
import type { RecordedEvent } from '../../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import type { Mail } from '../../../../infra/mail/mailer.js';
import { ChangeAccess, ChangeAccessHandler } from '../../../administrators/access/change-access.handler.js';
import type { AccessCommand } from '../../../administrators/access/access.decider.js';
import { Administrators } from '../../../administrators/administrators.js';
import { createAdministrator } from '../../../administrators/create-admin.js';
import { invitationToken } from '../../../administrators/invitations/invitation-link.js';
import {
  InviteAdministrator,
  InviteAdministratorHandler,
} from '../../../administrators/invitations/invite-administrator.handler.js';
import { acceptAt, invitationsOf } from '../../../administrators/testing/accepting.js';
import { CatalogProcess } from '../../../catalog/prices/testing/scheduling.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import { CreateUser } from '../../../customers/registration/create-user.handler.js';
import { MarkEmailVerified } from '../../../customers/registration/verify-email.handler.js';
import { codeKey } from '../../../customers/mailed-codes/code-digits.js';
import { ADA, openPeople, type People } from '../../../customers/testing/people.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { SoleOwner } from '../../../money-desk/alone/sole-owner.js';
import { DecideApproval, DecideApprovalHandler } from '../../../money-desk/decide-approval.handler.js';
import { composeNotice } from '../../../notices/compose-notice.js';
import { KnownPeople } from '../../../notices/known-people.js';
import { ownerNews } from '../../../notices/owner-news.js';
import { Owners } from '../../../notices/owners.js';
import { DecidedPurchases } from '../../../notices/purchase-facts.js';
import { RecentNews } from '../../../notices/recent-news.js';

const START = Date.parse('2026-03-02T08:00:00.000Z');
const HOUR_MS = 3_600_000;
const PAGE = 100_000;

/** Limits of the day in kobo, and the settings that give them. */
export const EACH = 50_000_00n;
export const ALL = 200_000_00n;
export const SETTINGS = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '200000' };
export const SOLE_OWNER_DELAY_MS = 24 * HOUR_MS;

/** Error code, or what `work` returned. */
export const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  });

/** A whole installation in memory, with honest owners, three customers, and a clock that a test steps. */
export class Installation {
  readonly store = new MemoryEventStore();
  readonly administrators = new Administrators(this.store);
  readonly catalogue = new CatalogProcess(this.store);
  private readonly decided = new DecidedPurchases();
  private readonly recent = new RecentNews();
  readonly mails: Mail[] = [];
  people!: People;
  /** Owners who know nothing of the attack, by id. */
  honest: readonly string[] = [];
  /** Customers, by id. The insider owns none of these accounts. */
  customers: readonly string[] = [];
  /** Customer account of the insider. */
  accomplice = '';
  hours = 0;
  /** Kobo of purchases that insiders were permitted to decide. */
  reviewed = 0n;
  private heard = 0;
  private read = 0;
  private seen = 0;
  private count = 0;
  private known!: KnownPeople;
  private owners!: Owners;
  private sole!: SoleOwner;
  private readonly byHand = new Map<string, bigint>();

  static async open(honest = 2): Promise<Installation> {
    const opened = new Installation();
    opened.people = await openPeople(SETTINGS, opened.store);
    const { people, store } = opened;
    opened.known = new KnownPeople(store, people.vault);
    opened.owners = new Owners(store, opened.known);
    opened.sole = new SoleOwner({ eventStore: store, wallets: people.wallets }, SOLE_OWNER_DELAY_MS);
    for (let count = 0; count < honest; count += 1)
      opened.honest = [...opened.honest, await opened.hire('owner')];
    opened.accomplice = await opened.signUp(0n);
    opened.customers = [await opened.signUp(500_000_00n), await opened.signUp(500_000_00n)];
    const filled = { commandId: opened.id(), amount: 10_000_000_00n, reason: 'Stock', approvedBy: 'system' };
    const filling = opened.by('opening', 'system');
    await people.wallets.handle(HOUSE_USER_ID, { type: 'FundHouse', ...filled }, filling);
    await opened.deliver();
    opened.mails.length = 0;
    return opened;
  }

  get now(): Date {
    return new Date(START + this.hours * HOUR_MS);
  }

  get day(): number {
    return Math.floor(this.hours / 24);
  }

  readonly by = (id: string, kind: 'admin' | 'user' | 'system' = 'admin'): EventContext => ({
    actor: { kind, id },
    correlationId: id,
    now: this.now,
  });

  readonly id = (): string => `id-${(this.count += 1)}`;

  async hire(...permissions: Permission[]): Promise<string> {
    const parts = { ...this.people, administrators: this.administrators };
    const names = { firstName: 'Ola', lastName: 'Staff' };
    const email = `${this.id()}@staff.test`;
    const person = { email, password: ADA.password, ...names, role: 'admin', permissions } as const;
    return (await createAdministrator(parts, person)).userId;
  }

  /** Hires an administrator. Discards the mails about it. */
  async employ(...permissions: Permission[]): Promise<string> {
    const userId = await this.hire(...permissions);
    await this.deliver();
    this.mails.length = 0;
    return userId;
  }

  /** Lets an owner invite an account, which accepts at once. */
  async invite(inviter: string, ...permissions: Permission[]): Promise<string> {
    const { people, administrators, now } = this;
    const invitations = invitationsOf(administrators, people);
    const email = `${this.id()}@puppet.test`;
    const invited = { firstName: 'Eve', lastName: 'Puppet', email };
    await new InviteAdministratorHandler(administrators, invitations, people.users, people.vault).execute(
      new InviteAdministrator(this.id(), invited, { role: 'admin', permissions }, this.by(inviter)),
    );
    const { userId, linkId } = (await invitations.pending(now)).find(
      (one) => one.email === email,
    )!.invitation;
    const token = invitationToken(codeKey(people.secrets.pinPepper), userId, linkId);
    await acceptAt(administrators, people, token, { password: 'chosen by Eve 1', now });
    return userId;
  }

  readonly changeAccess = (who: string, about: string, command: AccessCommand): Promise<unknown> => {
    const { users, sessions } = this.people;
    const handler = new ChangeAccessHandler(this.administrators, users, sessions);
    return handler.execute(new ChangeAccess(about, command, this.by(who)));
  };

  readonly decide = (who: string, approvalId: string): Promise<unknown> => {
    const { wallets, users } = this.people;
    const handler = new DecideApprovalHandler(wallets, this.administrators, users, this.store);
    return handler.execute(new DecideApproval(approvalId, { grant: true }, this.by(who)));
  };

  /** Command bus with these handlers, by the name of the command. */
  readonly bus = (handlers: Readonly<Record<string, (command: never) => Promise<unknown>>>): CommandBus =>
    ({ execute: (command: object) => handlers[command.constructor.name]!(command as never) }) as never;

  private async signUp(balance: bigint): Promise<string> {
    const { register, verifyEmail, users, wallets } = this.people;
    const { userId } = await register.execute(
      new CreateUser({ ...ADA, email: `${this.id()}@mail.test` }, systemContext(this.now)),
    );
    await verifyEmail.execute(new MarkEmailVerified(userId, systemContext(this.now)));
    await users.handle(userId, { type: 'SetPin', pinMac: 'mac' }, systemContext(this.now));
    if (balance > 0n) await this.fund(userId, balance);
    await wallets.newest(userId);
    return userId;
  }

  fund(userId: string, amount: bigint): Promise<unknown> {
    const payment = { provider: 'opening', transactionReference: this.id(), source: 'Opening balance' };
    const command = { type: 'FundWallet', ...payment, paid: amount, settled: amount, charge: 0n } as const;
    return this.people.wallets.handle(userId, command, this.by('opening', 'system'));
  }

  /** Sends the mails about new events, as the worker does, and grants what is due to an only owner. */
  async deliver(): Promise<void> {
    const { store, people, known, owners, recent } = this;
    const { vault } = people;
    const { decided } = this;
    for (const event of await store.readAll(this.heard, PAGE)) {
      this.heard = event.position;
      known.onRecorded(event);
      decided.onRecorded(event);
      this.sole.onRecorded(event);
      this.mails.push(
        ...(await ownerNews(event, {
          vault,
          people: known,
          owners,
          recent,
          eventStore: store,
          limit: EACH,
        })),
      );
      const key = codeKey(people.secrets.pinPepper);
      const deps = { eventStore: store, vault, people: known, decided, codeKey: key };
      const mail = await composeNotice(event, deps);
      if (mail) this.mails.push(mail);
    }
    await this.sole.grantDue(this.now.getTime());
  }

  /** True when each honest owner has had a mail. */
  async haveOwnersMail(): Promise<boolean> {
    const emails = await Promise.all(
      this.honest.map(async (id) => (await this.people.users.current(id))!.email),
    );
    return emails.every((email) => this.mails.some(({ to }) => to === email));
  }

  /** Ids of the approvals that were requested since the last call. */
  async asked(): Promise<readonly string[]> {
    const events = await this.store.readAll(this.seen, PAGE);
    this.seen = events.at(-1)?.position ?? this.seen;
    return events.flatMap(({ type, data }) =>
      type === 'ApprovalRequested' ? [String(data['approvalId'])] : [],
    );
  }

  /** Kobo that moved by the hands of `insiders`, or out of an account of a customer, who buys nothing. */
  async moved(insiders: ReadonlySet<string>): Promise<bigint> {
    for (const event of await this.store.readAll(this.read, PAGE)) {
      this.read = event.position;
      const { id } = event.actor;
      this.byHand.set(id, (this.byHand.get(id) ?? 0n) + amountOf(event));
    }
    return [...insiders, ...this.customers].reduce(
      (sum, id) => sum + (this.byHand.get(id) ?? 0n),
      this.reviewed,
    );
  }
}

/** Kobo that an event moves. The claim of a decision counts, and not its entry in a wallet. */
function amountOf({ type, data }: RecordedEvent): bigint {
  const digits = (field: string): bigint => BigInt(String(data[field] ?? '0'));
  switch (type) {
    case 'WalletAdjusted': {
      const delta = digits('delta');
      return delta < 0n ? -delta : delta;
    }
    case 'ManualFundingClaimed':
    case 'HouseFunded':
    case 'VendorFloatToppedUp':
    case 'UnmatchedReturnClaimed':
      return digits('amount');
    case 'PspSettled':
    case 'ChargebackClaimed':
      return digits('amount') + digits('fee');
    case 'ChargebackWon':
      return digits('credited');
    case 'UnmatchedAssigned':
      return digits('paid');
    case 'PurchaseAccepted':
      return digits('price');
    default:
      return 0n;
  }
}
