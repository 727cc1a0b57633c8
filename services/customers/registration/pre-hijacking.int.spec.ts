import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { apiTokenIssued, newApiToken } from '../api-token/api-tokens.js';
import { FinishRecovery } from '../recovery/finish-recovery.handler.js';
import { Login } from '../login/login.handler.js';
import { CreateUser } from './create-user.handler.js';
import { RotateApiToken } from '../api-token/rotate-api-token.handler.js';
import { SetPin } from '../pin/set-pin.handler.js';
import { StartRecovery } from '../recovery/start-recovery.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { apiTokenStream, userStream } from '../user.events.js';
import { MarkEmailVerified } from './verify-email.handler.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';

const context = systemContext();
const HERE = { address: '10.0.0.1', device: 'a test' };

describe('a person who registers the email of someone else', () => {
  let people: People;
  let userId: string;
  let session: string;
  beforeEach(async () => {
    people = await openPeople();
    ({ userId } = await people.register.execute(new CreateUser(ADA, context)));
    session = (await people.login.execute(new Login(ADA.email, ADA.password, ['user'], '::1'))).token;
  });
  afterEach(() => people.remove());

  /** The owner of the email recovers the account. */
  const recover = async () => {
    await people.startRecovery.execute(new StartRecovery(ADA.email, '::1', context));
    const { codes } = (await people.users.current(userId))!;
    const proof = { cookie: undefined, email: ADA.email, code: people.codeOf(userId, codes!.at(-1)!) };
    await people.finishRecovery.execute(new FinishRecovery(proof, 'of the owner', HERE, new Date()));
  };
  const eventsOf = async () => (await people.store.readStream(userStream(userId))).map(({ type }) => type);

  it('gets no PIN and no API token', async () => {
    const pin = people.setPin.execute(new SetPin(userId, '4826', context));
    await expect(pin).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    const token = people.rotateApiToken.execute(new RotateApiToken(userId, ADA.password, context));
    await expect(token).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    expect(await eventsOf()).toEqual(['UserRegistered']);
  });

  it('keeps no PIN or token from older events after the owner recovers and verifies', async () => {
    const token = newApiToken();
    const issued = apiTokenIssued(userId, token, context);
    const sealed = people.vault.seal(userId, { pinMac: people.pins.mac(userId, '4826') });
    const head = (await people.store.readStream(userStream(userId))).at(-1)!;
    await appendSurely(people.store, userStream(userId), head, [
      issued,
      fact('PinSet', { userId, sealed }, context),
    ]);
    const findable = { ...apiTokenIssued(userId, token, context) };
    await appendSurely(people.store, apiTokenStream(issued.data.tokenDigest), NO_STREAM, [findable]);
    people.users.onRecorded({ stream: userStream(userId), revision: 2 });
    expect(await people.users.byApiToken(token)).toBeDefined();

    await recover();
    expect((await eventsOf()).slice(-3)).toEqual(['PasswordChanged', 'ApiTokenRevoked', 'PinDropped']);
    expect(await people.sessions.find(session)).toBeUndefined();
    expect(await people.users.byApiToken(token)).toBeUndefined();
    expect((await people.users.current(userId))!.pinMac).toBeUndefined();
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    const user = (await people.users.byId(userId))!;
    expect(() => people.pins.check(user, '4826')).toThrow(expect.objectContaining({ code: 'PIN_NOT_SET' }));
  });

  it('loses the API token of a verified account with its password, while the PIN stays', async () => {
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    await people.setPin.execute(new SetPin(userId, '4826', context));
    const token = await people.rotateApiToken.execute(new RotateApiToken(userId, ADA.password, context));
    await recover();
    expect((await eventsOf()).slice(-2)).toEqual(['PasswordChanged', 'ApiTokenRevoked']);
    expect(await people.users.byApiToken(token)).toBeUndefined();
    expect(people.users.cachedByApiToken(token)).toBeUndefined();
    expect((await people.users.current(userId))!.pinMac).toBeDefined();
  });
});
