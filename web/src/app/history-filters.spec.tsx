import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { CallAnswer } from '../../../services/contracts/calls.js';
import administratorAnswers from './testing/administrator-answers.json' with { type: 'json' };
import type { Answers } from './testing/fake-server.js';
import { field, fill, openPage, press } from './testing/render-page.js';

const isOffered = (label: string): boolean => screen.queryByLabelText(label, { selector: 'select' }) !== null;

it('the history of one service is filtered by status and not by service', async () => {
  await openPage('/airtime-history');
  await field('Status');
  expect(isOffered('Service')).toBe(false);
});

it('the filters of all transactions stay closed on a phone until they are wanted', async () => {
  await openPage('/thistory', { width: 360 });
  await field('Search');
  expect(['Service', 'Status'].filter(isOffered)).toEqual([]);
  await press('Filters');
  expect(['Service', 'Status'].filter(isOffered)).toEqual(['Service', 'Status']);
});

it('the same text typed again right after the filters were cleared narrows the list again', async () => {
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
