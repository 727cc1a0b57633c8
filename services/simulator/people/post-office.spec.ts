import { expect, it } from '@jest/globals';
import { Network } from '../../../infra/simulation/network.js';
import { Scheduler } from '../../../infra/simulation/scheduler.js';
import { PostOffice } from './post-office.js';

const mail = (to: string, text: string) => ({ id: 'mail-1', to, subject: 'Your code', text });

it('finds the code of the newest mail with a code', async () => {
  const scheduler = new Scheduler(1);
  const post = new PostOffice(new Network(scheduler), () => undefined);
  const send = async (to: string, text: string): Promise<void> => {
    void post.mailer().send(mail(to, text));
    await scheduler.runUntil(scheduler.now + 60_000);
  };
  await send('ada@naira.test', 'Your code is 111111.');
  await send('ada@naira.test', 'Your code is 222222. It ends in 10 minutes.');
  await send('bola@naira.test', 'Your code is 333333.');
  await send('ada@naira.test', 'Order 12345678 was paid.');
  expect(post.newestCode('ada@naira.test')).toBe('222222');
  expect(post.newestCode('chidi@naira.test')).toBeUndefined();
});
