import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { CreateUser } from './registration/create-user.handler.js';
import { ADA, openPeople, type People } from './testing/people.js';

let changes: number | undefined;
let people: People;
let userId: string;
beforeEach(async () => {
  changes = 1;
  people = await openPeople({}, Object.assign(new MemoryEventStore(), { changesLike: () => changes }));
  ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
});
afterEach(() => people.remove());

const inAnHour = (): number => Date.now() + 3_600_000;

describe('a cached user', () => {
  it('stays valid while no stream of a user changed', async () => {
    const user = await people.users.reload(userId);
    expect(people.users.cachedById(userId, inAnHour())).toBe(user);
    changes = 2;
    expect(people.users.cachedById(userId, inAnHour() + 4_000)).toBe(user);
    expect(people.users.cachedById(userId, inAnHour() + 10_000)).toBeUndefined();
  });

  it('is valid again once its stream is known to be unchanged', async () => {
    await people.users.reload(userId);
    changes = 2;
    expect(people.users.cachedById(userId, inAnHour())).toBeUndefined();
    const user = await people.users.current(userId);
    expect(people.users.cachedById(userId, inAnHour())).toBe(user);
  });

  it.each([
    [
      'after a change of this process',
      () => people.users.handle(userId, { type: 'VerifyEmail' }, systemContext()),
    ],
    ['without a count of changes', () => void (changes = undefined)],
  ])('must be read again after five seconds %s', async (_, act) => {
    await act();
    if (changes === undefined) await people.users.reload(userId);
    expect(people.users.cachedById(userId)).toBeDefined();
    expect(people.users.cachedById(userId, inAnHour())).toBeUndefined();
  });
});
