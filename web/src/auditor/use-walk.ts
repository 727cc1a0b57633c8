import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { CallResult } from '../api/call.js';
import type { Failure } from '../api/failure.js';

type Place = number | string;

interface WalkPart<Row> {
  readonly rows: readonly Row[];
  readonly reached: Place | null;
  readonly done: boolean;
  readonly walked: number;
}

type Ask<Row> = (
  from: Place | undefined,
  context: { readonly signal: AbortSignal; readonly dispatch: ReturnType<typeof useDispatch> },
) => Promise<CallResult<WalkPart<Row>>>;

interface State<Row> {
  readonly rows: readonly Row[];
  readonly reached: Place | undefined;
  readonly walked: number;
  readonly done: boolean;
  readonly busy: boolean;
  readonly failure?: Failure | undefined;
}

type Step<Row> =
  | { readonly is: 'begun'; readonly anew: boolean }
  | { readonly is: 'part'; readonly part: WalkPart<Row> }
  | { readonly is: 'over'; readonly failure?: Failure };

const NOTHING = { rows: [], reached: undefined, walked: 0, done: false, busy: true };

function next<Row>(state: State<Row>, step: Step<Row>): State<Row> {
  if (step.is === 'begun') return step.anew ? NOTHING : { ...state, busy: true, failure: undefined };
  if (step.is === 'over') return { ...state, busy: false, failure: step.failure };
  const { rows, reached, done, walked } = step.part;
  return {
    ...state,
    done,
    rows: [...state.rows, ...rows],
    reached: reached ?? state.reached,
    walked: state.walked + walked,
  };
}

export interface Walk<Row> extends State<Row> {
  readonly more: (wanted?: number) => void;
  readonly stop: () => void;
  readonly again: () => void;
}

/** Requests of one search before the page offers to continue. */
const ANSWERS_MAX = 20;

export function useWalk<Row>(key: string, shownAtOnce: number, ask: Ask<Row>): Walk<Row> {
  const [state, tell] = useReducer(next<Row>, NOTHING as State<Row>);
  const running = useRef<AbortController>(undefined);
  const dispatch = useDispatch();

  const run = async (from: Place | undefined, wanted: number, answersMax: number): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let place = from;
    let found = 0;
    for (let answers = 0; answers < answersMax && found < wanted; answers += 1) {
      const result = await ask(place, { signal, dispatch });
      if (signal.aborted) return;
      if ('failure' in result) return tell({ is: 'over', failure: result.failure });
      tell({ is: 'part', part: result.data });
      found += result.data.rows.length;
      if (result.data.done) break;
      place = result.data.reached ?? place;
    }
    tell({ is: 'over' });
  };
  const begin = useEffectEvent(() => {
    tell({ is: 'begun', anew: true });
    void run(undefined, shownAtOnce, ANSWERS_MAX);
  });
  useEffect(() => {
    begin();
    return () => running.current?.abort();
  }, [key]);

  const goOn = (wanted: number, answersMax: number): void => {
    tell({ is: 'begun', anew: false });
    void run(state.reached, wanted, answersMax);
  };
  return {
    ...state,
    more: (wanted = shownAtOnce) => goOn(wanted, wanted > shownAtOnce ? Infinity : ANSWERS_MAX),
    stop: () => {
      running.current?.abort();
      tell({ is: 'over' });
    },
    again: () => goOn(shownAtOnce, ANSWERS_MAX),
  };
}
