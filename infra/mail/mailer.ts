export interface Mail {
  /**
   * Id of letters, digits and `-`. A mail that is sent again keeps its id, so that a mail server can detect the
   * repeat.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When empty, the name in `MAIL_FROM` is used. */
  readonly sender?: string;
  /** Name of the sender when `sender` is empty and `MAIL_FROM` has no name. */
  readonly business?: string;
  readonly logo?: MailLogo;
}

export interface MailLogo {
  readonly address: string;
  readonly width: number;
  readonly height: number;
  readonly plate: string;
  /** Without the name beside it. */
  readonly alone: boolean;
}

/** Error when the mail server has permanently refused this mail or its address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /**
   * Sends a mail. The promise resolves when a mail server has accepted it.
   * @throws MailRefused. After any other error, a retry may succeed.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves when the mail server accepts the configured login. Sends no mail. */
  check(): Promise<void>;
  close(): Promise<void>;
}
