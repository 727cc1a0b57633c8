import { expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { CatalogProcess } from '../../../catalog/prices/testing/scheduling.js';
import type { CustomerLookups } from '../../../purchases/lookup/customer-lookups.js';
import type { Purchasing } from '../../purchasing.js';
import { ElectricityController } from './electricity.controller.js';

const METER = { disco_name: 18, meter_number: '45123451234', meter_type: 'prepaid' } as const;

it.each([
  [{}, { minimum: 700, maximum: 400_000 }],
  [
    { minimum: 1_000_00n, maximum: 500_000_00n },
    { minimum: 1_000, maximum: 400_000 },
  ],
  [
    { minimum: 600_00n, maximum: 5_000_00n },
    { minimum: 700, maximum: 5_000 },
  ],
])('a meter with the range %j is shown with that of the catalogue', async (range, shown) => {
  const catalogue = new CatalogProcess();
  const terms = { minimum: '70000', maximum: '40000000' };
  await catalogue.change({ type: 'SetAmountTerms', service: 'electricity', terms });
  const controller = new ElectricityController(
    { find: async () => ({ name: 'ADA OKAFOR', ...range }) } as unknown as CustomerLookups,
    {} as Purchasing,
    { execute: async () => catalogue.catalog.state.amountTerms } as unknown as QueryBus,
  );
  expect(await controller.validate('ada', METER as never)).toMatchObject(shown);
});
