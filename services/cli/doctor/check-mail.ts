import { randomUUID } from '../../../infra/host/chance.js';
import { type Mailer, MailRefused } from '../../../infra/mail/mailer.js';
import type { Config } from '../../runtime/config.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'mail';

/**
 * @param to address for a test mail. Without an address, the check only logs in to the mail server.
 */
export async function checkMail(
  { SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  mailer: Pick<Mailer, 'check' | 'send'>,
  to: string | undefined,
): Promise<readonly DoctorLine[]> {
  const fake = SMTP_URL === undefined ? [note(CHECK, 'goes to the sandbox: set SMTP_URL')] : [];
  try {
    await mailer.check();
    if (to === undefined)
      return [...fake, right(CHECK, 'the server lets us in; --mail-to ADDRESS sends a test')];
    await mailer.send({
      id: `test-${randomUUID()}`,
      to,
      subject: 'Test of the mail server',
      text: `This mail was sent by \`ledger doctor\`, from ${MAIL_FROM}.`,
    });
    return [...fake, right(CHECK, `the server took a test from ${MAIL_FROM}: see whether it arrives`)];
  } catch (error) {
    const { message } = error as Error;
    const advice =
      error instanceof MailRefused
        ? 'check MAIL_FROM and the address'
        : SMTP_URL === undefined
          ? 'start the server, whose sandbox takes the mails'
          : 'check SMTP_URL';
    return [...fake, wrong(CHECK, `${message}: ${advice}`)];
  }
}
