import {
  type AdjustmentKind,
  type ApprovalRow,
  PAYMENT_PROVIDERS,
} from '../../../../services/contracts/admin/money-desk.contract.js';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { MONEY_REASON_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { naira } from '../../ui/format.js';

/** Invalid text stays unchanged. */
export const plainNaira = (typed: string): string => plainAmount(typed) ?? typed;
/** Invalid text stays unchanged. */
export const shownNaira = (typed: string): string => {
  const amount = plainAmount(typed);
  return amount === undefined ? typed : naira(Number(amount));
};

export const KINDS: readonly { readonly value: AdjustmentKind; readonly label: string }[] = [
  { value: 'correction', label: 'Correction of a mistake' },
  { value: 'goodwill', label: 'Goodwill' },
  { value: 'recovery', label: 'Money taken back' },
];

export const kindText = (kind: string): string => KINDS.find(({ value }) => value === kind)?.label ?? kind;

const NO_MONEY: readonly ApprovalRow['work'][] = [
  'payouts',
  'bank-account',
  'price',
  'brand',
  'legal',
  'broadcast',
];

/** Names of texts that the approver reads before agreeing. */
export const READ_FIRST: Readonly<Partial<Record<ApprovalRow['work'], string>>> = {
  brand: 'New values',
  legal: 'New text',
  broadcast: 'Message',
};

/** Empty for kinds of work that move no money. */
export const amountText = ({ work, amount }: ApprovalRow): string =>
  NO_MONEY.includes(work) ? '' : naira(amount);

/** Text that names the customers of an approval. The payer of a returned payment (`return`) is unknown. */
export const whoseText = ({ work, user_email, counterparty }: ApprovalRow): string =>
  work === 'return'
    ? 'Whoever paid it'
    : work !== 'payouts' && NO_MONEY.includes(work)
      ? 'All customers'
      : user_email || counterparty;

export const providerOf = (value: string | undefined): keyof typeof PAYMENT_PROVIDERS =>
  (Object.keys(PAYMENT_PROVIDERS) as (keyof typeof PAYMENT_PROVIDERS)[]).find((code) => code === value) ??
  'monnify';

export interface MoneyField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'money' | 'text' | 'choice';
  readonly hint?: string;
  readonly max?: number;
  readonly optional?: boolean;
  readonly first?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

export const REASON: MoneyField = {
  name: 'reason',
  label: 'Reason',
  kind: 'text',
  max: MONEY_REASON_MAX,
  hint: 'Stored for good. No emails and no phone numbers.',
};
