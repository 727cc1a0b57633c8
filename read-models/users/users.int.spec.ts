import { afterEach, describe, expect, it } from '@jest/globals';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { USER_SHAPES } from '../../services/contracts/admin/users.contract.js';
import { usersProjection } from './users.projection.js';
import { ListUsersHandler, ListUsers } from './users.query.js';

const forgotten = new Set<string>();
/** Texts are not encrypted in this test. */
const open = (userId: string, sealed: string): Record<string, unknown> | undefined =>
  forgotten.has(userId) ? undefined : (JSON.parse(sealed) as Record<string, unknown>);

const person = (script: GivenEvents, userId: string, firstName: string, more: object = {}): GivenEvents =>
  script
    .tell(`user-${userId}`, 'UserRegistered', {
      userId,
      role: 'user',
      tier: 'regular',
      ...more,
      sealed: JSON.stringify({
        firstName,
        lastName: 'Obi',
        email: `${userId}@mail.test`,
        phone: '+2348031234567',
      }),
    })
    .opened(userId);

const token = (script: GivenEvents, userId: string, lastFour: string): GivenEvents => {
  const issued = { userId, tokenDigest: `digest-${lastFour}`, lastFour };
  return script
    .tell(`apitoken-${issued.tokenDigest}`, 'ApiTokenIssued', issued)
    .tell(`user-${userId}`, 'ApiTokenIssued', issued);
};

describe('the projection of users', () => {
  it('ignores events of wallets and purchases, and of other streams about a person', () => {
    expect(usersProjection.wants?.('PurchaseAccepted', 'wallet-a')).toBe(false);
    expect(usersProjection.wants?.('WalletFunded', 'wallet-a')).toBe(false);
    expect(usersProjection.wants?.('ApiTokenIssued', 'apitoken-d')).toBe(false);
    expect(usersProjection.wants?.('ApiTokenIssued', 'user-a')).toBe(true);
  });
});

describe('users', () => {
  let models: ReadModels;
  afterEach(async () => {
    forgotten.clear();
    await models.close();
  });
  const given = async (script: GivenEvents): Promise<void> => {
    models = await readModelsOf(script.events, { open });
  };
  const list = (question: Partial<ListUsers['question']> = {}) =>
    new ListUsersHandler(models.readStore).execute(new ListUsers({ unmasked: true, ...question }));
  const found = async (search: string, more: Partial<ListUsers['question']> = {}) =>
    (await list({ search, ...more })).rows.map((row) => row.user_id);

  it('are found by whether the payment providers have their BVN or NIN', async () => {
    const script = person(person(new GivenEvents(), 'ada', 'Ada'), 'bola', 'Bola');
    await given(
      script.tell('user-ada', 'AccountIdentityGiven', {
        userId: 'ada',
        kind: 'nin',
        consentVersion: '1',
        sealed: '',
      }),
    );
    const who = async (identified: boolean) => (await list({ identified })).rows.map((row) => row.user_id);
    expect([await who(true), await who(false)]).toEqual([['ada'], ['bola']]);
  });

  it('are listed with profile and balance, newest registration first', async () => {
    const script = person(person(new GivenEvents(), 'ada', 'Ada'), 'bola', 'Bola');
    await given(token(script.funded('ada', 1_500_50n), 'ada', '9xQk'));
    const { rows, total } = await list();
    expect([total, rows.map((row) => row.user_id)]).toEqual([2, ['bola', 'ada']]);
    expect(rows[1]).toEqual({
      user_id: 'ada',
      role: 'user',
      tier: 'regular',
      email_verified: false,
      frozen: false,
      identified: false,
      first_name: 'Ada',
      last_name: 'Obi',
      name: 'Ada Obi',
      email: 'ada@mail.test',
      phone: '08031234567',
      api_token: 'nl_...9xQk',
      available: 1_500_50n,
      at: '2026-03-10T08:00:00.000Z',
    });
  });

  it('are no administrators and no auditors', async () => {
    await given(person(person(new GivenEvents(), 'root', 'Root', { role: 'admin' }), 'ada', 'Ada'));
    expect(await found('obi')).toEqual(['ada']);
  });

  it('stay frozen for a second reason until spending is allowed', async () => {
    const stopped = (script: GivenEvents, reason: string): GivenEvents =>
      script.tell('user-ada', 'SpendingFrozen', { userId: 'ada', reason });
    const twice = stopped(stopped(person(new GivenEvents(), 'ada', 'Ada'), 'Phone lost'), 'Disputed');
    await given(twice);
    expect((await list()).rows[0]).toMatchObject({ frozen: true });
    await models.close();
    await given(twice.tell('user-ada', 'SpendingUnfrozen', { userId: 'ada', reason: 'Found' }));
    expect((await list()).rows[0]).toMatchObject({ frozen: false });
  });

  it('follow changes of names, tier, email and token', async () => {
    const script = token(person(new GivenEvents(), 'ada', 'Ada'), 'ada', '9xQk');
    await given(
      script
        .tell('user-ada', 'EmailVerified', { userId: 'ada' })
        .tell('user-ada', 'TierChanged', { userId: 'ada', tier: 'affiliate' })
        .tell('user-ada', 'ProfileChanged', {
          userId: 'ada',
          sealed: JSON.stringify({ firstName: 'Adaeze', lastName: 'Eze', phone: '08099999999' }),
        }),
    );
    expect((await list()).rows[0]).toMatchObject({
      name: 'Adaeze Eze',
      phone: '08099999999',
      email: 'ada@mail.test',
      tier: 'affiliate',
      email_verified: true,
      api_token: null,
    });
    await models.hear(
      token(new GivenEvents('2026-03-11T08:00:00.000Z'), 'ada', 'NEW1').events.map(({ stream, event }) => ({
        stream,
        event: { ...event, id: event.id.replace('00000000-', '11111111-') },
      })),
    );
    expect(await found('nl_...new1')).toEqual(['ada']);
    expect((await list({ tier: 'regular' })).total).toBe(0);
    expect((await list({ tier: 'affiliate' })).total).toBe(1);
  });

  it('are found by any part of a name, email, phone or token, by an id, and by their balance', async () => {
    const script = person(person(new GivenEvents(), 'ada', 'Ada'), 'bola', 'Bola');
    await given(token(script, 'bola', '9xQk').funded('ada', 1_500_50n).funded('bola', 77_00n));
    expect(await found('ADA OB')).toEqual(['ada']);
    expect(await found('LA@mail')).toEqual(['bola']);
    expect(await found('0312345')).toEqual(['bola', 'ada']);
    expect(await found('9xqk')).toEqual(['bola']);
    expect(await found('1500')).toEqual(['ada']);
    expect(await found('₦1,500.5')).toEqual(['ada']);
    expect(await found('1,500.50')).toEqual(['ada']);
    expect(await found('1500.51')).toEqual([]);
    expect(await found('15')).toEqual(['ada']);
    expect(await found('77')).toEqual(['bola']);
    expect(await found('77.')).toEqual(['bola']);
    expect(await found('0.')).toEqual([]);
    expect(await found('77', { tier: 'affiliate' })).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  it('are found by composed and decomposed names, also of older registrations', async () => {
    const composed = 'Am\u00e9lie';
    const decomposed = composed.normalize('NFD');
    await given(person(person(new GivenEvents(), 'ada', composed), 'bola', decomposed));
    const { search } = USER_SHAPES.users.request.shape;
    for (const typed of [composed, decomposed, decomposed.toLowerCase()])
      expect(await found(search.parse(typed)!)).toEqual(['bola', 'ada']);
  });

  it('are found by balance and id alone without the permission to see them', async () => {
    const id = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
    await given(token(person(new GivenEvents(), id, 'Ada'), id, '9xQk').funded(id, 1_500_50n));
    for (const search of ['ada', 'obi', 'mail.test', '0803123', '9xQk', 'a'])
      expect([search, await found(search, { unmasked: false })]).toEqual([search, []]);
    expect(await found('1500', { unmasked: false })).toEqual([id]);
    expect(await found(id, { unmasked: false })).toEqual([id]);
  });

  it('disappear once they are erased, however the row was made', async () => {
    const script = token(person(person(new GivenEvents(), 'ada', 'Ada'), 'bola', 'Bola'), 'ada', '9xQk');
    await given(script.forgotten('ada'));
    forgotten.add('ada');
    expect((await list()).rows.map((row) => row.user_id)).toEqual(['bola']);
    expect(await found('ada')).toEqual([]);
    const cleared = await models.readStore.get(usersProjection.view, 'ada');
    await models.close();
    await given(script);
    expect(await models.readStore.get(usersProjection.view, 'ada')).toEqual(cleared);
    expect(cleared).toMatchObject({ role: null, name: null, email: null, phone: null, api_token: null });
  });

  it('announce each change to administrators, and no purchase', async () => {
    await given(person(new GivenEvents(), 'ada', 'Ada').accepted('ada', 'p1', 1_00n));
    const told = models.committed.flatMap(({ changes }) => changes);
    expect(told.filter(({ list: name }) => name === 'users')).toEqual([{ userId: '@admin', list: 'users' }]);
    const before = models.committed.length;
    await models.hear(
      new GivenEvents('2026-03-11T08:00:00.000Z')
        .captured('ada', 'p1', 1_00n)
        .events.map(({ stream, event }) => ({
          stream,
          event: { ...event, id: event.id.replace('00000000-', '22222222-') },
        })),
    );
    expect(models.committed.slice(before).flatMap(({ changes }) => changes)).not.toContainEqual({
      userId: '@admin',
      list: 'users',
    });
  });
});
