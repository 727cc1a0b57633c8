import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MailRefused, type Mail } from './mailer.js';
import { openMailer } from './open-mailer.js';
import { startSmallSmtpServer, type SmallSmtpServer } from './testing/small-smtp-server.js';

const mail = (to: string): Mail => ({ id: 'event-1', to, subject: 'Ọjà rẹ', text: 'Hello,\n\n123456' });
const settings = { MAIL_FROM: 'Naira Ledger <no-reply@naira.test>', sandboxUrl: 'http://127.0.0.1:1' };

describe('mails over SMTP', () => {
  let server: SmallSmtpServer;
  beforeAll(async () => void (server = await startSmallSmtpServer()));
  afterAll(() => server.stop());
  const opened = () => openMailer({ ...settings, SMTP_URL: server.url });

  it('arrive whole, with the same id when sent again', async () => {
    const mailer = opened();
    await Promise.all([mailer.send(mail('ada@people.test')), mailer.send(mail('ada@people.test'))]);
    await mailer.close();
    const [first, second] = server.received;
    expect(first!.to).toBe('ada@people.test');
    expect(first!.data).toContain('From: Naira Ledger <no-reply@naira.test>');
    expect(first!.data).toContain('Message-ID: <event-1@naira.test>');
    expect(second!.data).toContain('Message-ID: <event-1@naira.test>');
    expect(first!.data).toContain('123456');
  });

  it('come from the chosen sender, else from the name of MAIL_FROM, else from the brand', async () => {
    const before = server.received.length;
    const nameless = openMailer({ ...settings, MAIL_FROM: 'no-reply@naira.test', SMTP_URL: server.url });
    const mailer = opened();
    await mailer.send({ ...mail('ada@people.test'), sender: 'Ada Pay', business: 'Brand' });
    await mailer.send({ ...mail('ada@people.test'), business: 'Brand' });
    await nameless.send({ ...mail('ada@people.test'), sender: '', business: 'Brand' });
    await Promise.all([mailer.close(), nameless.close()]);
    const from = server.received.slice(before).map(({ data }) => /^From: .*$/m.exec(data)?.[0].trim());
    expect(from).toEqual([
      'From: Ada Pay <no-reply@naira.test>',
      'From: Naira Ledger <no-reply@naira.test>',
      'From: Brand <no-reply@naira.test>',
    ]);
  });

  it('have the logo in a second, HTML part, and the same text in both', async () => {
    const before = server.received.length;
    const mailer = opened();
    const logo = {
      address: 'https://pay.ada.ng/logo-1.png',
      width: 144,
      height: 48,
      plate: '#fff',
      alone: true,
    };
    await mailer.send({ ...mail('ada@people.test'), business: 'Ada Pay', logo });
    await mailer.send(mail('ada@people.test'));
    await mailer.close();
    const [branded, plain] = server.received.slice(before).map(({ data }) => data);
    expect(branded).toMatch(/multipart\/alternative[^]*text\/plain[^]*123456[^]*text\/html[^]*123456/);
    expect(branded).toContain('alt=3D"Ada Pay"');
    expect(plain).not.toContain('text/html');
  });

  it('go to one address with any content, and add no header', async () => {
    const mailer = opened();
    const before = server.received.length;
    for (const to of ['1,victim@people.test', 'ada@people.test, victim@people.test'])
      await mailer.send(mail(to)).catch(() => undefined);
    await mailer.send({ ...mail('ada@people.test'), subject: 'Code\r\nBcc: victim@people.test' });
    await mailer.close();
    const taken = server.received.slice(before);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.map(({ to }) => to)).not.toContain('victim@people.test');
    expect(taken.map(({ data }) => data).join('\n')).not.toMatch(/^Bcc:/m);
  });

  it('are refused for good or worth a retry, and neither error reveals the address', async () => {
    const mailer = opened();
    const fault = async (to: string) => {
      const error: unknown = await mailer.send(mail(to)).catch((caught: unknown) => caught);
      return error as Error;
    };
    const gone = await fault('gone@people.test');
    expect(gone).toBeInstanceOf(MailRefused);
    const later = await fault('later@people.test');
    expect(later).not.toBeInstanceOf(MailRefused);
    expect(later).toBeInstanceOf(Error);
    expect(`${gone.stack} ${later.stack}`).not.toContain('people.test');
    await mailer.send(mail('later@people.test'));
    await mailer.close();
  });

  it('are preceded by a check, which sends nothing and fails while no server answers', async () => {
    const before = server.received.length;
    const mailer = opened();
    await mailer.check();
    await mailer.close();
    expect(server.received).toHaveLength(before);
    const away = openMailer({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' });
    await expect(away.check()).rejects.toThrow('does not let us in');
    await away.close();
  });

  it('are worth a retry while no server answers', async () => {
    const mailer = openMailer({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' });
    await expect(mailer.send(mail('ada@people.test'))).rejects.toThrow('did not take the mail');
    await mailer.close();
  });
});

describe('mails into the outbox', () => {
  let server: Server;
  let status = 201;
  const taken: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => taken.push(`${request.url} ${chunk.toString()}`));
      request.on('end', () => response.writeHead(status).end('{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('arrive, are refused, or are worth a retry', async () => {
    const { port } = server.address() as AddressInfo;
    const mailer = openMailer({ ...settings, SMTP_URL: undefined, sandboxUrl: `http://127.0.0.1:${port}` });
    await mailer.send(mail('ada@people.test'));
    expect(taken).toEqual([expect.stringMatching(/^\/outbox \{"to":"ada@people.test"/)]);
    status = 422;
    await expect(mailer.send(mail('ada@people.test'))).rejects.toThrow(MailRefused);
    status = 500;
    await expect(mailer.send(mail('ada@people.test'))).rejects.toThrow('answered 500');
    await mailer.close();
  });
});
