import { useEffect, useReducer } from 'react';
import { useDispatch } from 'react-redux';
import { auditRead } from '../../api/audit-read.js';
import type { Failure } from '../../api/failure.js';
import { BalanceHistory } from './balance-history.js';

const PAGE = 1_000;

export interface LoadedHistory {
  readonly history: BalanceHistory;
  /**
   * Number of loaded steps. React notices new steps only by this number, because `history` is
   * always the same object.
   */
  readonly loaded: number;
  readonly total: number | undefined;
  readonly customer: string;
  /** User id of the owner of the wallet, even when the request named the wallet `house`. */
  readonly userId: string;
  readonly busy: boolean;
  readonly failure?: Failure | undefined;
}

type Step =
  | { readonly is: 'begun' }
  | { readonly is: 'part'; readonly total: number; readonly customer: string; readonly userId: string }
  | { readonly is: 'over'; readonly failure?: Failure };

const begin = (): LoadedHistory => ({
  history: new BalanceHistory(),
  loaded: 0,
  total: undefined,
  customer: '',
  userId: '',
  busy: true,
});

function next(state: LoadedHistory, step: Step): LoadedHistory {
  if (step.is === 'begun') return { ...state, busy: true, failure: undefined };
  if (step.is === 'over') return { ...state, busy: false, failure: step.failure };
  const { total, customer, userId } = step;
  return { ...state, loaded: state.history.count, total, customer, userId };
}

export function useWalletHistory(userId: string, attempt: number): LoadedHistory {
  const [state, tell] = useReducer(next, undefined, begin);
  const dispatch = useDispatch();
  const { history } = state;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      while (!signal.aborted) {
        const from = history.count;
        const result = await auditRead('walletSteps', { userId, from, limit: PAGE }, { signal, dispatch });
        if (signal.aborted) return;
        if ('failure' in result) return tell({ is: 'over', failure: result.failure });
        // Add each page only once, because two loads of the history may run at the same time.
        if (history.count === from) history.add(result.data);
        const { total, customer, positions, userId: owner } = result.data;
        tell({ is: 'part', total, customer, userId: owner });
        if (positions.length < PAGE) return tell({ is: 'over' });
      }
    };
    tell({ is: 'begun' });
    void load();
    return () => controller.abort();
  }, [userId, attempt, history, dispatch]);
  return state;
}
