import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ChangeOwnPassword } from '../recovery/change-own-password.handler.js';
import { FinishRecovery } from '../recovery/finish-recovery.handler.js';
import { StartRecovery } from '../recovery/start-recovery.handler.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { SignUp } from '../registration/sign-up.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';

const OF_ADA = ['password1', '12345678', '        ', ADA.email, ADA.phone];
const context = systemContext();

let people: People;
let userId: string;
beforeAll(async () => {
  people = await openPeople();
  ({ userId } = await people.register.execute(new CreateUser(ADA, context)));
});
afterAll(() => people.remove());

const told = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
  );

it.each(OF_ADA)('"%s" is refused at the registration, and no account is made', async (password) => {
  const person = { ...ADA, email: 'ada@example.test', password };
  const email = password === ADA.email ? ADA.email : `${password.trim() || 'blank'}@new.test`;
  const signUp = new SignUp({ ...person, email }, '::1', context);
  expect(await told(people.signUp.execute(signUp))).toBe('PASSWORD_GUESSABLE');
  if (email !== ADA.email) expect(await people.users.byEmail(email)).toBeUndefined();
});

it.each(OF_ADA)('"%s" is refused when a signed-in person changes the password', async (password) => {
  const proof = { oldPassword: ADA.password };
  const change = new ChangeOwnPassword(userId, proof, password, context);
  expect(await told(people.changeOwnPassword.execute(change))).toBe('PASSWORD_GUESSABLE');
});

it('is refused after a mailed code, and tells a stranger without the code nothing about the owner', async () => {
  const { cookie } = await people.startRecovery.execute(new StartRecovery(ADA.email, '::1', context));
  const [asked] = await people.store.readStream(`user-${userId}`, { direction: 'backwards', limit: 1 });
  const right = people.codeOf(userId, { purpose: 'recovery', codeId: String(asked!.data['codeId']) });
  const wrong = right === '000000' ? '111111' : '000000';
  const finish = (code: string, password: string) => {
    const proof = { cookie, email: undefined, code };
    return told(
      people.finishRecovery.execute(
        new FinishRecovery(proof, password, { address: '::1', device: '' }, context.now),
      ),
    );
  };
  for (const password of OF_ADA) expect(await finish(right, password)).toBe('PASSWORD_GUESSABLE');
  expect(await finish(wrong, ADA.phone)).toBe('CODE_INCORRECT');
  expect(await finish(right, 'another password')).toBe('done');
});
