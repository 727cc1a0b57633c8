import type { ViewShape } from '../view-shape.js';
import type { Range, Operation, Parked } from '../view.js';
import type { GenerationRows } from './generation-rows.js';

export interface Slot {
  readonly shape: ViewShape;
  readonly rows: GenerationRows;
  at: number;
  hash: string | undefined;
  unfinished: Range | undefined;
}

export interface SlotBatch extends Range {
  readonly slot: Slot;
  readonly operations: readonly Operation[];
  readonly parked?: readonly Parked[] | undefined;
}
