import type { FastifyInstance } from 'fastify';
import type { ProviderBooks } from '../provider-books.js';
import type { Transfers } from '../transfers.js';
import type { Outbox } from '../outbox/outbox.js';
import type { VendorBooks } from '../vendor-books.js';
import { PAGE_CSS, pageHtml } from './page.html.js';

export interface PageDeps {
  readonly vendorBooks: VendorBooks;
  readonly providerBooks: readonly ProviderBooks[];
  readonly outbox: Outbox;
  readonly transfers: Transfers;
}

const ROWS_SHOWN = 50;
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function pageRoutes(
  app: FastifyInstance,
  { vendorBooks, providerBooks, outbox, transfers }: PageDeps,
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get('/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_CSS));

  app.get<{ Querystring: { sent?: string; wrong?: string } }>('/', (request, reply) => {
    const { sent, wrong } = request.query;
    const note = sent === undefined ? wrong : `Transfer ${sent} sent.`;
    const html = pageHtml({
      ...(note === undefined ? {} : { note }),
      accounts: providerBooks.flatMap((books) => books.newestAccounts(ROWS_SHOWN)),
      mails: outbox.list().slice(0, ROWS_SHOWN),
      payments: vendorBooks.payments.slice(-ROWS_SHOWN).reverse(),
      paymentCount: vendorBooks.payments.length,
    });
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html);
  });

  app.post('/', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return reply.code(403).send('Use the form on this page.');
    const form = (request.body ?? {}) as Readonly<Record<string, string>>;
    const sent = await transfers.send({
      accountNumber: form['accountNumber']?.trim(),
      amount: form['amount']?.trim().replaceAll(',', ''),
      duplicates: Number(form['duplicates'] ?? 0),
      loseWebhook: form['loseWebhook'] === '1',
    });
    const query = typeof sent === 'string' ? { wrong: sent } : { sent: sent.transactionReference };
    return reply.redirect(`/?${new URLSearchParams(query).toString()}`, 303);
  });
}
