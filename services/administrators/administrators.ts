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

/** Somebody who may use the administrators' side, and what of it. */
export interface Administrator {
  readonly userId: string;
  readonly role: 'admin' | 'auditor';
  /** None for an auditor, and while they are suspended. */
  readonly permissions: readonly Permission[];
  /** Whether they sign in with a second factor. */
  readonly secondFactor: boolean;
  /** An owner has closed their access for now. */
  readonly suspended: boolean;
}

/** Who they are where nobody has decided otherwise: an administrator or, of any other role, an auditor, as they were made. */
interface Person {
  readonly userId: string;
  readonly role: Role;
}

/** @param actor an administrator or auditor */
export const actorOf = ({ actor: { id, kind } }: EventContext): Person => ({
  userId: id,
  role: kind === 'admin' ? 'admin' : 'auditor',
});

/** An administrator as stored, and where their stream ends with it. */
export type LoadedAdministrator = StreamHead & AdministratorState & Pick<Decided, 'suspended'>;

type LoadedBook = StreamHead & { readonly book: AccessBook };

const KNOWN_MAX = 1_000;

/** What each administrator may, always as the ledger says at this moment: their calls are few, and a permission taken away is gone. */
@Injectable()
export class Administrators {
  /** Believed only while the stream ends where it ended. */
  private readonly known = new LRUCache<string, StreamHead & AdministratorState>({ max: KNOWN_MAX });
  /** The same of what owners decided about each other. */
  private knownBook: LoadedBook | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  ) {}

  /** @param person whom a session of an administrator or auditor belongs to */
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

  /** How they stand with what owners decided about them. */
  async standing(person: Person): Promise<StandingAccess> {
    return this.standingBy(person, (await this.loadBook()).book);
  }

  /**
   * Decides on what is stored of both at this moment, and stores what follows; again when somebody else was faster, on what that left.
   * @param person whom it is about; the actor of the context decides @returns whether anything followed @throws RuleBroken by the rules of `access.decider`
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
        return { revision: loaded.revision, hash: loaded.hash, by, about };
      },
      decide: ({ by, about }) =>
        decideAccess(command, by, about).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
    return appended !== undefined;
  }

  /** What was decided so far, by administrator. */
  async book(): Promise<AccessBook> {
    return (await this.loadBook()).book;
  }

  /** Notes that a second factor is locked: once for each lock, however many tries, in whichever processes, meet it. */
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

  /** When they accepted the invitation that made them one, ISO 8601; undefined of whoever was not invited. */
  async acceptedAt(userId: string): Promise<string | undefined> {
    return decidedOf((await this.loadBook()).book, userId).invitation?.acceptedAt;
  }

  /**
   * As `decide`, of whoever is no administrator yet. @param by who decides, or answers for it; of the book when it hangs on that
   * @returns the book that it left
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

  /** Nothing happens when it is so already. */
  async setPermissions(
    userId: string,
    permissions: readonly Permission[],
    context: EventContext,
  ): Promise<void> {
    await this.change(userId, ({ permissions: was }) =>
      was.toSorted().join() === permissions.toSorted().join()
        ? []
        : [fact('PermissionsChanged', { userId, permissions, was }, context)],
    );
  }

  /** Decides on what is stored, and stores what follows; again when somebody else was faster. @returns what it was decided on, and what was stored */
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
