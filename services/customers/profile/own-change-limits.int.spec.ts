import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import {
  RemoveBeneficiary,
  RemoveBeneficiaryHandler,
  SaveBeneficiary,
  SaveBeneficiaryHandler,
} from '../beneficiaries/beneficiaries.handler.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { userStream } from '../user.events.js';
import { OwnChangeLimits } from './own-change-limits.js';
import {
  ChangeProfile,
  ChangeProfileHandler,
  SetNoticeSettings,
  SetNoticeSettingsHandler,
} from './profile.handlers.js';

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.remove());

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof RuleBroken ? error.code : error),
  );

it('allows 120 free changes per person in 15 minutes, without limiting other people', async () => {
  const changes = new OwnChangeLimits(people.limits);
  const taken = Array.from({ length: 121 }, () => codeOf(changes.take('eve')));
  expect((await Promise.all(taken)).filter((code) => code === 'RATE_LIMITED')).toHaveLength(1);
  expect(await codeOf(changes.take('eve'))).toBe('RATE_LIMITED');
  expect(await codeOf(changes.take('ada'))).toBe('done');
});

it('stores nothing beyond the limit, for every kind of change', async () => {
  const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
  const full = { take: async () => ({ allowed: false, retryAfterMs: 1_000 }) } as unknown as Limits;
  const changes = new OwnChangeLimits(full);
  const context = systemContext();
  const before = await people.store.head(userStream(userId));
  const profile = { firstName: 'Ada', lastName: 'Other', phone: ADA.phone };
  const mum = {
    service: 'airtime',
    recipient: '+2348031234567',
    name: 'Mum',
    provider: '',
    kind: '',
  } as const;
  const tried = [
    new ChangeProfileHandler(people.users, changes).execute(new ChangeProfile(userId, profile, context)),
    new SetNoticeSettingsHandler(people.users, changes).execute(
      new SetNoticeSettings(userId, { delivered: false }, context),
    ),
    new SaveBeneficiaryHandler(people.users, changes).execute(new SaveBeneficiary(userId, mum, context)),
    new RemoveBeneficiaryHandler(people.users, changes).execute(new RemoveBeneficiary(userId, 'b', context)),
  ];
  expect(await Promise.all(tried.map(codeOf))).toEqual(Array(4).fill('RATE_LIMITED'));
  expect(await people.store.head(userStream(userId))).toEqual(before);
});
