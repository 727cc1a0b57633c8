import type { EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Administrators } from '../administrators.js';
import { Staff } from './staff.js';

/** Refuses two administrators who count as one. Accepts them when every owner counts as one with both. */
export class OtherHand {
  private readonly staff: Staff;

  constructor(
    store: Pick<EventStore, 'readAll' | 'readWanted'>,
    private readonly administrators: Pick<Administrators, 'countAsOne' | 'hasOtherOwner'>,
  ) {
    this.staff = new Staff(store);
  }

  /** @throws RuleBroken(APPROVAL_SAME_HAND) */
  async require(one: string, other: string, now: Date): Promise<void> {
    const { administrators } = this;
    // The caller refuses equal ids.
    if (one === other || !(await administrators.countAsOne(one, other, now))) return;
    const staff = await this.staff.all();
    // Check both ids, because an owner may count as one with only one of them.
    for (const id of [one, other])
      if (await administrators.hasOtherOwner(staff, id, now)) throw new RuleBroken('APPROVAL_SAME_HAND');
  }
}
