import { htmlOf } from './mail-html.js';
import type { Mailer } from './mailer.js';
import { MailRefused } from './mailer.js';

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
}

const CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 20_000;

/**
 * Opens the mailer. Its error messages never quote the answer of the mail server, because that
 * answer may name a person.
 */
export function openSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: CONNECTIONS_MAX, ...timeouts });
  };
  /** Nodemailer is loaded at its first use, because most processes send no mail. */
  let opened: ReturnType<typeof open> | undefined;
  const host = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost';
  return {
    async send(mail) {
      const { id, to, subject, text, sender = '', business = '' } = mail;
      const html = htmlOf(mail);
      try {
        // An object, because a text with a comma would mean several recipients.
        const recipient = { name: '', address: to };
        const transport = await (opened ??= open());
        await transport.sendMail({
          from: senderOf(from, sender, business),
          to: recipient,
          subject,
          text,
          ...(html !== undefined && { html }),
          messageId: `<${id}@${host}>`,
        });
      } catch (error) {
        throw faultOf(error);
      }
    },
    async check() {
      try {
        await (await (opened ??= open())).verify();
      } catch (error) {
        const { code, responseCode = '' } = error as { code?: unknown; responseCode?: unknown };
        throw new Error(`the mail server does not let us in: ${String(code)} ${String(responseCode)}`.trim());
      }
    },
    close: async () => (await opened)?.close(),
  };
}

/** An object, because a text with a comma would mean several senders. */
function senderOf(from: string, sender: string, business: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<]*)<([^>]*)>$/.exec(from.slice(0, 200)) ?? [];
  return { name: sender || name.replaceAll('"', '').trim() || business, address: address.trim() };
}

/**
 * Codes of errors that are about the mail, not about the server. These errors are permanent if `responseCode`
 * is 5xx or absent.
 */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

function faultOf(error: unknown): Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const lasting = typeof responseCode === 'number' && responseCode >= 500;
  if (ABOUT_THE_MAIL.has(code) && (lasting || responseCode === undefined))
    return new MailRefused(`the mail server refused the mail: ${String(responseCode ?? code)}`);
  return new Error(
    `the mail server did not take the mail: ${String(code)} ${String(responseCode ?? '')}`.trim(),
  );
}
