import type { Mark, PositionMarks } from './position-marks.js';

/** A mark as it is stored. Positions are 64 bits wide, which a number is not. */
export interface MarkDocument {
  readonly _id: number;
  readonly commit: string;
  readonly prepare: string;
  readonly event: string;
}

/** What is used of a MongoDB collection. */
export interface MarkCollection {
  findOne(
    filter: { readonly _id: { readonly $lte: number } },
    options: { readonly sort: { readonly _id: -1 } },
  ): Promise<MarkDocument | null>;
  updateOne(
    filter: { readonly _id: number },
    update: { readonly $setOnInsert: Omit<MarkDocument, '_id'> },
    options: { readonly upsert: true },
  ): Promise<unknown>;
  deleteMany(filter: Record<string, never>): Promise<unknown>;
}

/** Marks that all processes share, in a collection that may be dropped at any time. */
export class MongoPositionMarks implements PositionMarks {
  constructor(private readonly collection: MarkCollection) {}

  async nearest(ordinal: number): Promise<Mark | undefined> {
    const found = await this.collection.findOne({ _id: { $lte: ordinal } }, { sort: { _id: -1 } });
    if (!found) return undefined;
    const position = { commit: BigInt(found.commit), prepare: BigInt(found.prepare) };
    return { ordinal: found._id, position, id: found.event };
  }

  /** Whoever counts first saves it; all others would save the same. */
  async save({ ordinal, position, id }: Mark): Promise<void> {
    const { commit, prepare } = position;
    const mark = { commit: String(commit), prepare: String(prepare), event: id };
    await this.collection.updateOne({ _id: ordinal }, { $setOnInsert: mark }, { upsert: true });
  }

  async clear(): Promise<void> {
    await this.collection.deleteMany({});
  }
}
