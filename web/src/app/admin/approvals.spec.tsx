import { expect, it } from '@jest/globals';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { type Answers } from '../testing/fake-server.js';
import { openPage, press, sheet } from '../testing/render-page.js';

const LINES = '# Refunds\n\nWithin 14 days.\nWrite to https://help.test.';
const LEGAL = {
  id: 'a1',
  standing: 'waiting',
  work: 'legal',
  kind: '',
  counterparty: '',
  fee: null,
  user_id: 'house',
  user_email: '',
  amount: 0,
  before: null,
  after: null,
  bank: '',
  bank_reference: '',
  evidence: LINES,
  depositor: 'Bola Ade',
  reason: 'Version 2 of the page refunds',
  requested_by: 'Grace Eze',
  requested_at: '2026-03-02T10:15:30.000+01:00',
  own: false,
  decided_by: '',
  decided_at: '',
  why: '',
};
const LISTS = {
  approvals: { ...answers.approvals, approvals: [LEGAL], total: 1 },
} as unknown as Answers;

it('shows the text of a requested legal page by lines, and a short value as before', async () => {
  await openPage('/approvals', { as: 'administrator', answers: LISTS });
  await press(/^Details of/);
  const { getByText } = await sheet();
  const shown = (text: string): HTMLElement => getByText((_, element) => element?.textContent === text);
  expect(shown(LINES).className).toContain('read');
  expect(shown('Bola Ade').className).toBe('');
});
