import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiTokens, maskedApiToken } from './api-tokens.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { userData } from '../profile/user-data.js';
import { looksLikeApiToken, Users } from '../users.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const context = systemContext();

describe('API tokens', () => {
  let people: People;
  let userId: string;
  beforeEach(async () => {
    people = await openPeople();
    ({ userId } = await people.register.execute(new CreateUser(ADA, context)));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
  });
  afterEach(() => people.remove());

  it('find their owner until the next one is issued', async () => {
    const first = await people.apiTokens.issue(userId, context);
    expect(looksLikeApiToken(first)).toBe(true);
    expect((await people.users.byApiToken(first))?.userId).toBe(userId);
    expect(people.users.cachedByApiToken(first)?.userId).toBe(userId);
    const second = await people.apiTokens.issue(userId, context);
    expect(await people.users.byApiToken(first)).toBeUndefined();
    expect(people.users.cachedByApiToken(first)).toBeUndefined();
    expect((await people.users.byApiToken(second))?.userId).toBe(userId);
    for (const unknown of [`nl_${'a'.repeat(43)}`, '', 'nl_', `${second} `, 'x'.repeat(1_000_000)])
      expect(await people.users.byApiToken(unknown)).toBeUndefined();
  });

  it('are stored as digests and shown by their last four characters', async () => {
    const token = await people.apiTokens.issue(userId, context);
    expect(JSON.stringify(await people.store.readAll(0, 100))).not.toContain(token.slice(3));
    const user = (await people.users.byId(userId))!;
    const data = userData(
      user,
      { available: 123_450n, lastTopUp: 100n, totalTransaction: 3n },
      { charge: '0', bank: '', accountName: '', accountNumber: '' },
      { providers: [], asksIdentity: false },
      0,
    );
    expect(data).toMatchObject({
      api_token: `nl_...${token.slice(-4)}`,
      user_wallet: 1234.5,
      lastTopUp: 1,
      reseller: 0,
    });
    expect(maskedApiToken(undefined)).toBe('');
  });

  it('issued in another process replace the old one here after a few seconds', async () => {
    const first = await people.apiTokens.issue(userId, context);
    const elsewhere = new ApiTokens(new Users(people.store, people.vault, people.secrets), people.store);
    const second = await elsewhere.issue(userId, context);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
    expect(await people.users.byApiToken(first)).toBeUndefined();
    clock.mockRestore();
    expect((await people.users.byApiToken(second))?.userId).toBe(userId);
  });
});
