import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ADA_BRAND, NO_LOGO } from './testing/ada-brand.js';
import { callsOf, lastSent } from './testing/fake-server.js';
import { field, fill, leadsTo, openPage, press, says, sheet } from './testing/render-page.js';

const TERMS = {
  page: 'terms' as const,
  version: 2,
  published_at: '2026-03-02T10:15:30+01:00',
  text: '# Age\n\nYou are **18** or older. [Ask us](mailto:help@ada.ng).\n\n3. three\n4. four',
};
const PERSON = {
  Email: 'ada@naira.test',
  'First name': 'Ada',
  'Last name': 'Obi',
  'Phone number': '08031234567',
  Password: 'Some-pass-1',
  'Confirm password': 'Some-pass-1',
};

it('shows a legal page to a visitor, with its version and its links', async () => {
  await openPage('/terms', { as: 'visitor', answers: { legalPage: TERMS } });
  await says('Version 2 of 2026-03-02');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms of service');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Age');
  expect(screen.getByRole('link', { name: 'Ask us' }).getAttribute('href')).toBe('mailto:help@ada.ng');
  expect(document.querySelector('strong')?.textContent).toBe('18');
  expect(document.querySelector('ol')?.start).toBe(3);
});

it('shows a text that cannot be read as it was typed, and never as HTML', async () => {
  const text = '<b id="planted">x</b> [x](javascript:alert(1))';
  await openPage('/privacy', { as: 'visitor', answers: { legalPage: { ...TERMS, page: 'privacy', text } } });
  await says('[x](javascript:alert(1))');
  expect(document.querySelector('#planted, a[href^="javascript"]')).toBeNull();
});

it('says that a legal page is not published', async () => {
  const legalPage = {
    refused: 404,
    code: 'NOT_FOUND' as const,
    message: 'There is nothing at this address.',
  };
  await openPage('/refunds', { as: 'visitor', answers: { legalPage } });
  await says('There is no such page here.');
});

it('sends the versions that a registration showed, and asks for them again when they have changed', async () => {
  let pages = [{ page: 'terms' as const, version: 1, published_at: TERMS.published_at }];
  await openPage('/register', {
    as: 'visitor',
    answers: {
      legalPages: () => ({ pages }),
      register: ({ accepted }) =>
        Number(accepted?.terms) === 2
          ? { message: 'Registered.' }
          : { refused: 409, code: 'TERMS_CHANGED', message: 'The legal pages were changed meanwhile.' },
    },
  });
  const link = await screen.findByRole('link', { name: 'Terms of service' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank']);
  await fill(PERSON);
  pages = [
    { ...pages[0]!, version: 2 },
    { ...pages[0]!, page: 'privacy' as never },
  ];
  await press('Create account');
  await says('The legal pages were changed meanwhile.');
  expect(lastSent('register')).toMatchObject({ accepted: { terms: 1 } });
  await screen.findByRole('link', { name: 'Privacy policy' });
  await press('Create account');
  await leadsTo('/login');
  expect(lastSent('register')).toMatchObject({ accepted: { terms: 2, privacy: 1 } });
});

it('sends no versions when no page is published', async () => {
  await openPage('/register', { as: 'visitor', answers: { register: { message: 'Registered.' } } });
  await fill(PERSON);
  await press('Create account');
  await leadsTo('/login');
  expect(lastSent('register')).not.toHaveProperty('accepted');
});

const ownBrand = { brand: ADA_BRAND, version: 0, ...NO_LOGO, waiting: [] };

it('shows the fault of a text while it is typed, and publishes a text that can be read', async () => {
  const publishLegalPage = { outcome: 'applied' as const, message: 'Version 3 is published.' };
  await openPage('/admin-brand', {
    as: 'administrator',
    answers: { ownBrand, ownLegalPages: { pages: [TERMS] }, publishLegalPage },
  });
  expect((await field('Text')).value).toBe(TERMS.text);
  await fill({ Text: '# Age\n\n<b>18</b>' });
  await says('line 3: has HTML: <b');
  await fill({ Text: '# Age\n\n**19** or older' });
  await press('Publish');
  await says('Version 3 is published.');
  expect(lastSent('publishLegalPage')).toMatchObject({
    legal_page: 'terms',
    text: '# Age\n\n**19** or older',
    version: 2,
  });
});

it('publishes nothing for an administrator who is no owner', async () => {
  await openPage('/admin-brand', {
    as: 'administrator',
    permissions: ['support'],
    answers: { ownBrand, ownLegalPages: { pages: [] } },
  });
  await says('Not published yet.');
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(callsOf('publishLegalPage')).toEqual([]);
});

const CUT = {
  id: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1',
  standing: 'waiting' as const,
  work: 'legal' as const,
  kind: '',
  counterparty: '',
  fee: null,
  user_id: 'house',
  user_email: 'House wallet',
  amount: 0,
  before: null,
  after: null,
  bank: '',
  bank_reference: '',
  evidence: '# Age',
  evidence_cut: true,
  depositor: '',
  reason: 'Version 2 of the page terms',
  requested_by: 'Bola Obi',
  requested_at: '2026-03-02T10:15:30+01:00',
  own: false,
  decided_by: '',
  decided_at: '',
  why: '',
};
const PAGE = { total: 1, total_capped: false, truncated: false, position: 1 };

it('loads the whole text of a request before it can be approved', async () => {
  let answer: ((text: string) => void) | undefined;
  await openPage('/approvals', {
    as: 'administrator',
    answers: {
      approvals: ({ search }) =>
        search === CUT.id
          ? new Promise((resolve) => {
              answer = (evidence) =>
                resolve({ ...PAGE, approvals: [{ ...CUT, evidence, evidence_cut: false }] });
            })
          : { ...PAGE, approvals: [CUT] },
      grantApproval: { message: 'Approved and done.', standing: 'applied' },
    },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Approve/ }))[0]!);
  const dialog = await screen.findByRole('dialog');
  const approve = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Approve' });
  await waitFor(() => expect(answer).toBeDefined());
  expect(approve.disabled).toBe(true);
  answer!('# Age. The end of the text.');
  await says('The end of the text.');
  expect(approve.disabled).toBe(false);
});

it('offers to load the whole text again when it could not be loaded', async () => {
  let away = true;
  await openPage('/approvals', {
    as: 'administrator',
    answers: {
      approvals: ({ search }) => {
        if (search !== CUT.id) return { ...PAGE, approvals: [CUT] };
        if (away)
          return { refused: 503, code: 'READ_MODEL_UNAVAILABLE', message: 'The lists cannot be read now.' };
        return { ...PAGE, approvals: [{ ...CUT, evidence: '# Age. The end.', evidence_cut: false }] };
      },
    },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Approve/ }))[0]!);
  const dialog = await sheet();
  const approve = dialog.getByRole<HTMLButtonElement>('button', { name: 'Approve' });
  await says('The text could not be loaded.');
  expect(approve.disabled).toBe(true);
  away = false;
  await press('Try again', dialog);
  await says('# Age. The end.');
  expect(approve.disabled).toBe(false);
});
