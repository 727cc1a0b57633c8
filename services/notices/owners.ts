import type { EventStore, Json } from '../../infra/event-store/event-store.js';
import { isOwner, type StandingAccess } from '../administrators/access/access.decider.js';
import type { Invitation } from '../administrators/invitations/invitation.state.js';
import { Administrators } from '../administrators/administrators.js';
import { may } from '../contracts/admin/permissions.js';
import { BY_OWNERS, type Work } from '../money-desk/approval.events.js';
import type { User } from '../customers/user.state.js';
import type { KnownPeople } from './known-people.js';

const PAGE = 5_000;

const mayApprove = ({ suspended, role, permissions }: StandingAccess): boolean =>
  !suspended && role === 'admin' && may({ permissions }, ['finance']);

/** Finds the administrators in the log, because this process has no other list of them. */
export class Owners {
  private readonly administrators: Administrators;
  private readonly staff = new Set<string>();
  private position = 0;
  private reading = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly people: Pick<KnownPeople, 'byId'>,
  ) {
    this.administrators = new Administrators(store);
  }

  restore(state: Json | undefined): void {
    const [position, ...ids] = Array.isArray(state) ? state : [0];
    this.position = Number(position);
    for (const id of ids) this.staff.add(String(id));
  }

  state(): Json[] {
    return [this.position, ...this.staff];
  }

  list(): Promise<User[]> {
    return this.active(isOwner);
  }

  private async active(is: (standing: StandingAccess) => boolean): Promise<User[]> {
    this.reading = this.reading.catch(() => undefined).then(() => this.readOn());
    await this.reading;
    const people = await Promise.all(Array.from(this.staff, (id) => this.people.byId(id)));
    const found = await Promise.all(
      people.map(async (person) =>
        person && person.role !== 'user' && is(await this.administrators.standing(person)) ? [person] : [],
      ),
    );
    return found.flat();
  }

  /** Administrators other than the actor who may approve such work. */
  async approvers(actorId: string, work: Work['type']): Promise<User[]> {
    const people = await this.active(BY_OWNERS.has(work) ? isOwner : mayApprove);
    return people.filter(({ userId }) => userId !== actorId);
  }

  /**
   * True for an owner whose requests happen after `SOLE_OWNER_DELAY`.
   * @param at time of the request, ISO 8601
   */
  async isAlone(userId: string, at: string): Promise<boolean> {
    const { administrators } = this;
    const [owners, now] = [await this.list(), new Date(at)];
    if (!owners.some((owner) => owner.userId === userId)) return false;
    for (const other of owners)
      if (!(await administrators.sharedHands(other.userId, userId, now)).includes(userId)) return false;
    return true;
  }

  async invitationOf(userId: string): Promise<Invitation | undefined> {
    return (await this.administrators.book()).get(userId)?.invitation;
  }

  /** Reads the events that were added to the log since the last call. Only one call may run at a time. */
  private async readOn(): Promise<void> {
    const wanted = { wants: (type: string) => type === 'UserRegistered' };
    const { store } = this;
    for (;;) {
      const events =
        (await store.readWanted?.(this.position, PAGE, wanted)) ?? (await store.readAll(this.position, PAGE));
      for (const { type, data } of events)
        if (type === 'UserRegistered' && data['role'] !== 'user') this.staff.add(String(data['userId']));
      const position = events.at(-1)?.position ?? 0;
      if (position <= this.position) return;
      this.position = position;
    }
  }
}
