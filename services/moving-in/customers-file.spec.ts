import { describe, expect, it } from '@jest/globals';
import {
  hostileFiles,
  hostileTables,
  LINE_ENDS,
  withLineEnds,
} from '../../infra/testing/hostile/hostile-files.js';
import { OLD_TOKEN, readCustomers } from './customers-file.js';
import { ARGON2_HASH, BCRYPT_HASH, csvOf, customerRow, type Row } from './testing/customers-csv.js';

const faultsIn = (file: Uint8Array): string[] =>
  readCustomers(file).faults.map(({ line, column, message }) => `${line} ${column}: ${message}`);
/** Faults of the second of three lines. */
const faultsOf = (changed: Row): string[] =>
  faultsIn(csvOf(customerRow(1), customerRow(2, changed), customerRow(3)));
const text = (file: Uint8Array): string => Buffer.from(file).toString('utf8');

describe('a file of customers', () => {
  it('is read with its balances in kobo, its PINs and its accounts', () => {
    const file = csvOf(
      customerRow(1),
      customerRow(2, {
        PIN: 'must set one',
        Tier: 'Affiliate',
        'Balance (NGN)': '₦2,000',
        'Email verified': 'No',
      }),
      customerRow(3, { Name: 'Ngozi', Phone: '+234 803 000 0003', 'Account reference (monnify)': '' }),
    );
    const { customers, faults } = readCustomers(file);
    expect(faults).toEqual([]);
    expect(customers).toMatchObject([
      {
        line: 2,
        oldId: '1001',
        firstName: 'Ada',
        lastName: 'Obi',
        email: 'ada1@old.test',
        emailVerified: true,
        pin: '4826',
        tier: 'regular',
        balance: 150_050n,
        passwordHash: ARGON2_HASH,
        accounts: [{ provider: 'monnify', accountReference: 'OLD-1' }],
      },
      { tier: 'affiliate', balance: 200_000n, emailVerified: false },
      { firstName: 'Ngozi', lastName: '', phone: '08030000003', accounts: [] },
    ]);
    expect(customers[1]).not.toHaveProperty('pin');
  });

  it('may hold digests of API tokens, but never a token, and only of customers with a verified email', () => {
    const digest = 'a'.repeat(64);
    const found = (changed: Row) =>
      readCustomers(csvOf(customerRow(1, { [OLD_TOKEN]: digest, ...changed }))).faults;
    expect(found({})).toEqual([]);
    expect(found({ 'Email verified': 'no' })).toMatchObject([{ line: 2, column: OLD_TOKEN }]);
    expect(found({ [OLD_TOKEN]: 'nl_secret' })).toMatchObject([
      { column: OLD_TOKEN, message: expect.stringContaining('never the token') },
    ]);
    const twice = csvOf(customerRow(1, { [OLD_TOKEN]: digest }), customerRow(2, { [OLD_TOKEN]: digest }));
    expect(readCustomers(twice).faults).toMatchObject([{ line: 3, column: OLD_TOKEN }]);
  });

  it('may begin with a BOM, use semicolons and end lines like Windows', () => {
    const file = text(csvOf(customerRow(1)))
      .replaceAll(',', ';')
      .replaceAll('\n', '\r\n');
    // The hash holds commas.
    const mended = file.replace(ARGON2_HASH.replaceAll(',', ';'), ARGON2_HASH).replaceAll('"', '');
    expect(readCustomers(Buffer.from(`\uFEFF${mended}\r\n`))).toMatchObject({
      faults: [],
      customers: [{ line: 2, oldId: '1001' }],
    });
  });

  it.each<[string, Row, string]>([
    ['no old id', { 'Old id': '' }, '3 Old id: Write 1 to 64'],
    ['an email as the old id', { 'Old id': 'ada@old.test' }, '3 Old id: Write 1 to 64'],
    ['a phone as the old id', { 'Old id': '08031234567' }, '3 Old id: This looks like a phone number'],
    ['a shortened old id', { 'Old id': '1.2E+05' }, '3 Old id: A spreadsheet has shortened'],
    ['the old id of another line', { 'Old id': '1001' }, '3 Old id: The same stands in line 2'],
    ['no name', { Name: '' }, '3 Name: Write the name'],
    ['a link as the name', { Name: 'evil.com' }, '3 Name: Write at most'],
    ['a formula as the name', { Name: '=HYPERLINK("x")' }, '3 Name: This looks like a formula'],
    ['an escaped formula', { Name: "'=1+1" }, '3 Name: This looks like a formula'],
    ['a name with a lost letter', { Name: 'Ad\uFFFD Obi' }, '3 Name: A letter was lost'],
    ['a name with a line break', { Name: 'Ada\nObi' }, '4 Name: A line break'],
    ['no phone', { Phone: '' }, '3 Phone: Write a Nigerian'],
    ['a shortened phone', { Phone: '2.34803E+12' }, '3 Phone: A spreadsheet has shortened'],
    ['a landline', { Phone: '014567890' }, '3 Phone: Write a Nigerian'],
    ['the phone of another line', { Phone: '+2348030000001' }, '3 Phone: The same stands in line 2'],
    ['a verified email that is missing', { Email: '' }, '3 Email verified: There is no email'],
    ['two emails', { Email: 'a@x.test, b@x.test' }, '3 Email: Write an email'],
    ['the email of another line', { Email: 'ADA1@old.test' }, '3 Email: The same stands in line 2'],
    ['a number as the verification', { 'Email verified': '1' }, '3 Email verified: Write yes or no'],
    ['a plain password', { 'Password hash': 'secret' }, '3 Password hash: Write a bcrypt or argon2'],
    ['no password', { 'Password hash': '' }, '3 Password hash: Write the hash'],
    [
      'a hash that would take the memory',
      { 'Password hash': ARGON2_HASH.replace(/m=\d+/, 'm=4194304') },
      '3 Password hash: The hash costs too much',
    ],
    [
      'a hash that would take the processor',
      { 'Password hash': ARGON2_HASH.replace(/t=\d+/, 't=999') },
      '3 Password hash: The hash costs too much',
    ],
    [
      'a bcrypt hash that would take the processor',
      { 'Password hash': BCRYPT_HASH.replace('$04$', '$13$') },
      '3 Password hash: The hash costs too much',
    ],
    ['a PIN without its zero', { PIN: '482' }, '3 PIN: The PIN must be exactly four digits'],
    ['an easy PIN', { PIN: '1234' }, '3 PIN: The PIN must not be in sequence'],
    ['no PIN', { PIN: '' }, '3 PIN: The PIN must be exactly four digits'],
    ['another tier', { Tier: 'agent' }, '3 Tier: Write one of regular, affiliate'],
    ['a negative balance', { 'Balance (NGN)': '-5' }, '3 Balance (NGN): A balance is never negative'],
    [
      'a negative balance in brackets',
      { 'Balance (NGN)': '(5.00)' },
      '3 Balance (NGN): A balance is never negative',
    ],
    ['parts of a kobo', { 'Balance (NGN)': '10.005' }, '3 Balance (NGN): There are parts of a kobo'],
    ['a shortened balance', { 'Balance (NGN)': '1.5E+04' }, '3 Balance (NGN): A spreadsheet has shortened'],
    ['a decimal comma', { 'Balance (NGN)': '100,50' }, '3 Balance (NGN): Write naira'],
    ['a formula as the balance', { 'Balance (NGN)': '=SUM(A1)' }, '3 Balance (NGN): Write naira'],
    ['no balance', { 'Balance (NGN)': '' }, '3 Balance (NGN): Write naira'],
    ['more than is possible', { 'Balance (NGN)': '99999999999' }, '3 Balance (NGN): Write naira'],
    [
      'a strange account',
      { 'Account reference (monnify)': 'a/b' },
      '3 Account reference (monnify): Write 1 to 128',
    ],
    [
      'the account of another line',
      { 'Account reference (monnify)': 'OLD-1' },
      '3 Account reference (monnify): The same stands in line 2',
    ],
  ])('is refused by line for %s', (_, changed, fault) => {
    expect(faultsOf(changed)).toEqual([
      expect.stringMatching(new RegExp(`^${fault.replace(/[()]/g, '\\$&')}`)),
    ]);
  });

  const whole = text(csvOf(customerRow(1), customerRow(2)));
  it.each<[string, Uint8Array, string]>([
    ['UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le'), '1 : The file is UTF-16'],
    ['UTF-16 without a BOM', Buffer.from(whole, 'utf16le'), '1 : A zero byte'],
    ['Latin-1', Buffer.from(whole.replace('ada2@', 'ad\u00e1@'), 'latin1'), '3 : This line is not UTF-8'],
    ['an empty file', Buffer.alloc(0), '1 Old id: This column is missing'],
    ['headers alone', csvOf(), '1 : No line follows'],
    ['a wrong header', Buffer.from(whole.replace('Old id', 'ID')), '1 ID: There is no such column'],
    [
      'a column twice',
      Buffer.from(whole.replace('Name', 'Email')),
      '1 Email: This column stands there twice',
    ],
    ['an open quote', Buffer.from(whole.replace('Ada', '"Ada')), '2 : A quotation mark'],
    ['a cell too few', Buffer.from(`${whole}\n1,2,3`), '4 : Cells are missing'],
    ['a cell too many', Buffer.from(`${whole},more`), '3 : This line has more cells'],
    ['an endless line', Buffer.from(`${whole}${'x'.repeat(5_000)}`), '3 : This is no line of a CSV file'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), '1 : A zero byte'],
    ['too many megabytes', Buffer.alloc(64 * 1_048_576 + 1, 120), '1 : The file has more than 64 MB'],
  ])('is refused as %s', (_, file, fault) => {
    const faults = faultsIn(file);
    expect(faults[0]).toContain(fault);
    expect(readCustomers(file).customers).toEqual([]);
  });

  const three = text(csvOf(customerRow(1), customerRow(2), customerRow(3)));
  it.each([...hostileFiles(three), ...hostileTables(three)].map((file) => [file.name, file] as const))(
    'is refused by line when it is broken: %s',
    (_, { bytes, line }) => {
      const { customers, faults } = readCustomers(bytes());
      expect(customers).toEqual([]);
      expect(faults[0]).toMatchObject({ line: line ?? expect.any(Number), message: expect.any(String) });
    },
  );

  it.each(LINE_ENDS)('may end its lines like %s', (_, ends) => {
    const { customers, faults } = readCustomers(Buffer.from(withLineEnds(three, ends)));
    expect(faults).toEqual([]);
    expect(customers.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('names the line in which a quotation mark opens, however long the file is', () => {
    const lines = Array.from({ length: 2_000 }, (_, number) =>
      customerRow(number, { 'Password hash': BCRYPT_HASH }),
    );
    lines[5] = lines[5]!.replace(',Ada', ',"Ada');
    expect(faultsIn(csvOf(...lines))).toEqual([expect.stringMatching(/^7 : This is no line of a CSV file/)]);
  });

  it('may have four kinds of hashes, because a wrong password costs the work of each', () => {
    const lines = [4, 5, 6, 7, 8].map((cost) =>
      customerRow(cost, { 'Password hash': BCRYPT_HASH.replace('$04$', `$0${cost}$`) }),
    );
    expect(readCustomers(csvOf(...lines.slice(1))).faults).toEqual([]);
    expect(faultsIn(csvOf(...lines))[0]).toContain('1 Password hash: There are more than 4 kinds');
  });

  it('reports all lines at once, and yields no customer then', () => {
    const file = csvOf(customerRow(1, { PIN: '1' }), customerRow(2), customerRow(3, { Tier: 'x', Name: '' }));
    expect(readCustomers(file)).toMatchObject({
      customers: [],
      faults: [{ line: 2 }, { line: 4 }, { line: 4 }],
    });
  });
});
