import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import type { Mail } from '../../infra/mail/mailer.js';
import { codeKey } from '../customers/mailed-codes/code-digits.js';
import { Codes } from '../customers/mailed-codes/codes.js';
import { EditUser, EditUserHandler } from '../customers/profile/edit-user.handler.js';
import { CreateUser, type NewPerson } from '../customers/registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../customers/testing/people.js';
import { MarkEmailVerified } from '../customers/registration/verify-email.handler.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { ACCESS_STREAM } from '../administrators/access/access.events.js';
import { administratorStream } from '../administrators/administrator.events.js';
import { invitationToken } from '../administrators/invitations/invitation-link.js';
import { DecidedPurchases } from './purchase-facts.js';
import { composeNotice, concernsSomebody, laneOf } from './compose-notice.js';
import { KnownPeople } from './known-people.js';

const LINK = 'www.evil.test/login';

const decided = new DecidedPurchases();

describe('mails to a person', () => {
  let people: People;
  beforeEach(async () => void (people = await openPeople()));
  afterEach(() => people.remove());

  const mailOf = async (person: Partial<NewPerson>, type: string, verified: boolean, device = 'Firefox') => {
    const { userId } = await people.register.execute(new CreateUser({ ...ADA, ...person }, systemContext()));
    if (verified) await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
    const sealed = people.vault.seal(userId, { address: '10.0.0.1', device });
    const context = { ...systemContext(), actor: { kind: 'user', id: userId, sealed } as const };
    const event = fact(type, { userId, purpose: 'email', codeId: 'c1' }, context);
    const { store, vault, secrets } = people;
    return composeNotice({ ...event, stream: `user-${userId}`, position: 1 } as never, {
      eventStore: store,
      vault,
      people: new KnownPeople(store, vault),
      decided,
      codeKey: codeKey(secrets.pinPepper),
    }) as Promise<Mail | undefined>;
  };

  it('greet by name only after the address is verified', async () => {
    for (const type of ['CodeIssued', 'RegistrationRepeated', 'PasswordChanged']) {
      expect((await mailOf({ email: `new-${type}@people.test` }, type, false))?.text).toMatch(/^Hello,\n/);
      expect((await mailOf({ email: `old-${type}@people.test` }, type, true))?.text).toMatch(/^Hello Ada,\n/);
    }
  });

  it('contain no link from a name or a browser name', async () => {
    const told = await mailOf(
      { firstName: LINK },
      'PasswordChanged',
      true,
      `Bot/2.1 (+http://${LINK}) ada@evil.test`,
    );
    expect(told?.text).toMatch(/^Hello,\n/);
    expect(told?.text).toMatch(/With: Bot\/2\.1/);
    expect(told?.text).not.toMatch(/evil\.test|:\/\/|@/);
  });

  it.each([
    ['PinLocked', 'Your transaction PIN is locked', /entered a wrong transaction PIN too often/],
    ['PinChanged', 'Your transaction PIN was changed', /every other browser was signed out/],
    ['ApiTokenIssued', 'Your API token was replaced', /the one before it has stopped working/],
  ] as const)('report %s and its origin', async (type, subject, words) => {
    expect(concernsSomebody(type, 'user-ada')).toBe(true);
    const told = await mailOf({}, type, true, 'Opera');
    expect(told).toMatchObject({ to: 'ada@example.test', subject });
    expect(told?.text).toMatch(words);
    expect(told?.text).toMatch(/With: Opera/);
  });

  it.each([
    ['WalletAdjusted', { delta: '-30000' }, 'The balance of your wallet was changed', 'took ₦300.00'],
    ['WalletAdjusted', { delta: '30000' }, 'The balance of your wallet was changed', 'added ₦300.00'],
    ['ManualFundingCredited', { amount: '30000' }, 'Your payment is in your wallet', 'added ₦300.00'],
    ['FundingChargedBack', { debited: '30000' }, 'A payment into your wallet was taken back', '₦300.00 was'],
    ['ChargebackWon', { credited: '30000' }, 'A disputed payment is back in your wallet', '₦300.00 is back'],
    ['SpendingFrozen', {}, 'Spending from your wallet was stopped', 'stopped spending'],
    ['SpendingUnfrozen', {}, 'You can spend from your wallet again', 'ended the stop'],
    ['PayoutsAllowed', { approvedBy: 'eve' }, 'Money can leave your wallet again', 'ended the wait'],
    [
      'UnmatchedAssigned',
      { paid: '31000', charge: '1000' },
      'Your payment is in your wallet',
      'added ₦300.00',
      'funding-monnify-R1',
    ],
  ])('tell the customer of %s %j', async (type, data, subject, words, at = '') => {
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    const { store, vault, secrets } = people;
    const wanted = { userId, availableAfter: '120000', heldAfter: '0', postings: [], ...data };
    const ofPerson = type.startsWith('Spending') || type === 'PayoutsAllowed';
    const stream = at || (ofPerson ? `user-${userId}` : `wallet-${userId}`);
    const context = { ...systemContext(), actor: { kind: 'admin', id: 'bola' } as const };
    const recorded = { ...fact(type, wanted, context), stream, position: 1 } as never;
    expect([concernsSomebody(type, stream), laneOf(recorded)]).toEqual([true, 'account']);
    const mail = await composeNotice(recorded, {
      eventStore: store,
      vault,
      people: new KnownPeople(store, vault),
      decided,
      codeKey: codeKey(secrets.pinPepper),
    });
    expect(mail).toMatchObject({ to: 'ada@example.test', subject });
    expect(mail?.text).toContain(words);
    if (type === 'WalletAdjusted') expect(mail?.text).toContain('Wallet balance: ₦1,200.00');
  });

  it('tell the customer of a decision by hand, even when the customer wants no mails about purchases', async () => {
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    const { store, vault, secrets } = people;
    const opened = {
      userId,
      purchaseId: 'p1',
      reference: 'NL1',
      product: { service: 'electricity', disco: 18, meterType: 'prepaid' },
      sealed: vault.seal(userId, { recipient: '45120001' }),
    };
    await store.append('purchase-p1', NO_STREAM, [fact('PurchaseOpened', opened, systemContext())]);
    const notices = { delivered: false, refunded: false };
    const chosen = fact('NoticeSettingsChanged', { userId, notices }, systemContext());
    await store.append(`user-${userId}`, await store.head(`user-${userId}`), [chosen]);
    const decided = new DecidedPurchases();
    const mailAfter = (type: string, reason?: string) => {
      const data = { userId, purchaseId: 'p1', price: '30000', availableAfter: '120000', reason };
      const event = fact(type, data, systemContext());
      return composeNotice({ ...event, stream: `wallet-${userId}`, position: 1 } as never, {
        eventStore: store,
        vault,
        people: new KnownPeople(store, vault),
        decided,
        codeKey: codeKey(secrets.pinPepper),
      });
    };
    const refunded = { subject: expect.stringContaining('Refunded: ') };
    expect(await mailAfter('PurchaseReleased', 'review')).toMatchObject(refunded);
    expect(await mailAfter('PurchaseReleased', 'not-found')).toBeUndefined();
    expect(await mailAfter('PurchaseCaptured')).toBeUndefined();
    const review = { userId, purchaseId: 'p1', attempt: 1, vendor: 1, cost: '1', decision: 'delivered' };
    const resolved = fact('ReviewResolved', { ...review, reason: 'r' }, systemContext());
    await store.append('purchase-p1', await store.head('purchase-p1'), [resolved]);
    decided.onRecorded((await store.readAll(0, 1_000)).at(-1)!);
    expect(await mailAfter('PurchaseCaptured')).toMatchObject({ text: expect.stringContaining('NL1') });
  });

  it('are not sent to a forgotten person, even before PersonForgotten is read or while the mail is composed', async () => {
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
    const { store, vault, secrets } = people;
    const known = new KnownPeople(store, vault);
    const event = fact('PinChanged', { userId, how: 'old', sealed: '' }, systemContext());
    const recorded = { ...event, stream: `user-${userId}`, position: 1 } as never;
    const deps = { eventStore: store, vault, people: known, decided, codeKey: codeKey(secrets.pinPepper) };
    expect(await composeNotice(recorded, deps)).toMatchObject({ to: 'ada@example.test' });

    let asked = 0;
    const forgotten = async (): Promise<undefined> => undefined;
    const during = { byId: (id: string) => (++asked === 1 ? known.byId(id) : forgotten()) };
    expect(await composeNotice(recorded, { ...deps, people: during })).toBeUndefined();
    expect(asked).toBe(2);

    await vault.forget(userId);
    expect(await composeNotice(recorded, deps)).toBeUndefined();
  });

  describe('after an email change by staff', () => {
    const WAS = 'adah@example.test';
    const mailsOf = async (was: string, beforeMailing?: (userId: string) => Promise<void>) => {
      const { store, vault, secrets, users, sessions, limits } = people;
      const { userId } = await people.register.execute(
        new CreateUser({ ...ADA, email: was }, systemContext()),
      );
      await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
      const { position } = (await store.readStream(`user-${userId}`)).at(-1)!;
      await vault.createKey('bola');
      const sealed = vault.seal('bola', { address: '10.0.0.1', device: 'Firefox' });
      const context = { ...systemContext(), actor: { kind: 'admin', id: 'bola', sealed } as const };
      await new EditUserHandler(store, users, sessions, new Codes(secrets, limits), people.config).execute(
        new EditUser(userId, { email: 'ada@example.test' }, {}, context),
      );
      await beforeMailing?.(userId);
      const known = new KnownPeople(store, vault);
      const deps = { eventStore: store, vault, people: known, decided, codeKey: codeKey(secrets.pinPepper) };
      const mails: Mail[] = [];
      for (const recorded of await store.readAll(position, 100)) {
        if (!concernsSomebody(recorded.type, recorded.stream) || laneOf(recorded) !== 'account') continue;
        const told = await composeNotice(recorded, deps);
        if (told) mails.push(told);
      }
      return mails;
    };

    it('go to the old address without names or the new address, which gets only its code', async () => {
      const mails = await mailsOf(WAS);
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [WAS, 'The email address of your account was changed'],
        ['ada@example.test', 'Verify your email'],
      ]);
      const [{ text }] = mails as [Mail, Mail];
      expect(text).toMatch(/^Hello,\n/);
      expect(text).toMatch(/was changed by our staff[^]+did not ask for this, write to our support at once/);
      expect(text).toMatch(/When: .+ \(Lagos\)/);
      expect(text).not.toMatch(/Ada|Obi|ada@|10\.0\.0\.1|Firefox/);
    });

    it('skip an old address that cannot receive mail', async () => {
      const mails = await mailsOf('1,adah@example.test');
      expect(mails.map(({ to }) => to)).toEqual(['ada@example.test']);
    });

    it('are not sent once the person is forgotten', async () => {
      expect(await mailsOf(WAS, (userId) => people.vault.forget(userId))).toEqual([]);
    });
  });

  it('tell an administrator that a colleague reset their second factor, but not from where', async () => {
    const person = { ...ADA, role: 'admin' } as const;
    const { userId } = await people.register.execute(new CreateUser(person, systemContext()));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
    await people.vault.createKey('bola');
    const sealed = people.vault.seal('bola', { address: '10.0.0.1', device: 'Firefox' });
    const context = { ...systemContext(), actor: { kind: 'admin', id: 'bola', sealed } as const };
    const event = fact('SecondFactorReset', { userId, enrolmentId: 'e', reason: 'lost' }, context);
    const recorded = { ...event, stream: ACCESS_STREAM, position: 1 } as never;
    const { store, vault, secrets } = people;
    const told = await composeNotice(recorded, {
      eventStore: store,
      vault,
      people: new KnownPeople(store, vault),
      decided,
      codeKey: codeKey(secrets.pinPepper),
    });
    expect(laneOf(recorded)).toBe('account');
    expect(concernsSomebody('SecondFactorReset', ACCESS_STREAM)).toBe(true);
    expect(told).toMatchObject({ to: 'ada@example.test', subject: 'Your second factor was reset' });
    expect(told?.text).not.toMatch(/10\.0\.0\.1|Firefox/);
    const lock = { userId, enrolmentId: 'e', epoch: 0, lockedUntil: '2026-03-10T08:15:00.000Z' };
    const own = people.vault.seal(userId, { address: '10.0.0.9', device: 'Opera' });
    const guessed = fact('SecondFactorLocked', lock, {
      ...context,
      actor: { kind: 'admin', id: userId, sealed: own },
    });
    const warned = { ...guessed, stream: ACCESS_STREAM, position: 3 } as never;
    expect(laneOf(warned)).toBe('account');
    const warning = await composeNotice(warned, {
      eventStore: store,
      vault,
      people: new KnownPeople(store, vault),
      decided,
      codeKey: codeKey(secrets.pinPepper),
    });
    expect(warning).toMatchObject({ subject: 'Wrong codes were entered for your account' });
    expect(warning?.text).toMatch(/somebody knows your password[^]+10\.0\.0\.9[^]+Opera/);
  });

  it.each([
    ['SecondFactorEnrolled', 'A second factor was set up', /Whatever second factor there was before/],
    ['SecondFactorRemoved', 'Your second factor was turned off', /your password alone/],
    ['RecoveryCodeUsed', 'A recovery code of yours was used', /works no more[^]+knows your password/],
    ['AdministratorPasskeyAdded', 'A device can now sign in as you', /in place of a code/],
    ['AdministratorPasskeyRemoved', 'A device signs you in no more', /was removed/],
  ] as const)('report %s to an administrator with its origin', async (type, subject, words) => {
    const person = { ...ADA, role: 'admin' } as const;
    const { userId } = await people.register.execute(new CreateUser(person, systemContext()));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
    const { store, vault, secrets } = people;
    const sealed = vault.seal(userId, { address: '10.0.0.9', device: 'Opera' });
    const context = { ...systemContext(), actor: { kind: 'admin', id: userId, sealed } as const };
    const stream = administratorStream(userId);
    const recorded = { ...fact(type, { userId }, context), stream, position: 1 } as never;
    expect([concernsSomebody(type, stream), laneOf(recorded)]).toEqual([true, 'account']);
    const known = new KnownPeople(store, vault);
    const deps = { eventStore: store, vault, people: known, decided, codeKey: codeKey(secrets.pinPepper) };
    const told = await composeNotice(recorded, deps);
    expect(told).toMatchObject({ to: 'ada@example.test', subject });
    expect(told?.text).toMatch(/^Hello Ada,\n/);
    expect(told?.text).toMatch(words);
    expect(told?.text).toMatch(/If it was not you, [^]+ tell an owner[^]+From: 10\.0\.0\.9\nWith: Opera/);
    await vault.forget(userId);
    expect(await composeNotice(recorded, deps)).toBeUndefined();
  });

  it.each(['SecondFactorUsed', 'AdministratorPasskeyUsed', 'AdministratorPasskeyNamed'])(
    'tell no administrator of %s',
    (type) => {
      const stream = administratorStream('ada');
      expect(concernsSomebody(type, stream)).toBe(false);
      const recorded = { ...fact(type, { userId: 'ada' }, systemContext()), stream, position: 1 };
      expect(laneOf(recorded as never)).toBeUndefined();
    },
  );

  it('invite a person without an account by a secret link until the invitation is withdrawn', async () => {
    const { store, vault, secrets } = people;
    const key = codeKey(secrets.pinPepper);
    await vault.createKey('dayo');
    const sealed = vault.seal('dayo', { email: 'dayo@x.test', firstName: 'Dayo', lastName: 'Ojo' });
    const link = {
      linkId: 'l',
      digest: 'd',
      inviterId: 'ada',
      sealed,
      expiresAt: '2026-03-02T09:15:30.000Z',
    };
    const deps = {
      eventStore: store,
      vault,
      people: new KnownPeople(store, vault),
      decided,
      codeKey: key,
      publicUrl: 'https://wallet.test',
    };
    const recordedAs = (type: string) =>
      ({
        ...fact(type, { userId: 'dayo', ...link }, systemContext()),
        stream: ACCESS_STREAM,
        position: 1,
      }) as never;
    for (const type of ['AdministratorInvited', 'InvitationSentAgain']) {
      expect(laneOf(recordedAs(type))).toBe('account');
      const told = await composeNotice(recordedAs(type), deps);
      expect(told).toMatchObject({ to: 'dayo@x.test', subject: 'You are invited as an administrator' });
      expect(told?.text).toContain(`https://wallet.test/admininvite#${invitationToken(key, 'dayo', 'l')}\n`);
    }
    await vault.forget('dayo');
    expect(await composeNotice(recordedAs('AdministratorInvited'), deps)).toBeUndefined();
  });

  it.each(['1,ada@people.test', 'Ada <ada@people.test>', 'ada@people.test\r\nBcc: obi@people.test', ''])(
    'are not written to %j',
    async (email) => expect(await mailOf({ email }, 'PasswordChanged', true)).toBeUndefined(),
  );
});
