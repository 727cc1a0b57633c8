import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import { may, type Permission } from '../contracts/admin/administrators.contract.js';
import { CreateUser } from '../customers/registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../customers/testing/people.js';
import { Administrators } from './administrators.js';
import { AdministratorRefused, createAdministrator } from './create-admin.js';

describe('createAdministrator', () => {
  const store = new MemoryEventStore();
  const administrators = new Administrators(store);
  let people: People;
  beforeAll(async () => void (people = await openPeople({}, store)));
  afterAll(() => people.remove());

  const make = (email: string, password: string, permissions?: readonly Permission[]) =>
    createAdministrator(
      { ...people, administrators },
      { email, password, firstName: 'A', lastName: 'B', role: 'admin', permissions },
    );
  const permissionsOf = async (userId: string) =>
    (await administrators.current({ userId, role: 'admin' })).permissions;

  it('refuses a bad email, a short password, an unknown permission and a taken email', async () => {
    await expect(make('nonsense', 'long enough 1')).rejects.toThrow(AdministratorRefused);
    await expect(make('a@x.test', 'short')).rejects.toThrow('12 characters');
    for (const guessable of ['password1234', 'owner@mail.test', '            '])
      await expect(make('owner@mail.test', guessable)).rejects.toThrow('easy to guess');
    await expect(make('a@x.test', 'long enough 1', ['king' as Permission])).rejects.toThrow('no permission');
    const { userId } = await make('a@x.test', 'long enough 1');
    expect(await people.users.byId(userId)).toMatchObject({ role: 'admin', emailVerified: true });
    await expect(make('A@x.test', 'long enough 2')).rejects.toThrow('already has an account');
  });

  it('makes an owner by default, or an administrator with only the given permissions', async () => {
    const owner = await make('owner@x.test', 'long enough 1');
    const support = await make('support@x.test', 'long enough 1', ['support']);
    expect([await permissionsOf(owner.userId), await permissionsOf(support.userId)]).toEqual([
      ['owner'],
      ['support'],
    ]);
    expect(await administrators.current({ userId: owner.userId, role: 'auditor' })).toMatchObject({
      role: 'auditor',
      permissions: [],
    });
  });

  it('changes permissions at once and once, by an event with the previous ones', async () => {
    const { userId } = await make('finance@x.test', 'long enough 1', ['finance']);
    await administrators.setPermissions(userId, ['support', 'finance'], systemContext());
    await administrators.setPermissions(userId, ['finance', 'support'], systemContext());
    expect(await permissionsOf(userId)).toEqual(['support', 'finance']);
    const events = await store.readStream(`administrator-${userId}`);
    expect(events.map(({ type, data }) => [type, data['was'], data['permissions']])).toEqual([
      ['PermissionsChanged', [], ['finance']],
      ['PermissionsChanged', ['finance'], ['support', 'finance']],
    ]);
  });

  it('cut short at any step leaves no account with more permissions, and finishes when repeated', async () => {
    const append = store.append.bind(store);
    for (let left = 0, wasMade = false; !wasMade; left += 1) {
      const email = `cut${left}@x.test`;
      let appends = 0;
      store.append = async (...args) => {
        if ((appends += 1) > left) throw new Error('the process ended');
        return append(...args);
      };
      wasMade = await make(email, 'long enough 1', ['support']).then(
        () => true,
        () => false,
      );
      store.append = append;
      const half = await people.users.byEmail(email);
      if (half) expect({ left, may: await permissionsOf(half.userId) }).toEqual({ left, may: ['support'] });
      if (!half) {
        const { userId } = await make(email, 'long enough 1', ['finance']);
        expect(await permissionsOf(userId)).toEqual(['finance']);
      }
    }
  });

  it('leaves nothing behind when the email is taken before or during the work', async () => {
    await people.register.execute(new CreateUser({ ...ADA, email: 'taken@x.test' }, systemContext()));
    const stored = await store.lastPosition();
    await expect(make('taken@x.test', 'long enough 1', ['support'])).rejects.toThrow(
      'already has an account',
    );
    expect(await store.lastPosition()).toBe(stored);
    const made: string[] = [];
    const createKey = people.vault.createKey.bind(people.vault);
    const vault = {
      createKey: (userId: string) => createKey((made.push(userId), userId)),
      forget: (userId: string) => people.vault.forget(userId),
    };
    const register = {
      execute: async (command: CreateUser) => {
        await people.register.execute(new CreateUser({ ...ADA, email: 'late@x.test' }, systemContext()));
        return people.register.execute(command);
      },
    };
    await expect(
      createAdministrator(
        { ...people, administrators, vault, register },
        {
          email: 'late@x.test',
          password: 'long enough 1',
          firstName: 'A',
          lastName: 'B',
          role: 'admin',
          permissions: ['support'],
        },
      ),
    ).rejects.toThrow('already has an account');
    expect(made).toHaveLength(1);
    expect(await people.users.wasRegistered(made[0]!)).toBe(false);
    expect(() => people.vault.seal(made[0]!, {})).toThrow();
    expect(await people.users.byEmail('late@x.test')).toMatchObject({ role: 'user', firstName: 'Ada' });
  });

  it.each([
    [['owner'], ['support'], true],
    [['support'], ['support', 'finance'], true],
    [['finance'], ['support'], false],
    [[], ['support'], false],
  ] as const)('with %j may do what %j allows: %s', (permissions, wanted, allowed) =>
    expect(may({ permissions }, wanted)).toBe(allowed),
  );
});
