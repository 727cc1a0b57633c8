import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { ChangePin } from '../pin/change-pin.handler.js';
import { SetPin } from '../pin/set-pin.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { BeginApproval, BeginApprovalHandler } from './begin-approval.handler.js';
import { RevokePasskey, RevokePasskeyHandler } from './change-passkeys.handler.js';
import { AddPasskey, AddPasskeyHandler, BeginPasskey, BeginPasskeyHandler } from './enrol-passkey.handler.js';
import { CHALLENGE_LIFETIME_MS } from './passkey.state.js';
import type { SignedPurchase } from './passkeys.js';
import { relyingPartyOf } from './webauthn.js';
import { Authenticator, type Oddities } from './testing/authenticator.js';

const context = systemContext();
const SETTINGS = { PUBLIC_URL: 'https://ledger.example.com', PIN_ATTEMPTS_MAX: '3' };
const PARTY = { id: 'ledger.example.com', origin: 'https://ledger.example.com' };
const LIMIT = 5_000_00n;
const BREAD: SignedPurchase = {
  purchaseId: 'purchase-1',
  service: 'airtime',
  orderDigest: 'order-1',
  price: 990_00n,
};

const outcomeOf = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().catch((error: unknown) => (error instanceof RuleBroken ? error.code : error));

it.each([
  [{ PUBLIC_URL: 'https://ledger.example.com/app', PORT: 3000 }, PARTY],
  [{ PORT: 3000 }, { id: 'localhost', origin: 'http://localhost:3000' }],
  [{ PUBLIC_URL: 'http://192.0.2.7:8080', PORT: 3000 }, undefined],
  [{ PUBLIC_URL: 'http://[::1]:8080', PORT: 3000 }, undefined],
])('%j gives the relying party %j', (settings, party) => {
  expect(relyingPartyOf(settings)).toEqual(party);
});

describe('a purchase signed by a device', () => {
  let people: People;
  let device: Authenticator;
  let userId: string;
  let passkeyId: string;
  let now: Date;
  const enrol = async (who: People, owner: string, with_: Authenticator, odd: Oddities = {}) => {
    const begin = new BeginPasskeyHandler(who.users, who.pins, who.passkeys, who.challenges);
    const { challenge } = await begin.execute(new BeginPasskey(owner, '4826', now));
    const asked = { credential: with_.create(challenge, odd), limit: LIMIT, device: 'Firefox' };
    const add = new AddPasskeyHandler(who.users, who.passkeys, who.challenges);
    return add.execute(new AddPasskey(owner, asked, systemContext(now)));
  };
  const person = async (email: string): Promise<string> => {
    const { userId: id } = await people.register.execute(new CreateUser({ ...ADA, email }, context));
    await people.verifyEmail.execute(new MarkEmailVerified(id, context));
    await people.setPin.execute(new SetPin(id, '4826', context));
    return id;
  };
  beforeEach(async () => {
    now = new Date('2026-03-01T11:00:00.000Z');
    people = await openPeople(SETTINGS);
    device = new Authenticator(PARTY);
    userId = await person('ada@example.test');
    passkeyId = await enrol(people, userId, device);
  });
  afterEach(() => people.remove());

  const challengeFor = async (purchase = BREAD, at = people): Promise<string> => {
    const begin = new BeginApprovalHandler(at.users, at.passkeys);
    return (await begin.execute(new BeginApproval(userId, passkeyId, purchase, now))).challenge;
  };
  const signed = async (odd: Oddities = {}, purchase = BREAD) => ({
    ...device.sign(await challengeFor(purchase), odd),
    price: purchase.price,
  });
  const check = (proof: Awaited<ReturnType<typeof signed>>, purchase = BREAD, at = people, who = userId) =>
    outcomeOf(() => at.passkeys.check(who, proof, purchase, now));

  it('is accepted once', async () => {
    const proof = await signed();
    expect(await check(proof)).toBe('fresh');
    expect(await check(proof)).toBe('spent');
  });

  it.each<[string, Partial<SignedPurchase>]>([
    ['another key', { purchaseId: 'purchase-2' }],
    ['another recipient', { orderDigest: 'order-2' }],
    ['another price', { price: 991_00n }],
    ['another service', { service: 'data' }],
  ])('covers no purchase with %s', async (_what, other) => {
    const proof = await signed();
    expect(await check(proof, { ...BREAD, ...other })).toBe('PASSKEY_REFUSED');
    expect(await check(proof)).toBe('fresh');
  });

  it('covers no other person’s purchase, with any device', async () => {
    const eve = await person('eve@example.test');
    const proof = await signed();
    expect(await check(proof, BREAD, people, eve)).toBe('PASSKEY_NOT_FOUND');
    const hers = new Authenticator(PARTY);
    await enrol(people, eve, hers);
    const challenge = await challengeFor();
    expect(await check({ ...hers.sign(challenge), price: BREAD.price })).toBe('PASSKEY_NOT_FOUND');
    // Signature by the device `hers` under the id of another device.
    const swapped = { ...hers.sign(challenge), id: device.id, price: BREAD.price };
    expect(await check(swapped)).toBe('PASSKEY_REFUSED');
    expect(await check({ ...proof, id: hers.id }, BREAD, people, eve)).toBe('PASSKEY_REFUSED');
  });

  it.each<[string, Oddities]>([
    ['whose owner it did not verify', { verified: false }],
    ['at another site', { origin: 'https://ledger.example.org' }],
    ['for another site', { rpId: 'ledger.example.org' }],
    ['that signed something else', { forged: true }],
  ])('is refused from a device %s', async (_what, odd) => {
    expect(await check(await signed(odd))).toBe('PASSKEY_REFUSED');
    expect(await check(await signed())).toBe('fresh');
  });

  it('is refused from a copied device with a lower counter', async () => {
    device.counter = 7;
    expect(await check(await signed())).toBe('fresh');
    for (const counter of [8, 0]) expect(await check(await signed({ counter }))).toBe('PASSKEY_REFUSED');
  });

  it('is accepted from a device without a counter', async () => {
    for (const _time of [1, 2]) expect(await check(await signed({ counter: 0 }))).toBe('fresh');
  });

  it('is refused for a challenge not issued here', async () => {
    for (const challenge of ['', 'x', 'A'.repeat(72), `${(await challengeFor()).slice(0, -6)}AAAAAA`]) {
      await people.tries.clear(userId);
      expect(await check({ ...device.sign(challenge), price: BREAD.price })).toBe('PASSKEY_REFUSED');
    }
    const broken = { ...(await signed()).response, clientDataJSON: 'bnVsbA' };
    await people.tries.clear(userId);
    expect(await check({ id: device.id, response: broken, price: BREAD.price })).toBe('PASSKEY_REFUSED');
  });

  it('expires after some minutes, which does not count as a wrong try', async () => {
    const proof = await signed();
    now = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
    for (let tries = 0; tries < 4; tries += 1) expect(await check(proof)).toBe('PASSKEY_EXPIRED');
    expect(await check(await signed())).toBe('fresh');
  });

  it('must not exceed the limit of the device', async () => {
    const dear = { ...BREAD, price: LIMIT + 1n };
    expect(await outcomeOf(() => challengeFor(dear))).toBe('PASSKEY_LIMIT');
    expect(await check(await signed(), dear)).toBe('PASSKEY_LIMIT');
    const exact = { ...BREAD, price: LIMIT };
    expect(await check(await signed({}, exact), exact)).toBe('fresh');
  });

  it('counts with wrong PINs, and is refused under their lock', async () => {
    await expect(
      people.passkeys.check(userId, await signed({ forged: true }), BREAD, now),
    ).rejects.toMatchObject({ code: 'PASSKEY_REFUSED', details: { attemptsLeft: 2 } });
    const user = (await people.users.byId(userId))!;
    const pin = (text: string) => outcomeOf(async () => people.pins.check(user, text, now.getTime()));
    expect(await pin('0001')).toBe('PIN_INCORRECT');
    const good = await signed();
    expect(await check(await signed({ forged: true }))).toBe('PIN_LOCKED');
    expect(await check(good)).toBe('PIN_LOCKED');
    expect(await outcomeOf(() => challengeFor())).toBe('PIN_LOCKED');
    expect(await pin('4826')).toBe('PIN_LOCKED');
  });

  it('does not clear the count of wrong PINs', async () => {
    const user = (await people.users.byId(userId))!;
    await outcomeOf(async () => people.pins.check(user, '0001', now.getTime()));
    await outcomeOf(async () => people.pins.check(user, '0002', now.getTime()));
    expect(await check(await signed())).toBe('fresh');
    expect(await outcomeOf(async () => people.pins.check(user, '0003', now.getTime()))).toBe('PIN_LOCKED');
  });

  describe('in another process', () => {
    let other: People;
    beforeEach(async () => {
      const { vault, sessionStore: sessions, tries, limits, counters, store, dir } = people;
      const kept = { sessions, tries, limits, counters, close: async () => undefined };
      other = await openPeople(SETTINGS, store, `${dir}/other`, { vault, kept });
    });
    afterEach(() => other.close());

    it('is valid, and spent, in every process', async () => {
      const proof = await signed();
      expect(await check(proof, BREAD, other)).toBe('fresh');
      expect(await check(proof)).toBe('spent');
      const next = { ...device.sign(await challengeFor(BREAD, other)), price: BREAD.price };
      expect(await check(next)).toBe('fresh');
      const rolledBack = await signed({ counter: device.counter });
      expect(await check(rolledBack, BREAD, other)).toBe('PASSKEY_REFUSED');
    });

    it('ends with the removal of the device here', async () => {
      const proof = await signed();
      expect(await other.users.byId(userId)).toBeDefined();
      const remove = new RevokePasskeyHandler(people.users);
      await remove.execute(new RevokePasskey(userId, passkeyId, context));
      expect(await check(proof, BREAD, other)).toBe('PASSKEY_NOT_FOUND');
      expect(await outcomeOf(() => challengeFor(BREAD, other))).toBe('PASSKEY_NOT_FOUND');
    });
  });

  describe('of an enrolled device', () => {
    const fresh = () => new Authenticator(PARTY);
    it('is refused without user verification and for another site', async () => {
      for (const odd of [{ verified: false }, { origin: 'https://ledger.example.org' }, { rpId: 'else' }])
        expect(await outcomeOf(() => enrol(people, userId, fresh(), odd))).toBe('ENROLMENT_EXPIRED');
      const { passkeys } = (await people.users.current(userId))!;
      expect(passkeys).toHaveLength(1);
    });

    it('needs the PIN, and counts wrong ones', async () => {
      const begin = new BeginPasskeyHandler(people.users, people.pins, people.passkeys, people.challenges);
      for (const code of ['PIN_INCORRECT', 'PIN_INCORRECT', 'PIN_LOCKED'])
        expect(await outcomeOf(() => begin.execute(new BeginPasskey(userId, '0001', now)))).toBe(code);
    });

    it('succeeds once per challenge, and not after a PIN change', async () => {
      const begin = new BeginPasskeyHandler(people.users, people.pins, people.passkeys, people.challenges);
      const add = new AddPasskeyHandler(people.users, people.passkeys, people.challenges);
      const answer = (challenge: string) =>
        outcomeOf(() => {
          const asked = { credential: fresh().create(challenge), limit: LIMIT, device: '' };
          return add.execute(new AddPasskey(userId, asked, systemContext(now)));
        });
      const { challenge } = await begin.execute(new BeginPasskey(userId, '4826', now));
      expect(await answer(challenge)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await answer(challenge)).toBe('ENROLMENT_EXPIRED');
      expect(await answer(await challengeFor())).toBe('ENROLMENT_EXPIRED');
      const late = await begin.execute(new BeginPasskey(userId, '4826', now));
      const proof = { how: 'old', oldPin: '4826' } as const;
      await people.changePin.execute(new ChangePin(userId, proof, '5937', systemContext(now)));
      expect(await answer(late.challenge)).toBe('ENROLMENT_EXPIRED');
    });

    it('leaves nothing in clear text', async () => {
      const stored = JSON.stringify(await people.store.readStream(`user-${userId}`));
      const { passkeys } = (await people.users.current(userId))!;
      for (const text of [device.id, passkeys![0]!.publicKey, 'Firefox']) expect(stored).not.toContain(text);
      expect(stored).toContain('PasskeyEnrolled');
    });
  });
});
