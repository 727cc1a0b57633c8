import { isDeepStrictEqual } from 'node:util';
import type { Generation, Operation, Parked } from '../view.js';
import type { Slot, SlotBatch } from './mongo-slot.js';
import { type RowDocument, rowOf } from './row-model.js';

const EXAMPLES_MAX = 5;

export interface MongoGenerationParts {
  readonly slot: Slot;
  readonly serving: () => Slot;
  readonly isStill: (slot: Slot) => Promise<boolean>;
  readonly apply: (batch: SlotBatch) => Promise<void>;
  readonly swap: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export class MongoGeneration implements Generation {
  constructor(private readonly parts: MongoGenerationParts) {}

  apply(
    from: number,
    to: number,
    operations: readonly Operation[],
    parked?: readonly Parked[],
    hash?: string,
  ): Promise<void> {
    return this.parts.apply({ slot: this.parts.slot, from, to, operations, parked, hash });
  }

  async compare(): Promise<{ same: boolean; differing: number; examples: string[] }> {
    const { slot } = this.parts;
    const serving = this.parts.serving();
    if (serving.at !== slot.at)
      throw new Error(`the generations of ${slot.shape.name} are not at the same checkpoint`);
    let differing = 0;
    const examples: string[] = [];
    for await (const [old, fresh] of sideBySide(serving.rows.all(), slot.rows.all())) {
      const same = old && fresh && isDeepStrictEqual(rowOf(slot.shape, old), rowOf(slot.shape, fresh));
      if (same) continue;
      differing += 1;
      if (examples.length < EXAMPLES_MAX) examples.push((old ?? fresh)!._id);
    }
    if (differing > 0 && !(await this.parts.isStill(serving)))
      throw new Error(`${slot.shape.name} was moved on while its generations were compared`);
    return { same: differing === 0, differing, examples };
  }

  swap(): Promise<void> {
    return this.parts.swap();
  }

  discard(): Promise<void> {
    return this.parts.discard();
  }
}

async function* sideBySide(
  left: AsyncGenerator<RowDocument>,
  right: AsyncGenerator<RowDocument>,
): AsyncGenerator<[RowDocument | undefined, RowDocument | undefined]> {
  const next = async (side: AsyncGenerator<RowDocument>): Promise<RowDocument | undefined> => {
    const { done, value } = await side.next();
    return done ? undefined : (value as RowDocument);
  };
  let [one, other] = [await next(left), await next(right)];
  while (one ?? other) {
    const order = !one ? 1 : !other ? -1 : Buffer.compare(Buffer.from(one._id), Buffer.from(other._id));
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined];
    if (order <= 0) one = await next(left);
    if (order >= 0) other = await next(right);
  }
}
