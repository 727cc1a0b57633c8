import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { type Answers } from '../testing/fake-server.js';
import { field, fill, openPage, press, says } from '../testing/render-page.js';

const [WAITING] = answers.failedExternal.failed_history;
const ROWS = Array.from({ length: 11 }, (_, index) => ({
  ...WAITING,
  id: `id-${index}`,
  transaction_reference: `NL-${index}-OF`,
}));

/** Searches and pages as the server does. */
const failedExternal: Answers['failedExternal'] = ({ search, page, page_size }) => {
  const size = Number(page_size ?? 10);
  const start = (Number(page ?? 1) - 1) * size;
  const found = ROWS.filter((row) => JSON.stringify(row).includes(search ?? ''));
  const part = found.slice(start, start + size);
  return { ...answers.failedExternal, total: found.length, failed_history: part } as never;
};

const drawn = (): number => screen.getAllByRole('row').length - 1;
const listed = (reference: string): boolean => screen.queryAllByText(reference).length > 0;
const isOnPage = (page: string | null): Promise<void> =>
  waitFor(() => expect(new URLSearchParams(location.search).get('page')).toBe(page));

it(
  'lists purchases that wait for a decision with [admin-text:Owners Key], naira [admin-const:currency] and ' +
    '[admin-const:date-display], ten at a time [admin-const:default-page-size] or as many as chosen ' +
    '[admin-const:page-sizes-lists], and a search or a size goes back to page 1 [admin-const:reset-to-page-1] ' +
    '[admin-move:list page-reset]',
  async () => {
    await openPage('/failedtransaction', { as: 'administrator', answers: { failedExternal } });
    await says('11 entries');
    expect(drawn()).toBe(10);
    expect(screen.getByRole('columnheader', { name: 'Owners Key' })).not.toBeNull();
    const text = screen.getAllByRole('row')[1]!.textContent;
    expect(text).toContain('₦1,089.00');
    expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M/);
    expect(text).toContain('customer@demo.test');
    const sizes = (await field('Items per page')) as unknown as HTMLSelectElement;
    expect([...sizes.options].map((size) => size.textContent)).toEqual([
      '10',
      '20',
      '50',
      '100',
      '500',
      '1,000',
    ]);
    await press('Page 2');
    await isOnPage('2');
    await waitFor(() => expect([listed('NL-10-OF'), listed('NL-0-OF')]).toEqual([true, false]));
    await fill({ Search: 'NL-0-' });
    await isOnPage(null);
    await says('1 entry');
    await fill({ Search: '' });
    await says('11 entries');
    await press('Page 2');
    await isOnPage('2');
    await waitFor(() => expect(listed('NL-0-OF')).toBe(false));
    await fill({ 'Items per page': '20' });
    await isOnPage(null);
    await waitFor(() => expect(drawn()).toBe(11));
    await fill({ Search: 'nothing like this' });
    await says('Nothing matches');
  },
);
