/**
 * Logo in the colours of a company, drawn in our own design. The contrast of `ink` on `ground` is at least
 * 4.5:1.
 */
export interface Brand {
  readonly letters: string;
  readonly ground: string;
  readonly ink: string;
}

const brand = (letters: string, ground: string, ink = '#ffffff'): Brand => ({ letters, ground, ink });

const NETWORKS: Readonly<Record<string, Brand>> = {
  mtn: brand('MTN', '#ffcb05', '#1d1d1b'),
  glo: brand('glo', '#2c7a1f'),
  airtel: brand('air', '#d1081a'),
  '9mobile': brand('9m', '#12402b', '#cfe65a'),
};
const BROADCASTERS: Readonly<Record<string, Brand>> = {
  gotv: brand('Go', '#2f6b12'),
  dstv: brand('DS', '#0a5ea8'),
  startime: brand('St', '#a8410a'),
};
const DISCOS: Readonly<Record<string, Brand>> = {
  ikeja: brand('IK', '#a3123f'),
  ibadan: brand('IB', '#1f4e9e'),
  eko: brand('EK', '#0d6b63'),
  'port harcourt': brand('PH', '#5b2a86'),
  kaduna: brand('KD', '#7a4b00'),
  kano: brand('KN', '#00695c'),
  jos: brand('JO', '#8a2f0b'),
  abuja: brand('AB', '#14532d'),
  enugu: brand('EN', '#1e3a8a'),
  yola: brand('YO', '#9a3412'),
  benin: brand('BN', '#7c1d6f'),
};
const EXAMINERS: Readonly<Record<string, Brand>> = {
  waec: brand('WA', '#1d4ed8'),
  neco: brand('NE', '#166534'),
  nabteb: brand('NB', '#7c2d12'),
};
const BANKS: Readonly<Record<string, Brand>> = {
  access: brand('AC', '#b3480c'),
  fidelity: brand('FD', '#1b7a2f'),
  'first bank': brand('FB', '#0b2f6b', '#f2c14e'),
  gtbank: brand('GT', '#b8410a'),
  kuda: brand('KU', '#40196d'),
  moniepoint: brand('MP', '#0357c2'),
  opay: brand('OP', '#0a7d5a'),
  palmpay: brand('PP', '#6a2bc4'),
  sterling: brand('SB', '#b01c3a'),
  'united bank for africa': brand('UB', '#c2190f'),
  wema: brand('WB', '#7d1a6a'),
  zenith: brand('ZB', '#b3131b'),
};
const BOOKMAKERS: Readonly<Record<string, Brand>> = {
  '1xbet': brand('1X', '#17527f'),
  bet9ja: brand('B9', '#0b6b2c'),
  betking: brand('BK', '#12306b', '#f7c948'),
  sportybet: brand('SP', '#c2121c'),
};

const BRANDS = {
  networks: NETWORKS,
  broadcasters: BROADCASTERS,
  discos: DISCOS,
  examiners: EXAMINERS,
  banks: BANKS,
  bookmakers: BOOKMAKERS,
} satisfies Readonly<Record<string, Readonly<Record<string, Brand>>>>;

export type Companies = keyof typeof BRANDS;

const GROUNDS = ['#0b6b62', '#1f4e9e', '#5b2a86', '#8a2f0b', '#14532d', '#7a4b00', '#7c1d6f', '#a3123f'];
const SMALL_WORDS = new Set(['of', 'for', 'the', 'and']);

function monogram(name: string): Brand | undefined {
  const words = name.split(/[^\p{L}\p{N}]/u).filter((word) => word && !SMALL_WORDS.has(word.toLowerCase()));
  const [first = '', second] = words;
  const letters = second ? `${[...first][0]}${[...second][0]}` : first.slice(0, 2);
  if (letters === '') return undefined;
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return brand(letters.toUpperCase(), GROUNDS[sum % GROUNDS.length] ?? '#0b6b62');
}

const TRANSFER = /^transfer to /i;
const WALLET = / wallet$/i;
/** Matches the number at the start of "2 WAEC pins". */
const COUNTED = /^\d+ (?=\p{L})/u;
const ANY_COMPANY: ReadonlySet<Companies> = new Set(['banks', 'bookmakers']);

export function brandOf(companies: Companies, label: string): Brand | undefined {
  const name = label.replace(TRANSFER, '').replace(WALLET, '').replace(COUNTED, '').trim();
  const small = name.toLowerCase();
  const known = Object.entries<Brand>(BRANDS[companies]);
  const own = known.find(([key]) => small === key || small.startsWith(`${key} `));
  if (own !== undefined) return own[1];
  return ANY_COMPANY.has(companies) ? monogram(name) : undefined;
}

const MTN = /^Mtn\b/;

/** Label of a purchase. The server writes `Mtn`, which becomes MTN. */
export const labelText = (label = ''): string => label.replace(MTN, 'MTN');
