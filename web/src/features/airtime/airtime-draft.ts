import type { NetworkCode } from '../../../../services/contracts/services.js';

/** What is typed into the form; it survives a reload and a login in between. */
export interface AirtimeDraft {
  readonly phone: string;
  readonly amount: string;
  /** Chosen by the person; otherwise the network follows the number. */
  readonly chosen?: NetworkCode | undefined;
}

const KEY = 'naira-ledger-airtime';
const EMPTY: AirtimeDraft = { phone: '', amount: '' };

export const airtimeDraft = {
  load: (): AirtimeDraft => {
    const kept = sessionStorage.getItem(KEY);
    return kept ? (JSON.parse(kept) as AirtimeDraft) : EMPTY;
  },
  keep: (draft: AirtimeDraft): void => sessionStorage.setItem(KEY, JSON.stringify(draft)),
  forget: (): void => sessionStorage.removeItem(KEY),
};
