export const DESTINATION_BANKS: ReadonlyMap<string, string> = new Map([
  ['044', 'Access Bank'],
  ['023', 'Citibank'],
  ['050', 'Ecobank'],
  ['562', 'Ekondo Microfinance Bank'],
  ['070', 'Fidelity Bank'],
  ['011', 'First Bank of Nigeria'],
  ['214', 'First City Monument Bank'],
  ['00103', 'Globus Bank'],
  ['058', 'GTBank'],
  ['030', 'Heritage Bank'],
  ['301', 'Jaiz Bank'],
  ['082', 'Keystone Bank'],
  ['50211', 'Kuda Microfinance Bank'],
  ['50515', 'Moniepoint Microfinance Bank'],
  ['305', 'Opay'],
  ['327', 'Paga'],
  ['100033', 'PalmPay'],
  ['104', 'Parallex Bank'],
  ['076', 'Polaris Bank'],
  ['101', 'Providus Bank'],
  ['125', 'Rubies Microfinance Bank'],
  ['221', 'Stanbic IBTC Bank'],
  ['068', 'Standard Chartered Bank'],
  ['232', 'Sterling Bank'],
  ['100', 'Suntrust Bank'],
  ['302', 'TAJ Bank'],
  ['102', 'Titan Trust Bank'],
  ['032', 'Union Bank of Nigeria'],
  ['033', 'United Bank for Africa'],
  ['215', 'Unity Bank'],
  ['566', 'VFD Microfinance Bank'],
  ['035', 'Wema Bank'],
  ['057', 'Zenith Bank'],
]);

const HOLDERS = [
  'ADA OKAFOR',
  'MUSA IBRAHIM',
  'BOLANLE ADEYEMI',
  'CHINEDU EZE',
  'HALIMA BELLO',
  'TUNDE BAKARE',
];

export function holderOf(accountNumber: string): string | undefined {
  if (accountNumber.endsWith('0404')) return undefined;
  const sum = [...accountNumber].reduce((total, digit) => total + Number(digit), 0);
  return HOLDERS[sum % HOLDERS.length];
}
