/** What the fake vendors sell. Percentages are the commission VTpass pays. */
export interface Product {
  readonly name: string;
  readonly type: string;
  readonly commissionPercent: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Sold by variation code, at the variation's price. */
  readonly variations?: readonly Variation[];
}

export interface Variation {
  readonly variation_code: string;
  readonly name: string;
  readonly variation_amount: string;
  readonly fixedPrice: 'Yes';
}

const airtime = (name: string, commissionPercent: number): Product => ({
  name: `${name} Airtime VTU`,
  type: 'Airtime Recharge',
  commissionPercent,
  minimum: 5,
  maximum: 100_000,
});

const data = (name: string, code: string, commissionPercent: number): Product => ({
  name: `${name} Data`,
  type: 'Data Services',
  commissionPercent,
  minimum: 1,
  maximum: 100_000,
  variations: [
    {
      variation_code: `${code}-100mb-100`,
      name: `${name} 100MB - 24 hrs`,
      variation_amount: '100.00',
      fixedPrice: 'Yes',
    },
    {
      variation_code: `${code}-1gb-500`,
      name: `${name} 1GB - 7 days`,
      variation_amount: '500.00',
      fixedPrice: 'Yes',
    },
    {
      variation_code: `${code}-5gb-1500`,
      name: `${name} 5GB - 30 days`,
      variation_amount: '1500.00',
      fixedPrice: 'Yes',
    },
  ],
});

export const PRODUCTS: ReadonlyMap<string, Product> = new Map([
  ['mtn', airtime('MTN', 3)],
  ['glo', airtime('GLO', 4)],
  ['airtel', airtime('Airtel', 3.4)],
  ['etisalat', airtime('9mobile', 4)],
  ['mtn-data', data('MTN', 'mtn', 3)],
  ['glo-data', data('GLO', 'glo', 4)],
  ['airtel-data', data('Airtel', 'airtel', 3.4)],
  ['etisalat-data', data('9mobile', 'eti', 4)],
]);
