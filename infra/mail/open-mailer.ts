import { timeoutSignal } from '../host/timers.js';
import type { MailConfig } from './mail-settings.js';
import { MailRefused, type Mailer } from './mailer.js';
import { openSmtpMailer } from './smtp-mailer.js';

export const openMailer = ({ SMTP_URL, MAIL_FROM, sandboxUrl }: MailConfig): Mailer =>
  SMTP_URL === undefined ? openOutboxMailer(sandboxUrl) : openSmtpMailer({ url: SMTP_URL, from: MAIL_FROM });

const TIMEOUT_MS = 10_000;

const openOutboxMailer = (url: string): Mailer => ({
  async send({ to, subject, text }) {
    const answer = await fetch(new URL('/outbox', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject, text }),
      signal: timeoutSignal(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 422) throw new MailRefused('the outbox refused the mail');
    if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  },
  async check() {
    const answer = await fetch(new URL('/outbox?to=-', url), { signal: timeoutSignal(TIMEOUT_MS) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  },
  close: () => Promise.resolve(),
});
