import type { Mail, Mailer } from '../../../infra/mail/mailer.js';
import type { Network } from '../../../infra/simulation/network.js';

const AWAY = new Error('the mail server does not answer');
const UNANSWERED = { unknown: () => AWAY, refused: () => AWAY };
const CODE = /\b(\d{6})\b/;

export class PostOffice {
  readonly #boxes = new Map<string, Mail[]>();

  constructor(
    private readonly network: Network,
    private readonly onDelivered: (mail: Mail) => void,
  ) {}

  mailer(): Mailer {
    return {
      send: (mail) => this.network.call('mail', () => this.#deliver(mail), UNANSWERED),
      check: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  newestCode(address: string): string | undefined {
    for (const { text } of this.#boxes.get(address)?.toReversed() ?? []) {
      const code = CODE.exec(text)?.[1];
      if (code !== undefined) return code;
    }
    return undefined;
  }

  #deliver(mail: Mail): void {
    const box = this.#boxes.get(mail.to) ?? [];
    box.push(mail);
    this.#boxes.set(mail.to, box);
    this.onDelivered(mail);
  }
}
