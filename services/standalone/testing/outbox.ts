import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../infra/testing/until.js';

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails to an address, newest first. */
export const mailsTo = async (sandboxUrl: string, to: string): Promise<Mail[]> =>
  (await (await fetch(`${sandboxUrl}/outbox?to=${encodeURIComponent(to)}`)).json()) as Mail[];

const seen = new Set<string>();

/** Waits for an unseen mail with a code, and returns the code. */
export async function newestCode(sandboxUrl: string, to: string, withinMs = PATIENCE_MS): Promise<string> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await fetch(`${sandboxUrl}/outbox?to=${encodeURIComponent(to)}`);
    const listed = (await answer.json()) as Mail[] | { readonly mails: Mail[] };
    const mails = Array.isArray(listed) ? listed : listed.mails;
    const mail = mails.find(({ id, text }) => !seen.has(`${sandboxUrl} ${id}`) && /\b\d{6}\b/.test(text));
    if (mail) {
      for (const { id } of mails) seen.add(`${sandboxUrl} ${id}`);
      return /\b\d{6}\b/.exec(mail.text)![0];
    }
    if (performance.now() > end) throw new Error(`no mail with a code to ${to}`);
    await sleep(50);
  }
}
