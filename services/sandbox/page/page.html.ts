import { ownEntry } from '../../contracts/own-entry.js';
import { BVN_ENDINGS } from '../monnify/bvn.routes.js';
import type { ReservedAccount } from '../provider-books.js';
import type { Mail } from '../outbox/outbox.js';
import { ENDINGS } from '../endings.js';
import type { Payment } from '../vendor-books.js';

export interface PageContent {
  readonly note?: string;
  readonly accounts: readonly ReservedAccount[];
  readonly mails: readonly Mail[];
  readonly payments: readonly Payment[];
  readonly paymentCount: number;
}

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
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ownEntry(ESCAPES, letter)!);

export const PAGE_CSS = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #3a4048); --soft: light-dark(#f4f6f8, #1d2126); --accent: light-dark(#0b6e4f, #4cc79b); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171a); color: light-dark(#1b1f24, #e7eaee); }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; } code { font-size: .9em; }
section { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 1rem 0; background: var(--soft); }
form { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); align-items: end; }
label { display: grid; gap: .25rem; font-size: .9rem; } label.tick { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; }
input, button { font: inherit; padding: .6rem .75rem; min-height: 2.75rem; border-radius: .5rem; border: 1px solid var(--line); background: light-dark(#fff, #14171a); color: inherit; width: 100%; }
label.tick input { width: 1.25rem; min-height: 1.25rem; }
button { background: var(--accent); color: light-dark(#fff, #06251a); border: 0; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; } td { overflow-wrap: break-word; max-width: 24rem; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.note { border-left: 4px solid var(--accent); padding: .5rem .75rem; margin: 1rem 0; background: var(--soft); }
.empty { opacity: .75; }
`;
