import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RegisterUser } from '../registration/register-user.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { handleStanding } from '../standing.js';
import { userStream } from '../user.events.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { SetSpending, SetSpendingHandler } from './freeze-spending.handler.js';

let people: People;
/** As another process has it. */
let elsewhere: Users;
let userId: string;
let stop: SetSpendingHandler;
/** As an order was looked up that then waited: for the PIN, or for a vendor that says whose number it is. */
let ordering: User;
beforeEach(async () => {
  people = await openPeople();
  elsewhere = new Users(people.store, people.vault, people.secrets);
  ({ userId } = await people.register.execute(new RegisterUser(ADA, systemContext())));
  stop = new SetSpendingHandler(people.users, people.wallets);
  ordering = (await people.users.current(userId))!;
});
afterEach(() => people.remove());

const setSpending = (frozen: boolean, seen?: string) =>
  stop.execute(new SetSpending(userId, frozen, 'Stolen', systemContext(), seen));
const newest = async (): Promise<RecordedEvent> =>
  (await people.store.readStream(userStream(userId))).at(-1)!;

describe('spending that is stopped', () => {
  it('stays stopped for an order that was looked up before, however long it waits', async () => {
    await setSpending(true);
    // What is known of a person is believed for a few seconds only.
    const later = Date.now() + 3_600_000;
    expect(people.users.cachedById(userId, later)).toBeUndefined();
    expect(people.users.isFrozen(ordering)).toBe(true);
    await setSpending(false);
    expect(people.users.isFrozen(ordering)).toBe(false);
    expect(people.users.isFrozen({ ...ordering, frozen: true })).toBe(false);
  });

  it('is stopped in another process from when it was told, though nobody was looked up there since', async () => {
    ordering = (await elsewhere.current(userId))!;
    await setSpending(true);
    expect(elsewhere.isFrozen(ordering)).toBe(false);
    elsewhere.onRecorded(await newest());
    expect(elsewhere.isFrozen(ordering)).toBe(true);
    await setSpending(false);
    elsewhere.onRecorded(await newest());
    expect(elsewhere.isFrozen(ordering)).toBe(false);
  });

  it('is not allowed again by an older fact that is read, or told of, late', async () => {
    const before = await newest();
    await setSpending(true);
    const frozen = await newest();
    elsewhere.onRecorded({ ...frozen, revision: frozen.revision + 2 });
    elsewhere.onRecorded({ ...before, type: 'SpendingUnfrozen' });
    await setSpending(false);
    expect((await elsewhere.reload(userId))?.frozen).toBeUndefined();
    expect(elsewhere.isFrozen(ordering)).toBe(true);
  });

  it('is stopped for each reason that was given since it was last allowed, wherever and whenever they are read', async () => {
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

  it('stays stopped when it was stopped for something else since whoever allows it looked', async () => {
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

  it('is known after whoever stopped it past the people in memory has them read again', async () => {
    const freeze = { type: 'FreezeOnce', changeId: 'f1', reason: 'Disputed' } as const;
    await handleStanding(people.store, userId, freeze, systemContext());
    await people.users.reload(userId);
    expect(people.users.isFrozen(ordering)).toBe(true);
  });
});
