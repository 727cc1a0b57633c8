import { BVN_ENDINGS } from '../monnify/bvn.routes.js';
import type { ReservedAccount } from '../monnify/monnify-books.js';
import type { Mail } from '../outbox/outbox.js';
import { ENDINGS } from '../vtpass/endings.js';
import type { Payment } from '../vtpass/vendor-books.js';

export interface PageContent {
  /** What the last form did, or what was wrong with it. */
  readonly note?: string;
  readonly accounts: readonly ReservedAccount[];
  readonly mails: readonly Mail[];
  readonly payments: readonly Payment[];
  readonly paymentCount: number;
}

/** The whole page as HTML, without a script: forms and links do everything. */
export const pageHtml = (content: PageContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header>
<h1>Sandbox</h1>
<p>Fake vendors, a fake bank and an outbox. No money moves and nothing is delivered.</p>
</header>
<main>
${content.note === undefined ? '' : `<p class="note" role="status">${escape(content.note)}</p>`}
${transferForm(content.accounts)}
${section(
  'What a recipient’s last four digits do',
  table(
    ['Ends in', 'The vendor'],
    [
      ...Object.entries(ENDINGS)
        .sort(byKey)
        .map(([digits, { text }]) => [code(digits), escape(text)]),
      ['else', 'delivers'],
    ],
  ),
)}
${section(
  'What the last four digits of a BVN do',
  table(
    ['Ends in', 'The match'],
    [
      ...Object.entries(BVN_ENDINGS)
        .sort(byKey)
        .map(([digits, said]) => [code(digits), escape(wordsOf(said))]),
      [code('0404'), 'no such BVN'],
      [code('0500'), 'the check is not available'],
      ['else', 'everything matches'],
    ],
  ),
)}
${section(`What the vendors executed (${content.paymentCount})`, ledger(content.payments) + `<p><a href="/vendor-ledger">All of it as JSON</a> · <a href="/">Refresh</a></p>`)}
${section('Outbox', outbox(content.mails))}
</main>
</body>
</html>
`;

function transferForm(accounts: readonly ReservedAccount[]): string {
  const options = accounts.flatMap(({ accountNumbers, customerEmail }) =>
    accountNumbers.map((number) => `<option value="${escape(number)}">${escape(customerEmail)}</option>`),
  );
  return section(
    'Send a bank transfer',
    `<form method="post" action="/">
<label>Account number <input name="accountNumber" list="accounts" inputmode="numeric" pattern="\\d{10}" autocomplete="off" required></label>
<datalist id="accounts">${options.join('')}</datalist>
<label>Amount in naira <input name="amount" inputmode="decimal" value="5000" required></label>
<label>Extra copies of the webhook <input name="duplicates" type="number" min="0" max="100" value="0"></label>
<label class="tick"><input name="loseWebhook" type="checkbox" value="1"> Lose the webhook</label>
<button>Send transfer</button>
</form>`,
  );
}

const ledger = (payments: readonly Payment[]): string =>
  payments.length === 0
    ? '<p class="empty">Nothing yet.</p>'
    : table(
        ['Request id', 'Vendor', 'Service', 'Recipient', 'Naira', 'Posts', 'Queries', 'State'],
        payments.map((payment) => [
          code(payment.requestId),
          String(payment.vendor),
          escape(payment.service),
          escape(payment.recipient),
          String(payment.amount),
          String(payment.posts),
          String(payment.queries),
          payment.state,
        ]),
      );

const outbox = (mails: readonly Mail[]): string =>
  mails.length === 0
    ? '<p class="empty">No mail yet.</p>'
    : table(
        ['To', 'Subject', 'Text', 'At'],
        mails.map(({ to, subject, text, at }) => [escape(to), escape(subject), escape(text), escape(at)]),
      );

/** `dateOfBirth: NO_MATCH` in words. */
const wordsOf = (said: Readonly<Record<string, string>>): string =>
  Object.entries(said)
    .map(([field, match]) => `${field} ${match.toLowerCase().replaceAll('_', ' ')}`)
    .join(', ');

const section = (title: string, content: string): string =>
  `<section><h2>${escape(title)}</h2>${content}</section>`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const code = (text: string): string => `<code>${escape(text)}</code>`;
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.localeCompare(b);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);
