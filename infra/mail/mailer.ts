export interface Mail {
  /**
   * Id that stays the same when the mail is sent again, so that a mail server can detect the repetition. Letters,
   * digits, `-`.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Permanent refusal of this mail or address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /** Resolves once another server has taken the mail. @throws MailRefused; retry after any other error */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
