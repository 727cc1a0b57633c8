import { openJournal, type Journal } from '../journal.js';

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

export class Outbox {
  private readonly mails: Mail[] = [];

  private constructor(private readonly journal: () => Journal) {}

  static async open(file: string): Promise<Outbox> {
    const opening: { journal?: Journal } = {};
    const outbox = new Outbox(() => opening.journal!);
    opening.journal = await openJournal(file, ([, to, subject, text, at]) => {
      outbox.enter(String(to), String(subject), String(text), Number(at));
    });
    return outbox;
  }

  async accept(to: string, subject: string, text: string, at: number): Promise<Mail> {
    this.journal().append(['mail', to, subject, text, at]);
    const mail = this.enter(to, subject, text, at);
    await this.journal().durable();
    return mail;
  }

  /** Newest first. With `to`, only mails to this email address. */
  list(to?: string): Mail[] {
    const address = to?.toLowerCase();
    return this.mails.filter((mail) => address === undefined || mail.to.toLowerCase() === address).reverse();
  }

  close(): Promise<void> {
    return this.journal().close();
  }

  private enter(to: string, subject: string, text: string, at: number): Mail {
    const mail = { id: String(this.mails.length + 1), to, subject, text, at: new Date(at).toISOString() };
    this.mails.push(mail);
    return mail;
  }
}
