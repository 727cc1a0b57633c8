import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { handleStanding } from '../standing.js';
import { userStream } from '../user.events.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { SetSpending, SetSpendingHandler } from './freeze-spending.handler.js';

let people: People;
/** `Users` of another process. */
let elsewhere: Users;
let userId: string;
let stop: SetSpendingHandler;
/** User as an order looked him up before waiting. */
let ordering: User;
beforeEach(async () => {
  people = await openPeople();
  elsewhere = new Users(people.store, people.vault, people.secrets);
  ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
  stop = new SetSpendingHandler(people.users, people.wallets);
  ordering = (await people.users.current(userId))!;
});
afterEach(() => people.remove());

const setSpending = (frozen: boolean, seen?: string) =>
  stop.execute(new SetSpending(userId, frozen, 'Stolen', systemContext(), seen));
const newest = async (): Promise<RecordedEvent> =>
  (await people.store.readStream(userStream(userId))).at(-1)!;

describe('frozen spending', () => {
  it('stays frozen for an order looked up before, even after a long wait', async () => {
    await setSpending(true);
    // `cachedById` answers only for a few seconds.
    const later = Date.now() + 3_600_000;
    expect(people.users.cachedById(userId, later)).toBeUndefined();
    expect(people.users.isFrozen(ordering)).toBe(true);
    await setSpending(false);
    expect(people.users.isFrozen(ordering)).toBe(false);
    expect(people.users.isFrozen({ ...ordering, frozen: true })).toBe(false);
  });

  it('is frozen in another process once it reads the event, without a new look-up', async () => {
    ordering = (await elsewhere.current(userId))!;
    await setSpending(true);
    expect(elsewhere.isFrozen(ordering)).toBe(false);
    elsewhere.onRecorded(await newest());
    expect(elsewhere.isFrozen(ordering)).toBe(true);
    await setSpending(false);
    elsewhere.onRecorded(await newest());
    expect(elsewhere.isFrozen(ordering)).toBe(false);
  });

  it('is not allowed again by an older event that arrives late', async () => {
    const before = await newest();
    await setSpending(true);
    const frozen = await newest();
    elsewhere.onRecorded({ ...frozen, revision: frozen.revision + 2 });
    elsewhere.onRecorded({ ...before, type: 'SpendingUnfrozen' });
    await setSpending(false);
    expect((await elsewhere.reload(userId))?.frozen).toBeUndefined();
    expect(elsewhere.isFrozen(ordering)).toBe(true);
  });

  it('has every reason since it was last allowed, in every process', async () => {
    const freeze = { type: 'FreezeOnce', changeId: 'f1', reason: 'Disputed' } as const;
    await setSpending(true);
    const { id } = await newest();
    await handleStanding(people.store, userId, freeze, systemContext());
    const freezes = [
      { id, reason: 'Stolen' },
      { id: 'f1', reason: 'Disputed' },
    ];
    for (const users of [people.users, elsewhere])
      expect(await users.reload(userId)).toMatchObject({ frozen: true, freezes });
    await setSpending(false);
    const after = await elsewhere.reload(userId);
    expect([after?.frozen, after?.freezes]).toEqual([undefined, undefined]);
  });

  it('stays frozen when another freeze came after the administrator looked', async () => {
    await setSpending(true);
    const { id } = await newest();
    const freeze = { type: 'FreezeOnce', changeId: 'f1', reason: 'Disputed' } as const;
    await handleStanding(people.store, userId, freeze, systemContext());
    await expect(setSpending(false, id)).rejects.toMatchObject({
      code: 'STALE_EDIT',
      message: expect.stringContaining('Disputed'),
    });
    expect(people.users.isFrozen(ordering)).toBe(true);
    expect(await setSpending(false, 'f1')).toEqual({ changed: true });
    expect(people.users.isFrozen(ordering)).toBe(false);
  });

  it('is known after reload when it was stored without Users', async () => {
    const freeze = { type: 'FreezeOnce', changeId: 'f1', reason: 'Disputed' } as const;
    await handleStanding(people.store, userId, freeze, systemContext());
    await people.users.reload(userId);
    expect(people.users.isFrozen(ordering)).toBe(true);
  });
});
