import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Login } from '../../customers/login/login.handler.js';
import { CHALLENGE_LIFETIME_MS } from '../../customers/passkeys/passkey.state.js';
import { Authenticator, type Oddities } from '../../customers/passkeys/testing/authenticator.js';
import { ADA } from '../../customers/testing/people.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { DeviceOwner, HERE, outcomeOf, PARTY, PASSWORD } from '../testing/device-owner.js';
import type { SignedByDevice } from './administrator-passkeys.js';
import {
  BeginAdministratorLogin,
  BeginAdministratorLoginHandler,
} from './begin-administrator-login.handler.js';

let owner: DeviceOwner;
beforeEach(async () => void (owner = await DeviceOwner.open()));
afterEach(() => owner.people.remove());

describe('a passkey in place of a code', () => {
  it('signs its owner in, by an event that names it, and is offered only to owners of one', async () => {
    expect(await owner.prove(undefined)).toBe('PASSKEY_OR_CODE_REQUIRED');
    expect(await owner.prove(await owner.signed())).toBe('done');
    expect((await owner.facts()).at(-1)).toBe('AdministratorPasskeyUsed');
    const [listed] = await owner.here.passkeys.list(owner.ada.userId);
    expect(listed).toMatchObject({ id: owner.passkeyId, name: 'Laptop', usedAt: owner.now.toISOString() });
    // Codes still work beside devices.
    expect(await owner.prove(owner.code())).toBe('done');
    await owner.here.passkeys.remove(owner.ada.userId, owner.passkeyId, owner.context());
    expect(await owner.prove(undefined)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('admits once per signature, in two processes', async () => {
    const other = owner.another();
    // With counter 0, only the challenge shows that the signature was used before.
    const proof = await owner.signed({ counter: 0 });
    const tries = Array.from({ length: 4 }, (_, n) => owner.prove(proof, n % 2 ? owner.here : other));
    expect((await Promise.all(tries)).sort()).toEqual([
      ...Array<string>(3).fill('SECOND_FACTOR_REFUSED'),
      'done',
    ]);
    expect((await owner.facts()).filter((type) => type === 'AdministratorPasskeyUsed')).toHaveLength(1);
    owner.later(CHALLENGE_LIFETIME_MS - 1);
    expect(await owner.prove(proof, owner.another())).toBe('SECOND_FACTOR_REFUSED');
  });

  it('works in another process at once, and ends there when removed here', async () => {
    const other = owner.another();
    expect(await owner.prove(await owner.signed(), other)).toBe('done');
    const proof = await owner.signed();
    await owner.here.passkeys.remove(owner.ada.userId, owner.passkeyId, owner.context());
    expect(await owner.prove(proof, other)).toBe('SECOND_FACTOR_REFUSED');
    expect(await outcomeOf(other.factors.challenge(owner.ada, HERE, owner.now))).toBe(
      'SIGN_IN_DEVICE_NOT_FOUND',
    );
  });

  it('proves nothing in a browser other than the one that began to sign in', async () => {
    const { answer } = await owner.signed();
    for (const attempt of ['', 'attempt-2'])
      expect(await owner.prove({ answer, attempt })).toBe('SECOND_FACTOR_REFUSED');
    expect(await owner.prove({ answer, attempt: HERE })).toBe('done');
  });

  it('expires after some minutes, which does not count as a wrong try', async () => {
    const proof = await owner.signed();
    owner.later(CHALLENGE_LIFETIME_MS);
    for (let tries = 0; tries < 6; tries += 1) expect(await owner.prove(proof)).toBe('PASSKEY_EXPIRED');
    expect(await owner.prove(await owner.signed())).toBe('done');
  });

  it.each<[string, Oddities]>([
    ['whose owner it did not verify', { verified: false }],
    ['at another site', { origin: 'https://ledger.example.org' }],
    ['for another site', { rpId: 'ledger.example.org' }],
    ['that signed something else', { forged: true }],
  ])('is refused from a device %s', async (_what, odd) => {
    expect(await owner.prove(await owner.signed(odd))).toBe('SECOND_FACTOR_REFUSED');
    expect(await owner.prove(await owner.signed())).toBe('done');
  });

  it('is refused from a copied device with a lower counter', async () => {
    owner.device.counter = 7;
    expect(await owner.prove(await owner.signed())).toBe('done');
    for (const counter of [8, 7, 0])
      expect(await owner.prove(await owner.signed({ counter }))).toBe('SECOND_FACTOR_REFUSED');
    expect(await owner.prove(await owner.signed({ counter: 9 }))).toBe('done');
  });

  it('is refused for a challenge not issued here or issued for enrolment', async () => {
    const { challenge: enrolling } = await owner.here.passkeys.begin(owner.ada, owner.now);
    for (const text of ['', 'x', 'A'.repeat(72), enrolling]) {
      await owner.forgetTries();
      expect(await owner.prove({ answer: owner.device.sign(text), attempt: HERE })).toBe(
        'SECOND_FACTOR_REFUSED',
      );
    }
    const loggingIn = await owner.challenge();
    const asked = { credential: new Authenticator(PARTY).create(loggingIn), name: 'x', device: '' };
    expect(await outcomeOf(owner.here.passkeys.add(owner.ada.userId, asked, owner.context()))).toBe(
      'ENROLMENT_EXPIRED',
    );
  });

  it('admits no other person, with any device', async () => {
    const eve = await owner.person('eve@example.test');
    await owner.enrol(eve);
    const hers = new Authenticator(PARTY);
    await owner.add(eve, hers);
    const asked = await owner.challenge();
    expect(await owner.prove({ answer: hers.sign(asked), attempt: HERE })).toBe('SECOND_FACTOR_REFUSED');
    // Signature by the device `hers` under the id of another device.
    const swapped = { ...hers.sign(asked), id: owner.device.id };
    expect(await owner.prove({ answer: swapped, attempt: HERE })).toBe('SECOND_FACTOR_REFUSED');
    // Ada's challenge, answered in Eve's login.
    expect(await owner.prove({ answer: hers.sign(asked), attempt: HERE }, owner.here, eve)).toBe(
      'SECOND_FACTOR_REFUSED',
    );
    const ofEve = (await owner.here.factors.challenge(eve, HERE, owner.now)).challenge;
    expect(await owner.prove({ answer: hers.sign(ofEve), attempt: HERE }, owner.here, eve)).toBe('done');
    const changed = [
      owner.here.passkeys.remove(eve.userId, owner.passkeyId, owner.context()),
      owner.here.passkeys.rename(eve.userId, owner.passkeyId, 'mine', owner.context()),
    ];
    for (const one of changed) expect(await outcomeOf(one)).toBe('SIGN_IN_DEVICE_NOT_FOUND');
  });

  it('counts with wrong codes, is refused under their lock, and causes the lock', async () => {
    for (let n = 0; n < 2; n += 1) expect(await owner.prove('12345')).toBe('SECOND_FACTOR_INCORRECT');
    for (let n = 0; n < 2; n += 1)
      expect(await owner.prove(await owner.signed({ forged: true }))).toBe('SECOND_FACTOR_REFUSED');
    const good = await owner.signed();
    expect(await owner.prove(await owner.signed({ forged: true }))).toBe('LOGIN_LOCKED');
    for (const shown of [good, owner.code()])
      expect(await owner.prove(shown, owner.another())).toBe('LOGIN_LOCKED');
    expect(await outcomeOf(owner.here.factors.challenge(owner.ada, HERE, owner.now))).toBe('LOGIN_LOCKED');
    const locks = (await owner.store.readStream(ACCESS_STREAM)).filter(
      ({ type }) => type === 'SecondFactorLocked',
    );
    expect(locks).toHaveLength(1);
  });

  it('is refused for a suspended administrator, and after a reset of the second factor', async () => {
    const boss = await owner.person('owner@example.test');
    const by = { ...owner.context(), actor: { kind: 'admin' as const, id: boss.userId, sealed: 'x' } };
    const decide = (type: 'Suspend' | 'Reinstate' | 'ResetSecondFactor') =>
      owner
        .another()
        .administrators.decide({ type, reason: 'lost' }, { userId: owner.ada.userId, role: 'admin' }, by);
    const proof = await owner.signed();
    await decide('Suspend');
    expect(await owner.prove(proof)).toBe('ADMINISTRATOR_SUSPENDED');
    expect(await outcomeOf(owner.here.factors.challenge(owner.ada, HERE, owner.now))).toBe(
      'ADMINISTRATOR_SUSPENDED',
    );
    await decide('Reinstate');
    await decide('ResetSecondFactor');
    expect(await outcomeOf(owner.here.factors.challenge(owner.ada, HERE, owner.now))).toBe(
      'SIGN_IN_DEVICE_NOT_FOUND',
    );
    expect(await owner.here.passkeys.list(owner.ada.userId)).toEqual([]);
    // A new second factor does not make the device valid again.
    await owner.enrol();
    expect(await owner.prove(proof)).toBe('SECOND_FACTOR_REFUSED');
    expect(await owner.prove(undefined)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it.each(['is renewed', 'is turned off'])('ends when the second factor %s', async (how) => {
    const proof = await owner.signed();
    if (how === 'is renewed') await owner.enrol(owner.ada, owner.code());
    else {
      await owner.here.factors.remove(owner.ada.userId, PASSWORD, owner.code(), owner.context());
      await owner.enrol();
    }
    expect(await owner.prove(proof)).toBe('SECOND_FACTOR_REFUSED');
    expect(await owner.here.passkeys.list(owner.ada.userId)).toEqual([]);
  });

  it('is void after a password change', async () => {
    const proof = await owner.signed();
    const changed = { ...owner.ada, credentialEpoch: owner.ada.credentialEpoch + 1 };
    expect(await owner.prove(proof, owner.here, changed)).toBe('SECOND_FACTOR_REFUSED');
  });

  it('starts no session when the second factor is renewed during the login', async () => {
    const proof = await owner.signed();
    const login = new Login(ADA.email, PASSWORD, ['admin'], '10.0.0.1', undefined, async (who) => {
      const stillProven = await owner.here.factors.prove(who, proof, owner.context());
      await owner.enrol(owner.ada, owner.code());
      return stillProven;
    });
    expect(await outcomeOf(owner.people.login.execute(login))).toBe('LOGIN_FAILED');
    expect(await owner.people.sessions.of(owner.ada.userId, owner.now.getTime())).toEqual([]);
  });

  describe('at the door', () => {
    let neighbour = 0;
    const begin = (password: string, email = ADA.email) => {
      const visitor = { email, password, address: `10.0.1.${(neighbour += 1)}` };
      const handler = new BeginAdministratorLoginHandler(owner.people.door, owner.here.factors);
      return handler.execute(new BeginAdministratorLogin(visitor, HERE, owner.now));
    };

    it('is asked for only after the right password, and wrong passwords count', async () => {
      const { challenge: asked, credentialIds } = await begin(PASSWORD);
      expect(credentialIds).toEqual([owner.device.id]);
      expect(await owner.prove({ answer: owner.device.sign(asked), attempt: HERE })).toBe('done');
      expect(await outcomeOf(begin(PASSWORD, 'nobody@example.test'))).toBe('LOGIN_FAILED');
      // Wrong answers from one network, with the right password in between.
      for (let tries = 0; tries < 9; tries += 1) {
        expect(await outcomeOf(begin('wrong'))).toBe('LOGIN_FAILED');
        expect(await outcomeOf(begin(PASSWORD))).toBe('done');
      }
      expect(await outcomeOf(begin('wrong'))).toBe('LOGIN_FAILED');
      expect(await outcomeOf(begin(PASSWORD))).toBe('LOGIN_LOCKED');
    });

    it('counts a refused signature like a wrong password, and a mere request not', async () => {
      const logIn = async (shown: SignedByDevice | undefined) =>
        outcomeOf(
          owner.people.login.execute(
            new Login(ADA.email, PASSWORD, ['admin'], '10.0.2.1', undefined, (who) =>
              owner.here.factors.prove(who, shown, owner.context()),
            ),
          ),
        );
      for (let tries = 0; tries < 12; tries += 1)
        expect(await logIn(undefined)).toBe('PASSKEY_OR_CODE_REQUIRED');
      for (let tries = 0; tries < 10; tries += 1) {
        await owner.forgetTries();
        expect(await logIn(await owner.signed({ forged: true }))).toBe('SECOND_FACTOR_REFUSED');
      }
      await owner.forgetTries();
      expect(await logIn(await owner.signed())).toBe('LOGIN_LOCKED');
    });
  });
});
