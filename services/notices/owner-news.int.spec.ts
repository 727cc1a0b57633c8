import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM, type RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Mail } from '../../infra/mail/mailer.js';
import { ACCESS_STREAM } from '../administrators/access/access.events.js';
import { Administrators } from '../administrators/administrators.js';
import { invitationToken } from '../administrators/invitations/invitation-link.js';
import {
  InviteAdministrator,
  InviteAdministratorHandler,
} from '../administrators/invitations/invite-administrator.handler.js';
import { acceptAt, invitationsOf } from '../administrators/testing/accepting.js';
import { BRAND_STREAM } from '../brand/brand.events.js';
import { BroadcastStreams } from '../broadcasts/broadcast.handlers.js';
import { LOGO_STREAM } from '../brand/logo/logo.events.js';
import { CATALOG_STREAM } from '../catalog/catalog.events.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import { DEFAULT_BRAND } from '../contracts/brand/default-brand.js';
import { codeKey } from '../customers/mailed-codes/code-digits.js';
import { Codes } from '../customers/mailed-codes/codes.js';
import { EditUser, EditUserHandler } from '../customers/profile/edit-user.handler.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { CreateUser } from '../customers/registration/create-user.handler.js';
import { MarkEmailVerified } from '../customers/registration/verify-email.handler.js';
import { ADA, openPeople, type People } from '../customers/testing/people.js';
import { concernsSomebody, laneOf } from './compose-notice.js';
import { KnownPeople } from './known-people.js';
import { NEWS_MAILED_MAX, RecentNews } from './recent-news.js';
import { ownerNews } from './owner-news.js';
import { Owners } from './owners.js';

const LIMIT = 50_000_00n;

let people: People;
let owners: Owners;
let recent: RecentNews;
let known: KnownPeople;
let ids: Record<string, string>;

beforeEach(async () => {
  people = await openPeople();
  ids = {};
  for (const name of ['Bola', 'Grace', 'Uche']) {
    const person = {
      ...ADA,
      email: `${name}@staff.test`,
      firstName: name,
      lastName: 'Staff',
      role: 'admin',
    } as const;
    const { userId } = await people.register.execute(new CreateUser(person, systemContext()));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
    ids[name] = userId;
  }
  const administrators = new Administrators(people.store);
  const allow = (name: string, ...permissions: Permission[]) =>
    administrators.setPermissions(ids[name]!, permissions, systemContext());
  await allow('Uche', 'support');
  known = new KnownPeople(people.store, people.vault);
  owners = new Owners(people.store, known);
  recent = new RecentNews();
});
afterEach(() => people.remove());

const by = (name: string) => ({ ...systemContext(), actor: { kind: 'admin', id: ids[name]! } as const });
const told = (mails: readonly Mail[]) => mails.map(({ to, subject }) => `${to}: ${subject}`);
const mailsOf = async (type: string, stream: string, data: object, name = 'Bola') => {
  const recorded = { ...fact(type, data, by(name)), stream, position: 1 } as never;
  expect([concernsSomebody(type, stream), laneOf(recorded)]).toEqual([true, 'account']);
  return newsOf(recorded);
};

const newsOf = (recorded: RecordedEvent) =>
  ownerNews(recorded, {
    vault: people.vault,
    people: known,
    owners,
    recent,
    eventStore: people.store,
    limit: LIMIT,
  });

/** Events about which the person gets the mail of the owners too, since they may have been an owner. */
const TOLD_TOO = new Set([
  'AdministratorAccessChanged',
  'AdministratorSuspended',
  'AdministratorSessionEnded',
]);

describe('every owner', () => {
  it('is told, with the new address, that support changed the email of a customer', async () => {
    const { store, users, sessions, secrets, limits, config } = people;
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    const codes = new Codes(secrets, limits);
    const edit = new EditUser(userId, { email: 'eve@thief.test' }, {}, by('Uche'));
    await new EditUserHandler(store, users, sessions, codes, config).execute(edit);
    const changed = (await store.readStream(`user-${userId}`)).find(({ type }) => type === 'EmailChanged')!;
    const mails = await newsOf(changed);
    expect(told(mails)).toEqual([
      'eve@thief.test: This is the new email address of an account',
      'bola@staff.test: Staff changed the email of a customer',
      'grace@staff.test: Staff changed the email of a customer',
    ]);
    expect(mails[0]?.text).toMatch(/new recipients wait until .+ \(Lagos\)/);
    expect(mails[0]?.text).not.toMatch(/Ada|Obi/);
    expect(mails[1]?.text).toContain(`Uche Staff changed the email of the customer ${userId}.`);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(3);
  });

  it('is told once of a broadcast, with its text', async () => {
    const { store } = people;
    const created = {
      type: 'Create',
      broadcastId: 'b1',
      title: 'News',
      message: 'Withdraw at once',
    } as const;
    await new BroadcastStreams(store).handle('b1', created, by('Bola'));
    const events = await store.readStream('broadcast-b1');
    const mails = (await Promise.all(events.map(newsOf))).flat();
    expect(told(mails)).toEqual([
      'bola@staff.test: Staff wrote to all customers',
      'grace@staff.test: Staff wrote to all customers',
    ]);
    expect(mails[0]?.text).toMatch(/Bola Staff shows all customers .*News: Withdraw at once/);
  });

  it.each(['SpendingFrozen', 'SpendingUnfrozen'])('is told of %s by staff', async (type) => {
    const mails = await mailsOf(type, 'user-ada', { userId: 'ada', reason: 'by request' });
    expect(mails.map(({ to }) => to)).toEqual(['bola@staff.test', 'grace@staff.test']);
    expect(mails[0]?.text).toMatch(/customer ada.* by request/);
  });

  it('is not told of what the system stops', async () => {
    const frozen = fact('SpendingFrozen', { userId: 'ada', reason: 'disputed' }, systemContext());
    expect(await newsOf({ ...frozen, stream: 'user-ada', position: 1 } as never)).toEqual([]);
  });

  it('is told when staff give a customer the prices of affiliates, and not when the customer pays for them', async () => {
    const of = async (actor: 'admin' | 'user') => {
      const data = { userId: ids['Grace'], tier: 'affiliate', was: 'regular' };
      const who = { actor: { kind: actor, id: ids['Uche']! }, correlationId: 'c', now: new Date() } as const;
      const stream = `user-${actor}`;
      await people.store.append(stream, NO_STREAM, [fact('TierChanged', data, who)]);
      return newsOf((await people.store.readStream(stream)).at(-1)!);
    };
    expect(told(await of('admin'))).toEqual([
      'bola@staff.test: Staff made a customer an affiliate',
      'grace@staff.test: Staff made a customer an affiliate',
    ]);
    expect(await of('user')).toEqual([]);
  });

  it.each([
    [
      'AdministratorAccessChanged',
      { access: { role: 'admin', permissions: ['owner'] }, was: { role: 'auditor', permissions: [] } },
    ],
    ['AdministratorSuspended', { reason: 'left' }],
    ['AdministratorReinstated', { reason: 'back' }],
    ['AdministratorSessionEnded', { sessionId: 's' }],
    ['SecondFactorReset', { enrolmentId: 'e', reason: 'lost' }],
  ])('is told of %s', async (type, data) => {
    const mails = await mailsOf(type, ACCESS_STREAM, { userId: ids['Uche'], ...data });
    const person = TOLD_TOO.has(type) ? ['uche@staff.test'] : [];
    expect(mails.map(({ to }) => to)).toEqual(['bola@staff.test', 'grace@staff.test', ...person]);
    expect(mails[0]?.text).toMatch(/Bola Staff .*Uche Staff/);
  });

  it('is told, with the person, that an owner signed an administrator out, and of no other sign-out', async () => {
    const mails = async (name: string, about: string) =>
      told(await mailsOf('SignedOutEverywhere', `user-${about}`, { userId: about }, name));
    expect(await mails('Bola', ids['Uche']!)).toEqual(
      ['bola', 'grace', 'uche'].map((name) => `${name}@staff.test: An administrator was signed out`),
    );
    expect(await mails('Uche', ids['Uche']!)).toEqual([]);
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    expect(await mails('Bola', userId)).toEqual([]);
  });

  it('is told of permissions that the command line gives', async () => {
    const data = { userId: ids['Uche'], permissions: ['finance'], was: ['support'] };
    const stream = `administrator-${ids['Uche']}`;
    const recorded = { ...fact('PermissionsChanged', data, systemContext()), stream, position: 1 } as never;
    const [mail] = await newsOf(recorded);
    expect(mail?.text).toContain('The command line gave Uche Staff these permissions: finance.');
  });

  it.each([
    ['LogoSet', { version: 1, png: 'AA==' }, 'Bola Staff set another logo. Customers see it at once.'],
    ['LogoRemoved', { version: 2 }, 'Bola Staff removed the logo.'],
  ])('is told of %s', async (type, data, said) => {
    const mails = await mailsOf(type, LOGO_STREAM, data);
    expect(told(mails)).toEqual([
      'bola@staff.test: The logo was changed',
      'grace@staff.test: The logo was changed',
    ]);
    expect(mails[0]?.text).toContain(said);
  });

  it('is told of another bank account and of another charge, and who agreed', async () => {
    const was = { charge: '100', bank: 'UBA', accountName: 'Us', accountNumber: '0123456789' };
    const terms = { ...was, accountNumber: '9999999999' };
    const mails = await mailsOf('FundingTermsSet', CATALOG_STREAM, { terms, was }, 'Grace');
    expect(mails[0]?.text).toMatch(/Before: ₦1\.00, UBA 0123456789, Us\. Now: ₦1\.00, UBA 9999999999, Us\./);
    const dearer = { terms: { ...was, charge: '90000' }, was, approvedBy: ids['Grace'] };
    const charged = await mailsOf('FundingTermsSet', CATALOG_STREAM, dearer);
    expect(told(charged)).toEqual([
      'bola@staff.test: The charge of funding was changed',
      'grace@staff.test: The charge of funding was changed',
    ]);
    expect(charged[0]?.text).toMatch(
      /Bola Staff changed .+ charge .+, and Grace Staff agreed\. Before: ₦1\.00, UBA .+ Now: ₦900\.00, UBA/,
    );
    const both = { terms: { ...terms, charge: '90000' }, was };
    const [mail] = await mailsOf('FundingTermsSet', CATALOG_STREAM, both);
    expect(mail?.subject).toBe('The bank account that customers pay into was changed');
    expect(mail?.text).toMatch(/Now: ₦900\.00, UBA 9999999999, Us\./);
  });

  it('is told of another fee of affiliates', async () => {
    const [mail] = await mailsOf('AffiliateFeeSet', CATALOG_STREAM, { fee: '0', was: '200000' });
    expect(mail?.subject).toBe('The fee for becoming an affiliate was changed');
    expect(mail?.text).toContain('Bola Staff changed it from ₦2,000.00 to ₦0.00.');
  });

  it('is told of other texts and contacts of the brand, and who agreed', async () => {
    const brand = {
      ...DEFAULT_BRAND,
      lead: 'Ask at ada.ng',
      contacts: { ...DEFAULT_BRAND.contacts, phone: '0803 123 4567' },
    };
    const data = { brand, was: { ...DEFAULT_BRAND, headline: 'Top up' }, approvedBy: ids['Grace'] };
    const [mail] = await mailsOf('BrandSet', BRAND_STREAM, data);
    expect(mail?.text).toMatch(
      /Bola Staff changed the brand, and Grace Staff agreed\. Before: .*headline: Top up/,
    );
    expect(mail?.text).toMatch(/Now: .*lead: Ask at ada\.ng, .*phone: 0803 123 4567/);
  });

  it('is told of the first movement of an administrator in a day, and when half of the limit is reached', async () => {
    const own = `moved-alone-${ids['Uche']}-2026-03-10`;
    const movement = async (amount: bigint, stream = own) => {
      const moved = fact('MovedAlone', { commandId: 'c', subject: 's', amount: String(amount) }, by('Uche'));
      await people.store.append(stream, await people.store.head(stream), [moved]);
      expect(concernsSomebody('MovedAlone', stream)).toBe(!stream.includes('everyone'));
      return newsOf((await people.store.readStream(stream)).at(-1)!);
    };
    const first = await movement(100n);
    expect(told(first)).toEqual([
      'bola@staff.test: An administrator moves money alone',
      'grace@staff.test: An administrator moves money alone',
    ]);
    expect(first[0]?.text).toContain('Uche Staff moves ₦1.00 by hand');
    expect(await movement(24_998_99n)).toEqual([]);
    const [half] = await movement(1n);
    expect(half?.subject).toBe('An administrator moved half of what one may move alone');
    expect(half?.text).toContain('Uche Staff moved ₦25,000.00 by hand in one day');
    expect(half?.text).toContain('the limit is ₦50,000.00');
    expect(await movement(25_000_00n)).toEqual([]);
    const next = `moved-alone-${ids['Uche']}-2026-03-11`;
    const [large] = await movement(30_000_00n, next);
    expect(large?.subject).toBe('An administrator moved half of what one may move alone');
    expect(large?.text).toContain('when ₦50,000.00 or more is moved');
    expect(await movement(19_999_99n, next)).toEqual([]);
    const [all] = await movement(1n, next);
    expect(all?.subject).toBe('An administrator moved all of what one may move alone');
    expect(await movement(100n, 'moved-alone-everyone-2026-03-10')).toEqual([]);
  });

  it('is told who accepted an invitation, also before the account exists', async () => {
    const administrators = new Administrators(people.store);
    const { users, vault, secrets } = people;
    const invitations = invitationsOf(administrators, people);
    const invitee = { firstName: 'Eve', lastName: 'Puppet', email: 'eve@puppet.test' };
    const access = { role: 'admin', permissions: ['owner'] } as const;
    await new InviteAdministratorHandler(administrators, invitations, users, vault).execute(
      new InviteAdministrator('i1', invitee, access, by('Bola')),
    );
    const invitation = (await invitations.pending(new Date()))[0]!.invitation;
    const token = invitationToken(codeKey(secrets.pinPepper), invitation.userId, invitation.linkId);
    const accepting = { password: 'chosen by Eve 1', now: new Date(), cutAt: 1 };
    await expect(acceptAt(administrators, people, token, accepting)).rejects.toThrow('cut short');
    const accepted = (await people.store.readStream(ACCESS_STREAM)).at(-1)!;
    expect(accepted.type).toBe('InvitationAccepted');
    const [mail] = await newsOf(accepted);
    expect(mail?.text).toContain('Eve Puppet (eve@puppet.test) accepted: admin with owner.');
  });

  it('and a suspended person are told how the access comes back', async () => {
    const mails = await mailsOf('AdministratorSuspended', ACCESS_STREAM, {
      userId: ids['Grace'],
      reason: 'left',
    });
    expect(mails[0]?.text).toContain('ledger create-admin');
  });

  it('is told of an own request only without another owner', async () => {
    const work = { type: 'house', amount: '100' };
    const request = { approvalId: 'a1', userId: 'house', reason: 'Stock', work };
    const asked = await mailsOf('ApprovalRequested', 'approval-a1', request);
    expect(told(asked)).toEqual(['grace@staff.test: Something waits for your approval']);
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Grace']!, ['finance'], systemContext());
    const [toGrace, mail] = await mailsOf('ApprovalRequested', 'approval-a1', request);
    expect(toGrace).toMatchObject({ to: 'grace@staff.test', subject: 'Something waits for your approval' });
    expect(mail).toMatchObject({ to: 'bola@staff.test' });
    expect(mail?.text).toMatch(/house: Stock.+take it back on the page Approvals/);
  });

  it('gets at most 20 mails an hour about requests of one administrator, the last of which says so', async () => {
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Grace']!, ['finance'], systemContext());
    const work = { type: 'house', amount: '1' };
    let id = 0;
    const ask = async (name: string, at: string, again = false): Promise<Mail[]> => {
      if (!again) id += 1;
      const data = { approvalId: `a${id}`, userId: HOUSE_USER_ID, reason: 'Stock', work };
      const asked = { ...fact('ApprovalRequested', data, by(name)), id: `e${id}`, at };
      return newsOf({ ...asked, stream: `approval-a${id}`, position: id } as never);
    };
    const [noon, half, one] = ['12:00', '12:30', '13:01'].map((time) => `2026-03-02T${time}:00.000Z`);
    for (let number = 1; number < 20; number += 1) {
      expect(await ask('Uche', noon!)).toHaveLength(2);
      expect(await ask('Uche', noon!, true)).toHaveLength(2);
    }
    const [last] = await ask('Uche', half!);
    expect(last?.text).toContain('Further acts and requests of this hour send no mail');
    expect([await ask('Uche', half!), await ask('Uche', half!)]).toEqual([[], []]);
    expect(await ask('Grace', half!)).toHaveLength(1);
    expect(await ask('Uche', one!)).toHaveLength(2);
  });

  it.each([
    ['AffiliateFeeSet', CATALOG_STREAM, { fee: '0', was: '200000' }],
    ['BrandSet', BRAND_STREAM, { brand: DEFAULT_BRAND, was: DEFAULT_BRAND }],
    ['SpendingFrozen', 'user-ada', { userId: 'ada', reason: 'by request' }],
    ['SpendingUnfrozen', 'user-ada', { userId: 'ada', reason: 'by request' }],
  ])('gets at most 20 mails an hour about what one administrator does: %s', async (type, stream, data) => {
    for (let number = 1; number < NEWS_MAILED_MAX; number += 1)
      expect(await mailsOf('LogoRemoved', LOGO_STREAM, { version: number }, 'Uche')).toHaveLength(2);
    const [last] = await mailsOf(type, stream, data, 'Uche');
    expect(last?.text).toContain('Further acts and requests of this hour send no mail');
    expect(await mailsOf(type, stream, data, 'Uche')).toEqual([]);
    expect(await mailsOf(type, stream, data, 'Bola')).toHaveLength(2);
  });

  it('is always told of changes of access, and of what the only owner asks for', async () => {
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Grace']!, ['finance'], systemContext());
    for (let number = 0; number < NEWS_MAILED_MAX; number += 1)
      await mailsOf('LogoRemoved', LOGO_STREAM, { version: number });
    const userId = ids['Uche'];
    const data = { userId, permissions: ['finance'], was: ['support'], reason: 'left' };
    for (const [type, stream] of [
      ['AdministratorSuspended', ACCESS_STREAM],
      ['PermissionsChanged', `administrator-${userId}`],
      ['SignedOutEverywhere', `user-${userId}`],
    ] as const)
      expect((await mailsOf(type, stream, data)).map(({ to }) => to)).toContain('bola@staff.test');
    const work = { type: 'house', amount: '100' };
    const request = { approvalId: 'a1', userId: 'house', reason: 'Stock', work };
    expect(told(await mailsOf('ApprovalRequested', 'approval-a1', request))).toEqual([
      'bola@staff.test: This happens later unless you take it back',
    ]);
  });

  it('is asked alone where only an owner may agree', async () => {
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Uche']!, ['finance'], systemContext());
    const asked = async (work: object) =>
      (
        await mailsOf('ApprovalRequested', 'approval-a1', {
          approvalId: 'a1',
          userId: 'house',
          reason: 'x',
          work,
        })
      ).map(({ to }) => to);
    expect(await asked({ type: 'house', amount: '100' })).toEqual(['grace@staff.test', 'uche@staff.test']);
    const terms = { page: 'terms', title: 'Terms', text: 'x' };
    expect(await asked({ type: 'legal', ...terms })).toEqual(['grace@staff.test']);
  });

  it('is told of the request of an owner for whom only owners made by them could decide', async () => {
    const work = { type: 'house', amount: '100' };
    const request = { approvalId: 'a1', userId: 'house', reason: 'Stock', work };
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Grace']!, ['finance'], systemContext());
    const [access, was] = [['owner'], ['finance']].map((permissions) => ({ role: 'admin', permissions }));
    const changed = { userId: ids['Grace'], access, was };
    await people.store.append(ACCESS_STREAM, NO_STREAM, [
      fact('AdministratorAccessChanged', changed, by('Bola')),
    ]);
    expect(told(await mailsOf('ApprovalRequested', 'approval-a1', request))).toEqual([
      'grace@staff.test: Something waits for your approval',
      'bola@staff.test: This happens later unless you take it back',
      'grace@staff.test: This happens later unless you take it back',
    ]);
    expect(told(await mailsOf('ApprovalRequested', 'approval-a2', request, 'Grace'))).toEqual([
      'bola@staff.test: Something waits for your approval',
    ]);
  });

  it('and everyone with finance is told of the request of another, except the one who asked', async () => {
    const administrators = new Administrators(people.store);
    await administrators.setPermissions(ids['Grace']!, ['finance'], systemContext());
    const request = {
      approvalId: 'a1',
      userId: HOUSE_USER_ID,
      reason: 'Stock',
      work: { type: 'house', amount: '1' },
    };
    const byUche = await mailsOf('ApprovalRequested', 'approval-a1', request, 'Uche');
    expect(byUche.map(({ to }) => to)).toEqual(['bola@staff.test', 'grace@staff.test']);
    expect(byUche[0]?.text).toContain(
      'Uche Staff asks for something that needs a second person (house: Stock). Amount: ₦0.01. For the company.',
    );
    const byGrace = await mailsOf('ApprovalRequested', 'approval-a1', request, 'Grace');
    expect(byGrace.map(({ to }) => to)).toEqual(['bola@staff.test']);
  });

  it.each([
    [
      { type: 'adjustment', kind: 'correction', before: '100', after: '900' },
      'Amount: ₦8.00 (₦1.00 to ₦9.00).',
    ],
    [
      {
        type: 'chargeback',
        payment: {
          provider: 'p',
          transactionReference: 't',
          dispute: 'd',
          evidence: 'e',
          amount: '100',
          fee: '50',
        },
      },
      'Amount: -₦1.00, fee ₦0.50.',
    ],
    [{ type: 'payouts', change: 'e1' }, ''],
  ])('is told of amount and customer of a request: %j', async (work, amount) => {
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    const request = { approvalId: 'a1', userId, reason: 'Why', work };
    const [mail] = await mailsOf('ApprovalRequested', 'approval-a1', request, 'Uche');
    const says = `Why).${amount && ` ${amount}`} For Ada Obi (customer ${userId}).`;
    expect(mail?.text).toContain(says);
  });

  it('is found again after a restart, without those who are suspended since', async () => {
    expect((await owners.list()).map(({ firstName }) => firstName)).toEqual(['Bola', 'Grace']);
    const again = new Owners(people.store, known);
    again.restore(owners.state());
    await new Administrators(people.store).decide(
      { type: 'Suspend', reason: 'left' },
      { userId: ids['Grace']!, role: 'admin' },
      by('Bola'),
    );
    expect((await again.list()).map(({ firstName }) => firstName)).toEqual(['Bola']);
  });
});
