import { expect, it } from '@jest/globals';
import type { RuleBroken } from '../../contracts/errors.js';
import { BoundedWork } from '../login/bounded-work.js';
import { Passwords } from '../login/passwords.js';
import { publishLegalPage } from '../../brand/legal/legal-pages.js';
import { SignUp } from './sign-up.handler.js';
import { ADA, openPeople } from '../testing/people.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

it('sign-up hashes once and makes the same number of durable writes with or without an account', async () => {
  const calls: string[] = [];
  const durable = new Set(['append', 'createKey', 'take', 'hash']);
  const watch = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (durable.has(String(name))) calls.push(String(name));
          return member.apply(target, args) as unknown;
        };
      },
    });
  const people = await openPeople({}, undefined, undefined, { watch });
  const register = async () => {
    calls.length = 0;
    await people.signUp.execute(new SignUp(ADA, '10.0.0.1', systemContext()));
    return [...calls];
  };
  const [unknown, known] = [await register(), await register()];
  expect(unknown.filter((call) => call === 'hash')).toEqual(['hash']);
  expect(known.filter((call) => call === 'hash')).toEqual(['hash']);
  expect({ steps: known.length, calls: known }).toEqual({ steps: unknown.length, calls: expect.anything() });
  await people.remove();
});

it('sign-up counts no mail while passwords are refused because too many wait', async () => {
  let free = (): void => undefined;
  const busy = new BoundedWork(1, 0);
  const held = busy.run(() => new Promise<void>((resolve) => (free = resolve)));
  const passwords = new Passwords(undefined, busy);
  const people = await openPeople({ RATE_LIMIT_CODES: '2' }, undefined, undefined, { passwords });
  const register = (): Promise<unknown> =>
    people.signUp.execute(new SignUp(ADA, '10.0.0.1', systemContext())).then(
      () => 'registered',
      (error: RuleBroken) => error.code,
    );
  for (let tries = 1; tries <= 3; tries += 1) expect(await register()).toBe('OVERLOADED');
  free();
  await held;
  expect(await register()).toBe('registered');
  await people.remove();
});

it('stores the versions of the legal pages that a new customer accepted', async () => {
  const people = await openPeople();
  const context = systemContext();
  const signUp = (email: string, shown?: object) =>
    people.signUp
      .execute(new SignUp({ ...ADA, email }, '10.0.0.1', context, shown))
      .catch(({ code }: { code: string }) => code);
  const accepted = async () =>
    (await people.store.readAll(0, 100)).flatMap(({ type, data }) =>
      type === 'TermsAccepted' ? [data] : [],
    );
  await signUp('ada@people.test');
  const text = 'You are at least 18.';
  await publishLegalPage(people.store, { page: 'terms', text, seen: 0 }, context);
  expect(await accepted()).toEqual([]);
  expect(await signUp('eve@people.test')).toBe('TERMS_CHANGED');
  expect(await people.users.byEmail('eve@people.test')).toBeUndefined();
  await signUp('eve@people.test', { terms: 1 });
  const eve = await people.users.byEmail('eve@people.test');
  expect(await accepted()).toEqual([{ userId: eve!.userId, terms: 1 }]);
  await people.remove();
});
