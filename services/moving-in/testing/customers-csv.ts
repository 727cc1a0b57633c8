/** Password of the hash in `ROW`. */
export const OLD_PASSWORD = 'old pass phrase';
export const ARGON2_HASH =
  '$argon2id$v=19$m=8192,t=1,p=1$p0VfvynENrL26zy3UhEphQ$0ldO4p7ORPOCsHw20Hw1NZrE3KaFZYEyss/J5q3KkEk';

/** Hash of `OLD_PASSWORD` as PHP writes it, with the least cost. */
export const BCRYPT_HASH = '$2y$04$JJ9CW5AXWRzvJPhLi/z2BumKATMwn6a.rr2JiJ6Og16Ynrldy60B.';

export const HEADERS = [
  'Old id',
  'Name',
  'Phone',
  'Email',
  'Email verified',
  'Password hash',
  'PIN',
  'Tier',
  'Balance (NGN)',
  'Account reference (monnify)',
  'Old API token (SHA-256)',
] as const;
type Header = (typeof HEADERS)[number];
export type Row = Readonly<Partial<Record<Header, string>>>;

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Customer `number` of an older system, with some cells changed. */
export const customerRow = (number: number, changed: Row = {}): string => {
  const row: Record<Header, string> = {
    'Old id': String(1_000 + number),
    Name: 'Ada Obi',
    Phone: `0803${String(number).padStart(7, '0')}`,
    Email: `ada${number}@old.test`,
    'Email verified': 'yes',
    'Password hash': ARGON2_HASH,
    PIN: '4826',
    Tier: 'regular',
    'Balance (NGN)': '1500.50',
    'Account reference (monnify)': `OLD-${number}`,
    'Old API token (SHA-256)': '',
    ...changed,
  };
  return HEADERS.map((header) => quoted(row[header])).join(',');
};

export const csvOf = (...lines: readonly string[]): Buffer =>
  Buffer.from([HEADERS.map(quoted).join(','), ...lines].join('\n'));
