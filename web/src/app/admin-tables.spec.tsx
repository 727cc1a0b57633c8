import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { historyColumns } from '../administrator/histories/history-columns.js';
import { openPage, press, says } from './testing/render-page.js';

const COLUMNS = historyColumns(() => '').filter(({ narrowOnly }) => !narrowOnly);
const usual = COLUMNS.filter(({ optional }) => !optional).map(({ header }) => header);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

it('shows the default columns of all transactions, and optional ones once chosen', async () => {
  await openPage('/adminthistory', { as: 'administrator' });
  await says('entries');
  expect(heads()).toEqual([...usual, 'Details']);
  await press(`Columns (${usual.length} of ${COLUMNS.length})`);
  const [optional] = COLUMNS.filter(({ optional }) => optional);
  fireEvent.click(screen.getByLabelText(optional!.header));
  fireEvent.click(screen.getByLabelText('Balance'));
  const chosen = COLUMNS.filter(
    (column) => (!column.optional && column.header !== 'Balance') || column === optional,
  );
  expect(heads()).toEqual([...chosen.map(({ header }) => header), 'Details']);
  await says(`Columns (${chosen.length} of ${COLUMNS.length})`);
});
