import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PASSKEYS_MAX } from '../../customers/passkeys/passkey.decider.js';
import { CHALLENGE_LIFETIME_MS } from '../../customers/passkeys/passkey.state.js';
import { Authenticator } from '../../customers/passkeys/testing/authenticator.js';
import { DeviceOwner, outcomeOf, PARTY } from '../testing/device-owner.js';

let owner: DeviceOwner;
beforeEach(async () => void (owner = await DeviceOwner.open()));
afterEach(() => owner.people.remove());

describe('enrolling a passkey', () => {
  const fresh = () => new Authenticator(PARTY);
  const names = async () => (await owner.another().passkeys.list(owner.ada.userId)).map(({ name }) => name);

  it('is refused without user verification and for another site', async () => {
    for (const odd of [{ verified: false }, { origin: 'https://ledger.example.org' }, { rpId: 'else' }])
      expect(await outcomeOf(owner.add(owner.ada, fresh(), odd))).toBe('ENROLMENT_EXPIRED');
    expect(await names()).toEqual(['Laptop']);
  });

  it('needs a second factor, and expires', async () => {
    const eve = await owner.person('eve@example.test');
    expect(await outcomeOf(owner.here.passkeys.begin(eve, owner.now))).toBe('SECOND_FACTOR_OFF');
    const { challenge: asked } = await owner.here.passkeys.begin(owner.ada, owner.now);
    const credential = fresh().create(asked);
    for (const who of [eve, owner.ada]) {
      if (who === eve) await owner.enrol(eve);
      else owner.later(CHALLENGE_LIFETIME_MS);
      const late = owner.here.passkeys.add(
        who.userId,
        { credential, name: 'x', device: '' },
        owner.context(),
      );
      expect(await outcomeOf(late)).toBe('ENROLMENT_EXPIRED');
    }
  });

  it('succeeds once per challenge, and not after the second factor was renewed', async () => {
    const { challenge: asked } = await owner.here.passkeys.begin(owner.ada, owner.now);
    const answer = () =>
      outcomeOf(
        owner.here.passkeys.add(
          owner.ada.userId,
          { credential: fresh().create(asked), name: 'x', device: '' },
          owner.context(),
        ),
      );
    expect(await answer()).toBe('done');
    expect(await answer()).toBe('ENROLMENT_EXPIRED');
    const { challenge: before } = await owner.here.passkeys.begin(owner.ada, owner.now);
    await owner.enrol(owner.ada, owner.code());
    const late = { credential: fresh().create(before), name: 'x', device: '' };
    expect(await outcomeOf(owner.here.passkeys.add(owner.ada.userId, late, owner.context()))).toBe(
      'ENROLMENT_EXPIRED',
    );
  });

  it('returns the same id for the same device, and is limited to PASSKEYS_MAX devices', async () => {
    expect(await owner.add(owner.ada, owner.device)).toBe(owner.passkeyId);
    for (let n = 1; n < PASSKEYS_MAX; n += 1) await owner.add(owner.ada, fresh());
    expect(await outcomeOf(owner.add(owner.ada, fresh()))).toBe('PASSKEYS_FULL');
  });

  it("stores the owner's name for it once, and nothing in clear text", async () => {
    await owner.here.passkeys.rename(owner.ada.userId, owner.passkeyId, 'Of Ada Obi', owner.context());
    await owner.here.passkeys.rename(owner.ada.userId, owner.passkeyId, 'Of Ada Obi', owner.context());
    expect(await names()).toEqual(['Of Ada Obi']);
    expect((await owner.facts()).filter((type) => type === 'AdministratorPasskeyNamed')).toHaveLength(1);
    await owner.prove(await owner.signed());
    const stored = JSON.stringify(await owner.store.readStream(`administrator-${owner.ada.userId}`));
    for (const text of [owner.device.id, 'Firefox', 'Laptop', 'Of Ada Obi'])
      expect(stored).not.toContain(text);
    expect(stored).toContain('AdministratorPasskeyUsed');
  });
});
