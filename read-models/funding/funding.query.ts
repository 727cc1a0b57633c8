import type { ReadStore } from '../../infra/read-store/view.js';
import type { FundingRow } from '../../services/contracts/funding.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { lagosIso } from '../lagos-time.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type FundingViewRow, fundingView } from './funding.view.js';

const shownRow = (row: FundingViewRow): FundingRow => ({
  id: row.id,
  funding_refrence: row.reference,
  funding_source: row.source,
  amount_funded: nairaFromKobo(row.credited),
  wallet_before_funding: nairaFromKobo(row.wallet_before),
  wallet_after_funding: nairaFromKobo(row.wallet_after),
  funding_date: lagosIso(row.at),
});

export interface FundingQuestion extends ListQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
}

/** Payments into a customer's wallet, newest first. */
export const fundingPage = ({
  readStore,
  userId,
  ...question
}: FundingQuestion): Promise<ListPage<FundingRow>> =>
  newestFirst(readStore, fundingView, { user_id: userId }, question, shownRow);
