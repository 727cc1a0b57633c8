import type { Mailer } from './mailer.js';
import { MailRefused } from './mailer.js';

const TIMEOUT_MS = 10_000;

/** Mails into an outbox that is read over HTTP, where no mail server is. @param url of the sandbox */
export const openOutboxMailer = (url: string): Mailer => ({
  async send({ to, subject, text }) {
    const answer = await fetch(new URL('/outbox', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 422) throw new MailRefused('the outbox refused the mail');
    if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  },
  close: () => Promise.resolve(),
});
