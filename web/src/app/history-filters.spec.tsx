import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { CallAnswer } from '../../../services/contracts/calls.js';
import administratorAnswers from './testing/administrator-answers.json' with { type: 'json' };
import type { Answers } from './testing/fake-server.js';
import { field, fill, openPage, press } from './testing/render-page.js';

const isOffered = (label: string): boolean => screen.queryByLabelText(label, { selector: 'select' }) !== null;

it('offers a status filter but no service filter in the history of one service', async () => {
  await openPage('/airtime-history');
  await field('Status');
  expect(isOffered('Service')).toBe(false);
});

it('keeps the filters closed on a phone until they are opened', async () => {
  await openPage('/thistory', { width: 360 });
  await field('Search');
  expect(['Service', 'Status'].filter(isOffered)).toEqual([]);
  await press('Filters');
  expect(['Service', 'Status'].filter(isOffered)).toEqual(['Service', 'Status']);
});

it('filters again when the same text is typed right after clearing the filters', async () => {
  const asked = () => new URLSearchParams(location.search).get('q');
  const all = administratorAnswers.adminTransactions as unknown as CallAnswer<'adminTransactions'>;
  const adminTransactions: Answers['adminTransactions'] = ({ search }) =>
    search ? { ...all, transHistory: [], total: 0 } : all;
  await openPage('/adminthistory', { as: 'administrator', answers: { adminTransactions } });
  await fill({ Search: 'ada' });
  await waitFor(() => expect(asked()).toBe('ada'));
  await press('Clear the filters');
  expect(asked()).toBeNull();
  await fill({ Search: 'ada' });
  await waitFor(() => expect(asked()).toBe('ada'));
});
