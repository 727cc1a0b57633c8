export interface Mail {
  /** Stays the same when the mail is sent again, so that a mail server can tell. Letters, digits, `-`. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail server will never take this one: a fault of the address or the mail, not of the moment. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Hands mails to whoever delivers them. */
export interface Mailer {
  /** Resolves once somebody else is responsible for the mail. @throws MailRefused, anything else is worth another try */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
