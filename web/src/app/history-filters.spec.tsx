import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { field, openPage, press } from './testing/render-page.js';

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
