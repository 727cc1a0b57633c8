import type { EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Administrators } from '../administrators.js';
import { Staff } from './staff.js';

/** Refuses two administrators who count as one. Accepts them when no other owner could agree. */
export class OtherHand {
  private readonly staff: Staff;

  constructor(
    store: Pick<EventStore, 'readAll' | 'readWanted'>,
    private readonly administrators: Pick<Administrators, 'sharedHands' | 'hasOtherOwner'>,
  ) {
    this.staff = new Staff(store);
  }

  /** @throws RuleBroken(APPROVAL_SAME_HAND) */
  async require(one: string, other: string, now: Date): Promise<void> {
    const { administrators } = this;
    // The caller refuses equal ids.
    if (one === other) return;
    const shared = await administrators.sharedHands(one, other, now);
    if (shared.length === 0) return;
    const staff = await this.staff.all();
    for (const id of shared)
      if (await administrators.hasOtherOwner(staff, id, now)) throw new RuleBroken('APPROVAL_SAME_HAND');
  }
}
