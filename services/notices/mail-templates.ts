import type { Mail } from '../../infra/mail/mailer.js';
import type { Logo } from '../brand/logo/logo.decider.js';
import { tinted } from '../contracts/brand/contrast.js';
import { DARK_PLATE, fitted, isWide, logoPath, PALE_PLATE } from '../contracts/brand/logo.js';
import type { Brand } from '../contracts/brand/brand.js';
import { labelledTokens, tokenPinOf, type Artefacts } from '../contracts/artefacts.js';
import { shownText } from '../contracts/fields/plain-text.js';
import { isPersonName } from '../contracts/fields/people.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import { productLabel } from '../products/products.js';
import type { Product } from '../contracts/services.js';
import type { CodePurpose } from '../customers/user.events.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const LOGO_BOX = { width: 200, height: 48 };

/** Adds the brand's name, logo and contacts to a mail, and sets its sender. */
export function signed<Written extends Mail>(
  mail: Written,
  { name, colour, contacts }: Brand,
  logo?: Pick<Logo, 'digest' | 'width' | 'height' | 'ground'>,
  publicUrl?: string,
): Written {
  const { email, phone, address, sender } = contacts;
  const lines = [name, [email, phone].filter((text) => text !== '').join(', '), address];
  const signature = lines.filter((line) => line !== '').join('\n');
  const written = { ...mail, text: `${mail.text}\n\n${shownText(signature)}`, sender, business: name };
  if (!logo || publicUrl === undefined) return written;
  const picture = `${publicUrl.replace(/\/$/, '')}${logoPath(logo.digest)}`;
  const plate = logo.ground === 'dark' ? tinted(DARK_PLATE, colour) : PALE_PLATE;
  return { ...written, logo: { address: picture, ...fitted(logo, LOGO_BOX), plate, alone: isWide(logo) } };
}

/** Use `shownText`, because vendors write parts of the paragraphs and may use invisible characters. */
const mail = (subject: string, name: string, ...paragraphs: readonly string[]): MailText => ({
  subject,
  text: shownText([`Hello${greetable(name)},`, ...paragraphs].join('\n\n')),
});

/**
 * Returns the name for the greeting of a mail. Leaves out a name that `isPersonName` refuses, because an old
 * name may contain a link.
 */
const greetable = (name: string): string => (isPersonName(name) ? ` ${name}` : '');

/**
 * Returns a stranger's text, such as the name of a browser, without possible links. Mail programs turn plain
 * text into links, so dots and colons between words are removed too.
 */
const withoutLinks = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9 .,;:()/_+-]/g, ' ')
    .replace(/([.:])(?=[^ \d])/g, ' ')
    .replace(/\/{2,}/g, ' ')
    .trim();

const CODE_WORDS: Record<
  CodePurpose,
  { readonly subject: string; readonly what: string; readonly else: string }
> = {
  email: {
    subject: 'Verify your email',
    what: 'Your verification code is',
    else: 'If you did not register, ignore this mail.',
  },
  recovery: {
    subject: 'Reset your password',
    what: 'Your password reset code is',
    else: 'If you did not ask for it, ignore this mail: your password stays as it is.',
  },
  pin: {
    subject: 'Reset your transaction PIN',
    what: 'Your PIN reset code is',
    else: 'If you did not ask for it, change your password: somebody is signed in as you.',
  },
};

export function codeMail(name: string, purpose: CodePurpose, digits: string): MailText {
  const words = CODE_WORDS[purpose];
  return mail(
    words.subject,
    name,
    `${words.what}:\n\n${digits}`,
    'It works once, for 10 minutes. We never ask for it on the phone.',
    words.else,
  );
}

/** @param expiresAt ISO 8601 */
export function invitationMail(name: string, address: string, expiresAt: string, business: string): MailText {
  return mail(
    'You are invited as an administrator',
    name,
    `An owner of ${business} invites you to its administrators' side. Accept, and choose your password, here:\n\n${address}`,
    `It works once, until ${LAGOS_TIME.format(new Date(expiresAt))} (Lagos). Whoever has this link can use it: pass it on to nobody.`,
    'If you did not expect this, ignore this mail: nothing happens.',
  );
}

const NOT_YOU = 'If this was not you, reset your password now and tell us.';
/** Advice in mails to administrators. Only an owner can reset a second factor that a thief added. */
const NOT_YOU_TELL_AN_OWNER = 'If it was not you, reset your password now and tell an owner.';

export type SecurityNews =
  | 'PasswordChanged'
  | 'PinChanged'
  | 'PinLocked'
  | 'PasskeyEnrolled'
  | 'ApiTokenIssued'
  | 'RegistrationRepeated'
  | 'SecondFactorReset'
  | 'SecondFactorLocked'
  | 'SecondFactorEnrolled'
  | 'SecondFactorRemoved'
  | 'RecoveryCodeUsed'
  | 'AdministratorPasskeyAdded'
  | 'AdministratorPasskeyRemoved';

export interface SecurityFacts {
  /** ISO 8601. */
  readonly at: string;
  readonly address?: string | undefined;
  readonly device?: string | undefined;
}

const SECURITY_WORDS: Record<SecurityNews, { readonly subject: string; readonly what: string }> = {
  PasswordChanged: {
    subject: 'Your password was changed',
    what: `Your password was changed, every browser was signed out, and your API token, if you had one, has stopped working. ${NOT_YOU}`,
  },
  PinChanged: {
    subject: 'Your transaction PIN was changed',
    what: `Your transaction PIN was changed and every other browser was signed out. ${NOT_YOU}`,
  },
  PinLocked: {
    subject: 'Your transaction PIN is locked',
    what: 'Somebody signed in to your account, maybe you, entered a wrong transaction PIN too often. Nothing can be bought until the lock ends or you reset the PIN. If it was not you, change your password now, then reset the PIN.',
  },
  PasskeyEnrolled: {
    subject: 'A device can now pay from your wallet',
    what: `A device was set up, with your transaction PIN, to confirm purchases by fingerprint or face. You can remove it in your settings. ${NOT_YOU}`,
  },
  ApiTokenIssued: {
    subject: 'Your API token was replaced',
    what: `A new API token was made; the one before it has stopped working. ${NOT_YOU}`,
  },
  SecondFactorReset: {
    subject: 'Your second factor was reset',
    what: 'An owner reset the second factor you sign in with as an administrator, and every browser of yours was signed out. Sign in with your password and set up another one. If you did not ask for it, tell an owner now.',
  },
  SecondFactorLocked: {
    subject: 'Wrong codes were entered for your account',
    what: 'Somebody, maybe you, signed in with your password and entered a wrong code five times in a row. Nobody can sign in as you until the lock ends. If it was not you, somebody knows your password: choose another one now, and tell an owner, who can end the lock by resetting your second factor.',
  },
  SecondFactorEnrolled: {
    subject: 'A second factor was set up',
    what: `An authenticator app was set up: its codes are asked for from now on when you sign in as an administrator or auditor. Whatever second factor there was before works no more, nor do its recovery codes and devices. ${NOT_YOU_TELL_AN_OWNER}`,
  },
  SecondFactorRemoved: {
    subject: 'Your second factor was turned off',
    what: `The second factor you sign in with as an administrator or auditor was turned off, with its recovery codes and devices: your password alone lets you in. ${NOT_YOU_TELL_AN_OWNER}`,
  },
  RecoveryCodeUsed: {
    subject: 'A recovery code of yours was used',
    what: 'A recovery code was used in place of a code of your authenticator app. It works no more. If it was not you, somebody knows your password and your recovery codes: choose another password now and tell an owner.',
  },
  AdministratorPasskeyAdded: {
    subject: 'A device can now sign in as you',
    what: `A device was set up to sign in with, beside your password and in place of a code of your authenticator app. You can remove it where you see your second factor. ${NOT_YOU_TELL_AN_OWNER}`,
  },
  AdministratorPasskeyRemoved: {
    subject: 'A device signs you in no more',
    what: `A device that you could sign in with in place of a code was removed. ${NOT_YOU_TELL_AN_OWNER}`,
  },
  RegistrationRepeated: {
    subject: 'You already have an account',
    what: 'Somebody, maybe you, tried to register with this email. You have an account already: log in, or reset your password if you have forgotten it. If it was not you, there is nothing to do.',
  },
};

export const securityMail = (name: string, news: SecurityNews, about: SecurityFacts): MailText =>
  mail(SECURITY_WORDS[news].subject, name, SECURITY_WORDS[news].what, factLines(about).join('\n'));

const LAGOS_TIME = new Intl.DateTimeFormat('en-NG', {
  ...({ timeZone: 'Africa/Lagos', dateStyle: 'long', timeStyle: 'short' } as const),
});

const factLines = ({ at, address, device }: SecurityFacts): string[] => [
  `When: ${LAGOS_TIME.format(new Date(at))} (Lagos)`,
  ...(address ? [`From: ${address}`] : []),
  ...(device ? [`With: ${withoutLinks(device)}`] : []),
];

/** Events that staff caused. */
export const MONEY_NEWS = [
  'WalletAdjusted',
  'ManualFundingCredited',
  'FundingChargedBack',
  'ChargebackWon',
  'SpendingFrozen',
  'SpendingUnfrozen',
  'PayoutsAllowed',
  'UnmatchedAssigned',
] as const;
export type MoneyNews = (typeof MONEY_NEWS)[number];

/** Amounts in kobo. */
export interface MoneyFacts {
  readonly at: string;
  /** Negative for money that left the wallet. */
  readonly amount: Kobo;
  readonly availableAfter?: Kobo;
}

const ASK_US = 'If you do not know why, write to our support.';

/** Mail about money that staff moved by hand, or about spending that staff stopped. */
export function moneyMail(
  name: string,
  news: MoneyNews,
  { at, amount, availableAfter }: MoneyFacts,
): MailText {
  const money = formatNaira(amount < 0n ? -amount : amount);
  const moved =
    amount < 0n ? `Our staff took ${money} from your wallet.` : `Our staff added ${money} to your wallet.`;
  const words: Record<MoneyNews, readonly [subject: string, what: string]> = {
    WalletAdjusted: ['The balance of your wallet was changed', `${moved} ${ASK_US}`],
    ManualFundingCredited: [
      'Your payment is in your wallet',
      `Our staff found your payment at the bank and added ${money} to your wallet.`,
    ],
    FundingChargedBack: [
      'A payment into your wallet was taken back',
      `The bank of the payer disputes a payment into your wallet. ${money} was taken from your wallet. ${ASK_US}`,
    ],
    ChargebackWon: [
      'A disputed payment is back in your wallet',
      `The dispute about a payment was decided for you. ${money} is back in your wallet.`,
    ],
    SpendingFrozen: [
      'Spending from your wallet was stopped',
      `Our staff stopped spending from your wallet. Your money stays yours. ${ASK_US}`,
    ],
    SpendingUnfrozen: [
      'You can spend from your wallet again',
      'Our staff ended the stop of spending from your wallet.',
    ],
    PayoutsAllowed: [
      'Money can leave your wallet again',
      `Our staff ended the wait that protects your money after a change of your account. Transfers are possible at once. ${ASK_US}`,
    ],
    UnmatchedAssigned: [
      'Your payment is in your wallet',
      `Our staff found out that a payment was yours and added ${money} to your wallet.`,
    ],
  };
  const [subject, what] = words[news];
  const balance = availableAfter === undefined ? [] : [`Wallet balance: ${formatNaira(availableAfter)}`];
  return mail(subject, name, what, [...balance, ...factLines({ at })].join('\n'));
}

export const approverMail = (name: string, what: string, at: string): MailText =>
  mail(
    'Something waits for your approval',
    name,
    what,
    'Look at it on the page Approvals. Approve it only when you know why it is needed.',
    factLines({ at }).join('\n'),
  );

const WAITS_UNTIL = (iso: string): string =>
  `To protect the money, transfers, betting, exam pins and new recipients wait until ${LAGOS_TIME.format(new Date(iso))} (Lagos).`;

/**
 * Mail to the new address of a customer. The name of the customer is left out, because the address
 * may belong to a stranger.
 */
export const newAddressMail = (at: string, payoutsFrom: string): MailText =>
  mail(
    'This is the new email address of an account',
    '',
    `Our staff made this the email address of an account. ${WAITS_UNTIL(payoutsFrom)} If you did not ask for this, write to our support at once.`,
    factLines({ at }).join('\n'),
  );

export const ownerMail = (name: string, subject: string, what: string, at: string): MailText =>
  mail(
    subject,
    name,
    what,
    'Every owner gets this mail. If you do not know of it, look at the page Activity now.',
    factLines({ at }).join('\n'),
  );

/**
 * Mail to the former address of a customer. The name and the new address are left out, because the
 * former address may belong to a stranger.
 * @param at ISO 8601
 */
export const formerAddressMail = (at: string, payoutsFrom: string): MailText =>
  mail(
    'The email address of your account was changed',
    '',
    `This was the email address of your account until it was changed by our staff: mails about the account go to another address from now on. ${WAITS_UNTIL(payoutsFrom)} If you did not ask for this, write to our support at once.`,
    factLines({ at }).join('\n'),
  );

export interface MonthFacts {
  readonly opening: Kobo;
  readonly moneyIn: Kobo;
  readonly moneyOut: Kobo;
  readonly closing: Kobo;
  readonly movements: number;
}

const MONTH = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/**
 * @param month yyyy-MM
 * @param facts totals of the month, absent when the month has too many movements
 * @param address link to the page with the statement, absent without `PUBLIC_URL`
 */
export function statementMail(
  name: string,
  month: string,
  facts: MonthFacts | undefined,
  address: string | undefined,
): MailText {
  const called = MONTH.format(new Date(month));
  const lines = facts && [
    `Opening balance: ${formatNaira(facts.opening)}`,
    `Money in: ${formatNaira(facts.moneyIn)}`,
    `Money out: ${formatNaira(facts.moneyOut)}`,
    `Closing balance: ${formatNaira(facts.closing)}`,
    `Movements: ${facts.movements}`,
  ];
  return mail(
    `Your statement for ${called}`,
    name,
    `This is what moved in your wallet in ${called}.`,
    lines ? lines.join('\n') : 'There are more than 10,000 movements: take them as several statements.',
    address === undefined
      ? 'Log in and open Custom history to take the statement as PDF or CSV.'
      : `Log in to take the statement as PDF or CSV:\n\n${address}`,
    'You chose to get this mail once a month. You can switch it off in your settings.',
  );
}

export type PurchaseEnd = 'delivered' | 'refunded' | 'reversed';

/** Amounts in kobo. */
export interface PurchaseFacts {
  readonly reference: string;
  readonly product: Product;
  readonly recipient: string;
  readonly amount: Kobo;
  readonly part?: { readonly delivered: number; readonly of: number; readonly released: Kobo };
  readonly artefacts?: Artefacts;
  readonly availableAfter: Kobo;
}

export function purchaseMail(name: string, end: PurchaseEnd, facts: PurchaseFacts): MailText {
  const label = productLabel(facts.product);
  const money = formatNaira(facts.amount);
  const news: Record<PurchaseEnd, readonly [subject: string, what: string]> = {
    delivered: [`Delivered: ${label}`, `Your ${label} was delivered. You paid ${money}.`],
    refunded: [
      `Refunded: ${label}`,
      `Your ${label} could not be delivered. ${money} is back in your wallet.`,
    ],
    reversed: [
      `Reversed: ${label}`,
      `The provider took your ${label} back. ${money} was returned to your wallet.`,
    ],
  };
  const [subject, what] = news[end];
  const lines = [
    ...(facts.recipient === '' ? [] : [`For: ${facts.recipient}`]),
    ...partLines(facts),
    ...artefactLines(facts.artefacts ?? {}),
    `Reference: ${facts.reference}`,
    `Wallet balance: ${formatNaira(facts.availableAfter)}`,
  ];
  return mail(subject, name, what, lines.join('\n'));
}

const partLines = ({ part }: PurchaseFacts): string[] =>
  part
    ? [`Delivered: ${part.delivered} of ${part.of}`, `Back in your wallet: ${formatNaira(part.released)}`]
    : [];

function artefactLines(artefacts: Artefacts): string[] {
  const { tokens, ...rest } = artefacts;
  const pins = tokens?.length ? undefined : tokenPinOf(rest);
  return [
    ...labelledTokens(artefacts).map(({ label, token }) => `${label}: ${token}`),
    ...(pins === undefined ? [] : [`Pins: ${pins}`]),
    ...(artefacts.bonusToken === undefined ? [] : [`Bonus token: ${artefacts.bonusToken}`]),
    ...(artefacts.units === undefined ? [] : [`Units: ${artefacts.units}`]),
    ...(artefacts.sessionId === undefined ? [] : [`Session: ${artefacts.sessionId}`]),
  ];
}
