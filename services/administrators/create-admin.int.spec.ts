import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import { may, type Permission } from '../contracts/admin/administrators.contract.js';
import { openPeople, type People } from '../customers/testing/people.js';
import { Administrators } from './administrators.js';
import { AdministratorRefused, createAdministrator } from './create-admin.js';

describe('making an administrator', () => {
  const store = new MemoryEventStore();
  const administrators = new Administrators(store);
  let people: People;
  beforeAll(async () => void (people = await openPeople({}, store)));
  afterAll(() => people.remove());

  const make = (email: string, password: string, permissions?: readonly Permission[]) =>
    createAdministrator(
      { register: people.register, verifyEmail: people.verifyEmail, administrators },
      { email, password, firstName: 'A', lastName: 'B', role: 'admin', permissions },
    );
  const permissionsOf = async (userId: string) =>
    (await administrators.current({ userId, role: 'admin' })).permissions;

  it('wants an address, a long password, known permissions and an email nobody has', async () => {
    await expect(make('nonsense', 'long enough 1')).rejects.toThrow(AdministratorRefused);
    await expect(make('a@x.test', 'short')).rejects.toThrow('12 characters');
    await expect(make('a@x.test', 'long enough 1', ['king' as Permission])).rejects.toThrow('no permission');
    const { userId } = await make('a@x.test', 'long enough 1');
    expect(await people.users.byId(userId)).toMatchObject({ role: 'admin', emailVerified: true });
    await expect(make('A@x.test', 'long enough 2')).rejects.toThrow('already has an account');
  });

  it('makes an owner, or whoever may do what is said and nothing else', async () => {
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

  it('is changed at once and once, by an event that says from what', async () => {
    const { userId } = await make('finance@x.test', 'long enough 1', ['finance']);
    await administrators.setPermissions(userId, ['support', 'finance'], systemContext());
    await administrators.setPermissions(userId, ['finance', 'support'], systemContext());
    expect(await permissionsOf(userId)).toEqual(['support', 'finance']);
    const events = await store.readStream(`administrator-${userId}`);
    expect(events.map(({ type, data }) => [type, data['was'], data['permissions']])).toEqual([
      ['PermissionsChanged', ['owner'], ['finance']],
      ['PermissionsChanged', ['finance'], ['support', 'finance']],
    ]);
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
