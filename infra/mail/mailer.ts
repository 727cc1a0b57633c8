export interface Mail {
  /**
   * Id of letters, digits and `-`. A repeated mail keeps the id of the first one. A mail server can thereby
   * detect the repeat.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Name before the address of `MAIL_FROM`. Empty for the name in `MAIL_FROM`. */
  readonly sender?: string;
  /** Name before the address when there is no other name. */
  readonly business?: string;
}

/** The mail server has permanently refused this mail or its address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /** Resolves once a mail server has accepted the mail. @throws MailRefused; retry after any other error */
  send(mail: Mail): Promise<void>;
  /** Resolves when the mail server accepts our login. Sends no mail. */
  check(): Promise<void>;
  close(): Promise<void>;
}
