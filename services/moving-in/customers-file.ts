import { isUtf8 } from 'node:buffer';
import { type CsvLine, CsvUnreadable, readCsvLines } from '../../infra/csv/read-csv.js';
import { PAYMENT_PROVIDERS } from '../contracts/admin/money-desk.contract.js';
import { isEmailAddress, isPersonName } from '../contracts/fields/people.js';
import { localPhone, normalisePhone } from '../contracts/fields/phones.js';
import { numberText, storedText } from '../contracts/fields/plain-text.js';
import { plainAmount } from '../contracts/fields/written-numbers.js';
import { type Kobo, koboFromNaira } from '../contracts/money.js';
import { TIERS, type Tier } from '../contracts/services.js';
import { normaliseEmail } from '../customers/email-claims.js';
import { pinFault } from '../customers/user.decider.js';
import { kindNameOf } from '../customers/login/password-kinds.js';
import { passwordHashFault } from './password-hashes.js';

export interface ImportedAccount {
  readonly provider: string;
  readonly accountReference: string;
}

export interface ImportedCustomer {
  readonly line: number;
  readonly oldId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** Lower case. Empty when the customer signs in with the phone. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string;
  readonly pin?: string;
  readonly tier: Tier;
  readonly balance: Kobo;
  readonly accounts: readonly ImportedAccount[];
  /** SHA-256 of the API token in the older system, in hexadecimal digits. */
  readonly tokenDigest?: string;
}

/** `column` is empty when the fault concerns the whole line. */
export interface LineFault {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

export interface CustomersFile {
  readonly customers: readonly ImportedCustomer[];
  readonly faults: readonly LineFault[];
}

const OLD_ID = 'Old id';
const NAME = 'Name';
const PHONE = 'Phone';
const EMAIL = 'Email';
const VERIFIED = 'Email verified';
const PASSWORD = 'Password hash';
const PIN = 'PIN';
const TIER = 'Tier';
const BALANCE = 'Balance (NGN)';
export const OLD_TOKEN = 'Old API token (SHA-256)';
const NEEDED = [OLD_ID, NAME, PHONE, EMAIL, VERIFIED, PASSWORD, PIN, TIER, BALANCE];
const accountColumn = (provider: string): string => `Account reference (${provider})`;
const PROVIDERS = Object.keys(PAYMENT_PROVIDERS);
export const COLUMNS: readonly string[] = [...NEEDED, ...PROVIDERS.map(accountColumn), OLD_TOKEN];

export const FILE_BYTES_MAX = 64 * 1_048_576;
export const CUSTOMERS_MAX = 200_000;
const LINE_LENGTH_MAX = 4_000;
const NAME_LENGTH_MAX = 100;
const SHOWN_LENGTH_MAX = 40;
/**
 * Kinds of password hashes in an import, because a wrong password is checked against every kind.
 */
const KINDS_MAX = 4;
const TOO_MANY_KINDS = `There are more than ${KINDS_MAX} kinds of hashes. Set the password of the rarest kinds by recovery.`;
const MUST_SET_ONE = 'must set one';

/** References of payments contain this id, so it is stored unencrypted for ever. */
const OLD_ID_FORM = /^[A-Za-z0-9._-]{1,64}$/;
const DIGEST_FORM = /^[0-9a-f]{64}$/;
const ACCOUNT_FORM = /^[A-Za-z0-9._-]{1,128}$/;
/** Matches a number that a spreadsheet has shortened, such as `2.34803E+12`. */
const SHORTENED = /^[+-]?\d{1,40}(?:[.,]\d{1,40})?[eE][+-]?\d{1,4}$/;
const FORMULA = /^['\t\r]?[=@]|^['\t\r]?[+-](?![\d ().-]{1,40}$)/;
/** Character that stands for a letter that was lost by a wrong encoding. */
const LOST_LETTER = '\uFFFD';

const isShortened = (cell: string): boolean => cell.length <= SHOWN_LENGTH_MAX && SHORTENED.test(cell);
const SHORTENED_FAULT =
  'A spreadsheet has shortened this number. Format the column as text, and export the file again.';

/** When any line is wrong, returns the faults of all lines and no customers. */
export function readCustomers(bytes: Uint8Array): CustomersFile {
  const faults: LineFault[] = [];
  const text = textOf(bytes, faults);
  const [head, ...lines] = text === undefined ? [] : linesOf(text, faults);
  if (faults.length > 0) return { customers: [], faults };
  const columns = columnsOf(head?.cells ?? [], faults);
  if (faults.length === 0 && lines.length === 0)
    faults.push({ line: 1, column: '', message: 'No line follows the first one.' });
  if (faults.length > 0) return { customers: [], faults };
  const seen = new Map<string, number>();
  const customers = lines.flatMap((line) => new LineOfFile(line, columns, seen, faults).customer() ?? []);
  if (new Set(customers.map(({ passwordHash }) => kindNameOf(passwordHash))).size > KINDS_MAX)
    faults.push({ line: 1, column: PASSWORD, message: TOO_MANY_KINDS });
  return faults.length > 0 ? { customers: [], faults } : { customers, faults };
}

function textOf(bytes: Uint8Array, faults: LineFault[]): string | undefined {
  const fault = (line: number, message: string): undefined => void faults.push({ line, column: '', message });
  if (bytes.length > FILE_BYTES_MAX)
    return fault(1, `The file has more than ${FILE_BYTES_MAX / 1_048_576} MB. Cut it into several files.`);
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return fault(1, 'The file is UTF-16. Save it as CSV UTF-8.');
  const zero = bytes.indexOf(0);
  if (zero !== -1)
    return fault(lineAt(bytes, zero), 'A zero byte stands here: this is no text. Save it as CSV UTF-8.');
  if (!isUtf8(bytes))
    return fault(lineOfBrokenText(bytes), 'This line is not UTF-8. Save the file as CSV UTF-8.');
  return Buffer.from(bytes).toString('utf8');
}

const NEW_LINE = 10;

const lineAt = (bytes: Uint8Array, end: number): number =>
  bytes.subarray(0, end).reduce((lines, byte) => lines + (byte === NEW_LINE ? 1 : 0), 1);

/**
 * Returns the number of the first line that is not UTF-8. Each line can be checked alone, because
 * no character in UTF-8 contains the byte of a line break.
 */
function lineOfBrokenText(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(NEW_LINE, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** Non-empty lines, headers first. */
function linesOf(text: string, faults: LineFault[]): readonly CsvLine[] {
  try {
    return readCsvLines(text, {
      lineLengthMax: LINE_LENGTH_MAX,
      linesMax: CUSTOMERS_MAX + 1,
      tooMany: `The file has more than ${CUSTOMERS_MAX} customers. Cut it into several files.`,
    });
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error;
    faults.push({ line: error.line, column: '', message: error.message });
    return [];
  }
}

function columnsOf(head: readonly string[], faults: LineFault[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, name] of head.entries()) {
    const column = COLUMNS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (name === '' && index >= columns.size) continue;
    const said = { line: 1, column: name.slice(0, SHOWN_LENGTH_MAX) };
    if (!column)
      faults.push({
        ...said,
        message: `There is no such column. Remove it, or name it one of: ${COLUMNS.join(', ')}.`,
      });
    else if (columns.has(column))
      faults.push({ ...said, message: 'This column stands there twice. Remove one of them.' });
    else columns.set(column, index);
  }
  for (const column of NEEDED)
    if (!columns.has(column))
      faults.push({ line: 1, column, message: 'This column is missing in the first line.' });
  return columns;
}

class LineOfFile {
  private readonly before: number;

  constructor(
    private readonly line: CsvLine,
    private readonly columns: ReadonlyMap<string, number>,
    private readonly seen: Map<string, number>,
    private readonly faults: LineFault[],
  ) {
    this.before = faults.length;
  }

  customer(): ImportedCustomer | undefined {
    const last = Math.max(...this.columns.values());
    const { cells, line } = this.line;
    if (cells.length <= last) return this.fault('', 'Cells are missing in this line.');
    if (cells.slice(last + 1).some((cell) => cell !== ''))
      return this.fault('', 'This line has more cells than the first one. Quote what holds a comma.');
    for (const column of this.columns.keys()) this.check(column);
    if (this.faults.length > this.before) return undefined;
    const customer = {
      line,
      oldId: this.oldId(),
      ...this.names(),
      phone: this.phone(),
      ...this.emails(),
      passwordHash: this.passwordHash(),
      ...this.pin(),
      tier: this.tier(),
      balance: this.balance(),
      accounts: PROVIDERS.flatMap((provider) => this.account(provider)),
      ...this.oldToken(),
    };
    return this.faults.length > this.before ? undefined : customer;
  }

  private cell(column: string): string {
    return this.line.cells[this.columns.get(column) ?? -1] ?? '';
  }

  private fault(column: string, message: string): undefined {
    this.faults.push({ line: this.line.line, column, message });
  }

  private check(column: string): void {
    const cell = this.cell(column);
    if (cell.includes(LOST_LETTER))
      this.fault(column, 'A letter was lost when the file was saved. Save it as CSV UTF-8.');
    else if (/\p{Cc}/u.test(cell)) this.fault(column, 'A line break or control character stands here.');
    else if (isShortened(cell)) this.fault(column, SHORTENED_FAULT);
    else if (column !== BALANCE && FORMULA.test(cell))
      this.fault(column, 'This looks like a formula. Remove what it begins with.');
  }

  private unique(column: string, value: string): void {
    const key = `${column} ${value}`;
    const earlier = this.seen.get(key);
    if (earlier === undefined) this.seen.set(key, this.line.line);
    else this.fault(column, `The same stands in line ${earlier}. Each customer needs their own.`);
  }

  private oldId(): string {
    const oldId = this.cell(OLD_ID);
    if (!OLD_ID_FORM.test(oldId))
      this.fault(OLD_ID, 'Write 1 to 64 letters, digits, dots, hyphens or underscores.');
    else if (normalisePhone(oldId) !== undefined)
      this.fault(OLD_ID, 'This looks like a phone number, which would be stored for ever. Write another id.');
    this.unique(OLD_ID, oldId);
    return oldId;
  }

  private names(): Pick<ImportedCustomer, 'firstName' | 'lastName'> {
    const name = storedText(this.cell(NAME)).replace(/\s+/g, ' ');
    if (name === '') this.fault(NAME, 'Write the name.');
    else if (name.length > NAME_LENGTH_MAX || !isPersonName(name))
      this.fault(NAME, `Write at most ${NAME_LENGTH_MAX} letters, spaces, hyphens, apostrophes or dots.`);
    const [firstName = '', ...rest] = name.split(' ');
    return { firstName, lastName: rest.join(' ') };
  }

  private phone(): string {
    const phone = normalisePhone(this.cell(PHONE).replace(/^'/, ''));
    if (phone === undefined) {
      this.fault(PHONE, 'Write a Nigerian mobile number, such as 08031234567.');
      return '';
    }
    this.unique(PHONE, phone);
    return localPhone(phone);
  }

  private emails(): Pick<ImportedCustomer, 'email' | 'emailVerified'> {
    const email = normaliseEmail(this.cell(EMAIL));
    const verified = this.cell(VERIFIED).toLowerCase();
    if (email === '') {
      if (verified === 'yes') this.fault(VERIFIED, 'There is no email in this line. Write no.');
    } else {
      if (!isEmailAddress(email))
        this.fault(EMAIL, 'Write an email address, such as ada@example.com, or nothing.');
      this.unique(EMAIL, email);
    }
    if (verified !== 'yes' && verified !== 'no') this.fault(VERIFIED, 'Write yes or no.');
    return { email, emailVerified: verified === 'yes' };
  }

  private passwordHash(): string {
    const hash = this.cell(PASSWORD);
    const fault = passwordHashFault(hash);
    if (fault !== undefined) this.fault(PASSWORD, fault);
    return hash;
  }

  private pin(): Pick<ImportedCustomer, 'pin'> {
    const pin = this.cell(PIN);
    if (pin.toLowerCase() === MUST_SET_ONE) return {};
    const fault = pinFault(pin);
    if (fault !== undefined) this.fault(PIN, `The PIN ${fault}. Write: ${MUST_SET_ONE}.`);
    return { pin };
  }

  private tier(): Tier {
    const tier = TIERS.find((known) => known === this.cell(TIER).toLowerCase());
    if (!tier) this.fault(TIER, `Write one of ${TIERS.join(', ')}.`);
    return tier ?? 'regular';
  }

  private balance(): Kobo {
    const cell = this.cell(BALANCE);
    const kobo = koboFromNaira(plainAmount(cell));
    if (kobo !== undefined) return kobo;
    const number = numberText(cell);
    this.fault(
      BALANCE,
      /^\s*(?:-|\()/.test(number)
        ? 'A balance is never negative. Collect the debt in the older system, or write 0.'
        : /\.\d{3,}\s*$/.test(number)
          ? 'There are parts of a kobo. Write at most two decimals.'
          : 'Write naira with at most two decimals, for example 1500.50.',
    );
    return 0n;
  }

  private oldToken(): Pick<ImportedCustomer, 'tokenDigest'> {
    const tokenDigest = this.cell(OLD_TOKEN).toLowerCase();
    if (tokenDigest === '') return {};
    if (!DIGEST_FORM.test(tokenDigest))
      this.fault(OLD_TOKEN, 'Write the SHA-256 of the token as 64 hexadecimal digits, never the token.');
    else if (this.cell(VERIFIED).toLowerCase() !== 'yes')
      this.fault(OLD_TOKEN, 'Only a customer with a verified email keeps a token. Remove the digest.');
    this.unique(OLD_TOKEN, tokenDigest);
    return { tokenDigest };
  }

  private account(provider: string): ImportedAccount[] {
    const column = accountColumn(provider);
    const accountReference = this.cell(column);
    if (accountReference === '') return [];
    if (!ACCOUNT_FORM.test(accountReference))
      this.fault(column, 'Write 1 to 128 letters, digits, dots, hyphens or underscores.');
    this.unique(column, accountReference);
    return [{ provider, accountReference }];
  }
}
