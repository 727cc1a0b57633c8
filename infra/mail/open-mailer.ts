import type { Config } from '../config/config.js';
import type { Mailer } from './mailer.js';
import { openOutboxMailer } from './outbox-mailer.js';
import { openSmtpMailer } from './smtp-mailer.js';

export type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'sandboxUrl'>;

/** The mail server of the configuration, or the outbox of the sandbox when there is none. */
export const openMailer = ({ SMTP_URL, MAIL_FROM, sandboxUrl }: MailConfig): Mailer =>
  SMTP_URL === undefined ? openOutboxMailer(sandboxUrl) : openSmtpMailer({ url: SMTP_URL, from: MAIL_FROM });
