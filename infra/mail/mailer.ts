export interface Mail {
  /**
   * Id of letters, digits and `-`. A repeated mail keeps its id, so that a mail server can detect the repeat.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail server refused this mail or address permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /** Resolves once a mail server has accepted the mail. @throws MailRefused; retry after any other error */
  send(mail: Mail): Promise<void>;
  /** Resolves when a mail server lets us in. Sends nothing. */
  check(): Promise<void>;
  close(): Promise<void>;
}
