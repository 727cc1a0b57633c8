import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import type { Role } from '../contracts/services.js';
import {
  type AccessBook,
  type AccessCommand,
  type Decided,
  decideAccess,
  decidedOf,
  evolveBook,
  givenAt,
  handsOf,
  hasOtherOwner,
  sharedHands,
  type StandingAccess,
} from './access/access.decider.js';
import {
  type Access,
  type AccessFact,
  ACCESS_STREAM,
  accessEvent,
  type SecondFactorLocked,
} from './access/access.events.js';
import { administratorEvent, administratorStream, type AdministratorEvent } from './administrator.events.js';
import { type AdministratorState, foldAdministrator } from './administrator.state.js';

export interface Administrator {
  readonly userId: string;
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
  readonly secondFactor: boolean;
  /** Suspended by an owner. */
  readonly suspended: boolean;
}

interface Person {
  readonly userId: string;
  readonly role: Role;
}

export const actorOf = ({ actor: { id, kind } }: EventContext): Person => ({
  userId: id,
  role: kind === 'admin' ? 'admin' : 'auditor',
});

export type LoadedAdministrator = StreamHead & AdministratorState & Pick<Decided, 'suspended'>;

type LoadedBook = StreamHead & { readonly book: AccessBook };

const KNOWN_MAX = 1_000;

/** Access of administrators. Every call reads the ledger, so a withdrawn permission ends at once. */
@Injectable()
export class Administrators {
  private readonly known = new LRUCache<string, StreamHead & AdministratorState>({ max: KNOWN_MAX });
  private knownBook: LoadedBook | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  ) {}

  async current(person: Person): Promise<Administrator> {
    const standing = await this.standing(person);
    const { suspended, enrolmentId } = standing;
    const permissions = suspended ? [] : standing.permissions;
    return {
      userId: person.userId,
      role: standing.role,
      permissions,
      secondFactor: enrolmentId !== undefined,
      suspended,
    };
  }

  async standing(person: Person): Promise<StandingAccess> {
    return this.standingBy(person, (await this.loadBook()).book);
  }

  /**
   * Decides `command` with the present access of `person` and of the actor. Decides again when either access
   * changes meanwhile.
   * @param person administrator whose access is decided
   * @returns true when an event was stored
   * @throws RuleBroken by the rules of `decideAccess`
   */
  async decide(command: AccessCommand, person: Person, context: EventContext): Promise<boolean> {
    const actor = actorOf(context);
    const { appended } = await decideAndAppend(this.store, {
      stream: ACCESS_STREAM,
      load: async () => {
        const loaded = await this.loadBook();
        const [by, about] = await Promise.all([
          this.standingBy(actor, loaded.book),
          this.standingBy(person, loaded.book),
        ]);
        const hands = handsOf(loaded.book, actor.userId, context.now.getTime());
        return { revision: loaded.revision, hash: loaded.hash, by, about, hands };
      },
      decide: ({ by, about, hands }) =>
        decideAccess(command, by, about, hands).map(({ type, data }) =>
          fact<string, object>(type, data, context),
        ),
    });
    return appended !== undefined;
  }

  async book(): Promise<AccessBook> {
    return (await this.loadBook()).book;
  }

  /** Stores a lock. Does nothing when a lock with the same `lockedUntil` is stored. */
  async noteLock(lock: SecondFactorLocked, context: EventContext): Promise<void> {
    await decideAndAppend(this.store, {
      stream: ACCESS_STREAM,
      load: () => this.loadBook(),
      decide: ({ book }) =>
        decidedOf(book, lock.userId).locked?.lockedUntil === lock.lockedUntil
          ? []
          : [fact('SecondFactorLocked', lock, context)],
    });
  }

  async givenAt(userId: string, wanted: readonly Permission[]): Promise<string | undefined> {
    return givenAt(decidedOf((await this.loadBook()).book, userId), wanted);
  }

  async sharedHands(one: string, other: string, now: Date): Promise<readonly string[]> {
    const { book } = await this.loadBook();
    return sharedHands(handsOf(book, one, now.getTime()), handsOf(book, other, now.getTime()));
  }

  async hasOtherOwner(staff: readonly Person[], userId: string, now: Date): Promise<boolean> {
    const { book } = await this.loadBook();
    const standings = await Promise.all(staff.map((person) => this.standingBy(person, book)));
    return hasOtherOwner(book, standings, userId, now.getTime());
  }

  /**
   * Stores the decision of `rule` about an invitation.
   * @returns all decisions of owners, including the new decision
   */
  async decideInvitation(
    rule: (book: AccessBook, by: StandingAccess | undefined) => readonly AccessFact[],
    by: Person | ((book: AccessBook) => Person | undefined),
    context: EventContext,
  ): Promise<AccessBook> {
    const { loaded, appended } = await decideAndAppend(this.store, {
      stream: ACCESS_STREAM,
      load: async () => {
        const { book, revision, hash } = await this.loadBook();
        const person = typeof by === 'function' ? by(book) : by;
        return { revision, hash, book, by: person && (await this.standingBy(person, book)) };
      },
      decide: (loaded) =>
        rule(loaded.book, loaded.by).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
    return appended ? this.book() : loaded.book;
  }

  async setPermissions(
    userId: string,
    permissions: readonly Permission[],
    context: EventContext,
  ): Promise<void> {
    await this.change(userId, ({ permissions: now, revision }) => {
      if (now.toSorted().join() === permissions.toSorted().join()) return [];
      // Without events, an administrator counts as an owner, but has no earlier permission.
      const was = revision === NO_STREAM.revision ? [] : now;
      return [fact('PermissionsChanged', { userId, permissions, was }, context)];
    });
  }

  async change(
    userId: string,
    decide: (administrator: LoadedAdministrator) => readonly AdministratorEvent[],
  ): Promise<{ readonly before: LoadedAdministrator; readonly events: readonly AdministratorEvent[] }> {
    const { loaded, events } = await decideAndAppend(this.store, {
      stream: administratorStream(userId),
      load: () => this.load(userId),
      decide,
    });
    return { before: loaded, events };
  }

  async load(userId: string): Promise<LoadedAdministrator> {
    const [own, { book }] = await Promise.all([this.loadOwn(userId), this.loadBook()]);
    const { access, suspended, resetEnrolment } = decidedOf(book, userId);
    const { secondFactor, permissions, revision, hash } = own;
    return {
      revision,
      hash,
      suspended,
      permissions: access?.permissions ?? permissions,
      ...(secondFactor && secondFactor.enrolmentId !== resetEnrolment && { secondFactor }),
    };
  }

  private async standingBy({ userId, role }: Person, book: AccessBook): Promise<StandingAccess> {
    const { secondFactor, permissions } = await this.loadOwn(userId);
    const { access, suspended, resetEnrolment, endedSessions } = decidedOf(book, userId);
    const before: Access = role === 'admin' ? { role, permissions } : { role: 'auditor', permissions: [] };
    const enrolmentId = secondFactor?.enrolmentId;
    return {
      userId,
      suspended,
      endedSessions,
      ...(access ?? before),
      enrolmentId: enrolmentId === resetEnrolment ? undefined : enrolmentId,
    };
  }

  private async loadOwn(userId: string): Promise<StreamHead & AdministratorState> {
    const stream = administratorStream(userId);
    const known = this.known.get(userId);
    if (known) {
      const { revision, hash } = await this.store.head(stream);
      if (known.revision === revision && known.hash === hash) return known;
    }
    const events = await this.store.readStream(stream);
    const { revision, hash } = events.at(-1) ?? NO_STREAM;
    const loaded = { revision, hash, ...foldAdministrator(events.map(administratorEvent)) };
    this.known.set(userId, loaded);
    return loaded;
  }

  private async loadBook(): Promise<LoadedBook> {
    const known = this.knownBook;
    if (known) {
      const { revision, hash } = await this.store.head(ACCESS_STREAM);
      if (known.revision === revision && known.hash === hash) return known;
    }
    const events = await this.store.readStream(ACCESS_STREAM);
    const { revision, hash } = events.at(-1) ?? NO_STREAM;
    const book = events
      .map(accessEvent)
      .reduce<AccessBook>((so, event) => (event ? evolveBook(so, event) : so), new Map());
    this.knownBook = { revision, hash, book };
    return this.knownBook;
  }
}
