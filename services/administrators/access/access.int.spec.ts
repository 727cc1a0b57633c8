import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventContext, systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import type { RuleBroken } from '../../contracts/errors.js';
import { openPeople, type People } from '../../customers/testing/people.js';
import { Administrators } from '../administrators.js';
import { createAdministrator } from '../create-admin.js';
import { type AccessCommand, isOnDuty } from './access.decider.js';
import { ACCESS_STREAM } from './access.events.js';
import {
  ChangeAccess,
  ChangeAccessHandler,
  EndAdministratorSession,
  EndAdministratorSessionHandler,
  SignOutAdministrator,
  SignOutAdministratorHandler,
} from './change-access.handler.js';

const SUSPEND: AccessCommand = { type: 'Suspend', reason: 'left' };
const REINSTATE: AccessCommand = { type: 'Reinstate', reason: 'is back' };
const change = (role: 'admin' | 'auditor', ...permissions: Permission[]): AccessCommand => ({
  type: 'ChangeAccess',
  wanted: { role, permissions },
});
const by = (id: string, kind: 'admin' | 'auditor' = 'admin'): EventContext => ({
  ...systemContext(),
  actor: { kind, id, sealed: 'from where' },
});

describe('the access of administrators', () => {
  const store = new MemoryEventStore();
  let people: People;
  let here: Administrators;
  let there: Administrators;
  let count = 0;
  let [ada, bola, chidi] = ['', '', ''];

  beforeAll(async () => {
    people = await openPeople({}, store);
    here = new Administrators(store);
    there = new Administrators(store);
  });
  afterAll(() => people.remove());
  // `createAdministrator` makes three people, the first without given permissions.
  beforeEach(async () => {
    [ada, bola, chidi] = [await hire(), await hire('owner'), await hire('support')];
  });

  const hire = async (...permissions: Permission[]): Promise<string> => {
    const { userId } = await createAdministrator(
      { ...people, administrators: here },
      {
        email: `a${(count += 1)}@x.test`,
        password: 'long enough 1',
        firstName: 'A',
        lastName: 'B',
        role: 'admin',
        ...(permissions.length > 0 && { permissions }),
      },
    );
    return userId;
  };
  const told = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: RuleBroken) => error.code,
    );
  const decide = (about: string, command: AccessCommand, context: EventContext, process = here) =>
    new ChangeAccessHandler(process, people.users, people.sessions).execute(
      new ChangeAccess(about, command, context),
    );
  const current = (userId: string, process = here) => process.current({ userId, role: 'admin' });
  const facts = async (userId: string) =>
    (await store.readStream(ACCESS_STREAM))
      .filter(({ data }) => data['userId'] === userId)
      .map(({ type, data, actor }) => [type, data['was'] ?? data['reason'], actor.id]);

  it('leaves suspended administrators and auditors off duty', async () => {
    const onDuty = async (role: 'admin' | 'auditor' = 'admin') =>
      isOnDuty(await there.book(), { userId: chidi, role });
    expect([await onDuty(), await onDuty('auditor')]).toEqual([true, false]);
    await decide(chidi, SUSPEND, by(ada));
    expect(await onDuty()).toBe(false);
    await decide(chidi, REINSTATE, by(ada));
    expect(await onDuty()).toBe(true);
    await decide(chidi, change('auditor'), by(ada));
    expect(await onDuty()).toBe(false);
    await decide(chidi, change('admin', 'support'), by(ada));
    expect(await onDuty('auditor')).toBe(true);
  });

  it('changes at once in every process, by an event with the actor and the previous access', async () => {
    await decide(chidi, change('admin', 'support', 'finance'), by(ada));
    expect((await current(chidi, there)).permissions).toEqual(['support', 'finance']);
    expect(await decide(chidi, change('admin', 'finance', 'support', 'finance'), by(bola), there)).toEqual({
      changed: false,
    });
    await decide(chidi, change('auditor', 'owner'), by(bola), there);
    expect(await current(chidi)).toMatchObject({ role: 'auditor', permissions: [] });
    expect(await facts(chidi)).toEqual([
      ['AdministratorAccessChanged', { role: 'admin', permissions: ['support'] }, ada],
      ['AdministratorAccessChanged', { role: 'admin', permissions: ['support', 'finance'] }, bola],
    ]);
  });

  it('refuses a change made on a stale form', async () => {
    const seen = { role: 'admin', permissions: ['support'] } as const;
    await decide(chidi, change('admin', 'finance'), by(ada));
    const late: AccessCommand = {
      type: 'ChangeAccess',
      wanted: { role: 'admin', permissions: ['owner'] },
      seen,
    };
    expect(await told(decide(chidi, late, by(bola), there))).toBe('STALE_EDIT');
    const again: AccessCommand = {
      type: 'ChangeAccess',
      wanted: { role: 'admin', permissions: ['finance'] },
      seen,
    };
    expect(await told(decide(chidi, again, by(ada)))).toBe('done');
  });

  it('is decided by owners only, never about themselves, and only about administrators', async () => {
    for (const command of [SUSPEND, change('admin', 'owner'), { ...SUSPEND, type: 'ResetSecondFactor' }]) {
      expect(await told(decide(bola, command as AccessCommand, by(chidi)))).toBe('PERMISSION_MISSING');
      expect(await told(decide(ada, command as AccessCommand, by(ada)))).toBe('ACCESS_OWN');
      expect(await told(decide('nobody', command as AccessCommand, by(ada)))).toBe('ADMINISTRATOR_NOT_FOUND');
    }
    expect(await told(decide(bola, SUSPEND, by(ada, 'auditor')))).toBe('PERMISSION_MISSING');
    expect(await facts(bola)).toEqual([]);
  });

  it.each([
    ['suspend each other', SUSPEND, SUSPEND],
    ['take each other’s ownership', change('admin', 'support'), change('admin', 'finance')],
    ['make auditors of each other', change('auditor'), change('auditor')],
    ['suspend and demote each other', SUSPEND, change('auditor')],
  ] as const)(
    'leaves one owner when two owners %s at the same moment in two processes',
    async (_, one, other) => {
      for (let round = 0; round < 25; round += 1) {
        const [first, second] = [await hire('owner'), await hire('owner')];
        const answers = await Promise.all([
          told(decide(second, one, by(first), here)),
          told(decide(first, other, by(second), there)),
        ]);
        expect(answers.sort()).toEqual(['PERMISSION_MISSING', 'done']);
        const left = [await current(first), await current(second)];
        expect(
          left.filter(({ role, permissions }) => role === 'admin' && permissions.includes('owner')),
        ).toHaveLength(1);
      }
    },
  );

  it('is not taken from an owner who gave the deciding owner their access in the last 30 days', async () => {
    const later = (days: number) => ({
      ...by(chidi),
      now: new Date(systemContext().now.getTime() + days * 24 * 3_600_000),
    });
    const RESET: AccessCommand = { type: 'ResetSecondFactor', reason: 'lost' };
    await decide(chidi, change('admin', 'owner'), by(ada));
    for (const command of [SUSPEND, RESET, change('auditor'), change('admin', 'support', 'owner')])
      expect(await told(decide(ada, command, later(29)))).toBe('ACCESS_OF_GIVER');
    const { token } = await people.sessions.start((await people.users.current(ada))!);
    const { handle } = (await people.sessions.of(ada))[0]!;
    const end = new EndAdministratorSessionHandler(here, people.users, people.sessions);
    const signOut = new SignOutAdministratorHandler(here, people.users, people.sessions);
    for (const refused of [
      end.execute(new EndAdministratorSession(ada, handle, later(29))),
      signOut.execute(new SignOutAdministrator(ada, later(29))),
    ])
      expect(await told(refused)).toBe('ACCESS_OF_GIVER');
    expect(await people.sessions.find(token)).toBeDefined();
    expect(await told(decide(bola, SUSPEND, later(29)))).toBe('done');
    expect(await told(decide(bola, REINSTATE, later(29)))).toBe('done');
    expect(await told(decide(ada, SUSPEND, later(31)))).toBe('done');
    expect(await facts(ada)).toEqual([['AdministratorSuspended', 'left', chidi]]);
  });

  it('leaves at least one owner when three suspend each other in a ring, and the suspended decide nothing more', async () => {
    const ring = [await hire('owner'), await hire('owner'), await hire('owner')];
    const processes = [here, there, new Administrators(store)];
    await Promise.all(
      ring.map((who, index) => told(decide(ring[(index + 1) % 3]!, SUSPEND, by(who), processes[index]))),
    );
    const states = await Promise.all(ring.map((who) => current(who)));
    const left = ring.filter((_, index) => !states[index]!.suspended);
    expect(left.length).toBeGreaterThan(0);
    for (const gone of ring.filter((who) => !left.includes(who)))
      expect(await told(decide(left[0]!, SUSPEND, by(gone), there))).toBe('PERMISSION_MISSING');
  });

  it('ends every session on suspension, and reinstatement brings none back', async () => {
    const user = (await people.users.current(chidi))!;
    const { token } = await people.sessions.start(user);
    expect(await people.sessions.find(token)).toBeDefined();
    // The process ends between the decision and the end of the sessions.
    await there.decide(SUSPEND, { userId: chidi, role: 'admin' }, by(ada));
    expect(await current(chidi)).toMatchObject({ suspended: true, permissions: [] });
    expect(await people.sessions.find(token)).toBeDefined();
    expect(await decide(chidi, REINSTATE, by(ada))).toEqual({ changed: true });
    expect(await people.sessions.find(token)).toBeUndefined();
    expect(await current(chidi, there)).toMatchObject({ suspended: false, permissions: ['support'] });

    const again = await people.sessions.start((await people.users.current(chidi))!);
    expect(await decide(chidi, REINSTATE, by(ada))).toEqual({ changed: false });
    expect(await people.sessions.find(again.token)).toBeDefined();
    await decide(chidi, SUSPEND, by(bola), there);
    expect(await people.sessions.find(again.token)).toBeUndefined();
    expect(await decide(chidi, SUSPEND, by(bola))).toEqual({ changed: false });
    expect(await facts(chidi)).toEqual([
      ['AdministratorSuspended', 'left', ada],
      ['AdministratorReinstated', 'is back', ada],
      ['AdministratorSuspended', 'left', bola],
    ]);
  });

  it('signs a colleague out, by an event that names the owner', async () => {
    const { token } = await people.sessions.start((await people.users.current(chidi))!);
    const handler = new SignOutAdministratorHandler(here, people.users, people.sessions);
    expect(await told(handler.execute(new SignOutAdministrator(chidi, by(chidi))))).toBe('ACCESS_OWN');
    await handler.execute(new SignOutAdministrator(chidi, by(ada)));
    expect(await people.sessions.find(token)).toBeUndefined();
    const [last] = await store.readStream(`user-${chidi}`, { direction: 'backwards', limit: 1 });
    expect([last?.type, last?.actor.id]).toEqual(['SignedOutEverywhere', ada]);
  });

  it('ends one session once, also after a crash between the event and the end of the session', async () => {
    const user = (await people.users.current(chidi))!;
    const [one, other] = [
      await people.sessions.start(user, undefined, 'sealed origin'),
      await people.sessions.start(user),
    ];
    const open = await people.sessions.of(chidi);
    expect(open.map(({ origin }) => origin)).toEqual(expect.arrayContaining(['sealed origin', undefined]));
    const { handle } = open.find(({ origin }) => origin === 'sealed origin')!;
    const person = { userId: chidi, role: 'admin' } as const;
    await there.decide({ type: 'EndSession', sessionId: handle }, person, by(ada));
    expect(await people.sessions.find(one.token)).toBeDefined();
    const end = (sessionId: string, context = by(ada), process = here) =>
      new EndAdministratorSessionHandler(process, people.users, people.sessions).execute(
        new EndAdministratorSession(chidi, sessionId, context),
      );
    expect(await told(end(handle, by(chidi)))).toBe('ACCESS_OWN');
    await Promise.all([end(handle), end(handle, by(bola), there)]);
    await end(handle);
    await end('no such session');
    expect(await people.sessions.find(one.token)).toBeUndefined();
    expect(await people.sessions.find(other.token)).toBeDefined();
    expect(await facts(chidi)).toEqual([['AdministratorSessionEnded', undefined, ada]]);
  });

  it('loses a reset second factor until another is set up', async () => {
    const enrol = (enrolmentId: string) =>
      here.change(chidi, () => [
        {
          id: crypto.randomUUID(),
          type: 'SecondFactorEnrolled',
          version: 1,
          at: new Date().toISOString(),
          actor: by(chidi).actor,
          correlationId: 'c',
          causationId: 'c',
          data: { userId: chidi, enrolmentId, step: 1, sealed: 'sealed' },
        },
      ]);
    await enrol('first');
    const { token } = await people.sessions.start((await people.users.current(chidi))!);
    expect((await current(chidi, there)).secondFactor).toBe(true);
    const reset: AccessCommand = { type: 'ResetSecondFactor', reason: 'lost the phone' };
    expect(await decide(chidi, reset, by(ada), there)).toEqual({ changed: true });
    expect(await decide(chidi, reset, by(ada))).toEqual({ changed: false });
    expect((await current(chidi)).secondFactor).toBe(false);
    expect((await here.load(chidi)).secondFactor).toBeUndefined();
    expect(await people.sessions.find(token)).toBeUndefined();
    await enrol('second');
    expect((await current(chidi, there)).secondFactor).toBe(true);
    expect(await facts(chidi)).toEqual([['SecondFactorReset', 'lost the phone', ada]]);
  });
});
