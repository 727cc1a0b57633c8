import { koboFromNaira } from '../../contracts/money.js';
import type { CatalogEventDraft, StoredFundingTerms } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { nairaOf, requireValid, same, staleEdit } from '../prices/set-prices.decider.js';

/**
 * `configured` contains the funding terms from the settings. `seen` is the version of the terms
 * that the administrator's screen showed. The change fails with `STALE_EDIT` when another version
 * is stored meanwhile.
 */
export interface SetFundingTerms {
  readonly type: 'SetFundingTerms';
  readonly terms: StoredFundingTerms;
  readonly configured: StoredFundingTerms;
  readonly seen: number;
}

export interface FundingTermsSettings {
  readonly FUNDING_CHARGE_NAIRA: string;
  readonly MANUAL_FUNDING_BANK: string;
  readonly MANUAL_FUNDING_ACCOUNT_NAME: string;
  readonly MANUAL_FUNDING_ACCOUNT_NUMBER: string;
}

const CHARGE = /^\d{1,8}$/;
const ACCOUNT_NUMBER = /^\d{10}$/;

export const configuredTerms = (config: FundingTermsSettings): StoredFundingTerms => ({
  charge: String(koboFromNaira(config.FUNDING_CHARGE_NAIRA) ?? 0n),
  bank: config.MANUAL_FUNDING_BANK,
  accountName: config.MANUAL_FUNDING_ACCOUNT_NAME,
  accountNumber: config.MANUAL_FUNDING_ACCOUNT_NUMBER,
});

/** @throws RuleBroken STALE_EDIT, VALIDATION_FAILED */
export function setFundingTerms(
  { terms, configured, seen }: SetFundingTerms,
  { fundingTerms: was = configured, fundingTermsVersion }: CatalogState,
): readonly CatalogEventDraft[] {
  if (same(fieldsOf(terms), fieldsOf(was))) return [];
  const { charge, bank, accountName, accountNumber } = terms;
  requireValid(CHARGE.test(charge), 'monify_charges', 'must be less than a million naira');
  const none = bank === '' && accountName === '' && accountNumber === '';
  requireValid(
    none || ACCOUNT_NUMBER.test(accountNumber),
    'manual_funding_account_number',
    `must be ten digits${/^\d+$/.test(accountNumber) ? `, not ${accountNumber.length}` : ''}`,
  );
  requireValid(none || bank !== '', 'manual_funding_bank_name', 'must not be empty');
  requireValid(none || accountName !== '', 'manual_funding_account_name', 'must not be empty');
  if (seen !== fundingTermsVersion) throw staleEdit('What customers are told of funding', told(was));
  return [{ type: 'FundingTermsSet', data: { terms, was } }];
}

const fieldsOf = ({ charge, bank, accountName, accountNumber }: StoredFundingTerms) => [
  charge,
  bank,
  accountName,
  accountNumber,
];

export const told = ({ charge, bank, accountName, accountNumber }: StoredFundingTerms): string =>
  `a charge of ${nairaOf(charge)} and ${bank === '' ? 'no bank' : `${bank} ${accountNumber}, ${accountName}`}`;
