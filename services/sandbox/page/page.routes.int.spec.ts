import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSandbox, type SandboxFixture } from '../testing/sandbox-fixture.js';

let sandbox: SandboxFixture;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers });

describe('the page', () => {
  it('shows payments, mails and every ending', async () => {
    await sandbox.pay('08031230083');
    await sandbox.post('/outbox', { to: 'ada@example.test', subject: 'Hello <b>', text: 'A & B' });
    const { status, text } = await sandbox.call('/');
    expect(status).toBe(200);
    for (const part of [
      '08031230083',
      'ada@example.test',
      'Hello &lt;b&gt;',
      'A &amp; B',
      '0301',
      'wants human review',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script|style=/);
    expect((await sandbox.call('/page.css')).status).toBe(200);
  });

  it('sends a transfer, or shows the error', async () => {
    const wrong = await send({ accountNumber: '1', amount: '5' });
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, expect.stringContaining('nobody')]);
    const page = await sandbox.call('/?wrong=%3Cscript%3E');
    expect(page.text).toContain('&lt;script&gt;');
  });

  it('rejects forms from another site', async () => {
    expect((await send({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('the outbox', () => {
  it('keeps mails across a restart, and finds them by address', async () => {
    await sandbox.post('/outbox', { to: 'Obi@example.test', subject: 'One', text: '1' });
    await sandbox.post('/outbox', { to: 'obi@example.test', subject: 'Two', text: '2' });
    await sandbox.restart();
    const mails = (await sandbox.call('/outbox?to=OBI@example.test')).json as unknown as {
      subject: string;
    }[];
    expect(mails.map(({ subject }) => subject)).toEqual(['Two', 'One']);
  });

  it('refuses an incomplete mail', async () => {
    expect((await sandbox.post('/outbox', { to: 'a' })).status).toBe(422);
  });
});
