import type { Generation, Operation, Parked, ViewBatch } from '../view.js';
import type { Database } from './database.js';
import { GenerationWriter } from './generation-writer.js';
import { columnList, quoted } from './row-codec.js';
import {
  checkpointOf,
  dropGeneration,
  moveCheckpoint,
  replaceParked,
  serveGeneration,
  tableName,
} from './tables.js';
import type { ViewShape } from '../view-shape.js';

const EXAMPLES_MAX = 5;

/** @throws Error when the checkpoint is not `batch.from`. A batch would then be lost or applied twice. */
export function applyBatch(
  database: Database,
  shape: ViewShape,
  writer: GenerationWriter,
  batch: Omit<ViewBatch, 'view'>,
): void {
  const checkpoint = checkpointOf(database, shape, writer.generation);
  if (checkpoint !== batch.from)
    throw new Error(`view ${shape.name} is at ${checkpoint}, the batch begins after ${batch.from}`);
  writer.apply(batch.operations);
  if (batch.parked) replaceParked(database, shape, writer.generation, batch.parked);
  moveCheckpoint(database, shape, writer.generation, batch);
}

export class SqliteGeneration implements Generation {
  readonly #writer: GenerationWriter;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
    private readonly serving: () => number,
    private readonly served: (generation: number) => void,
    readonly generation: number,
  ) {
    this.#writer = new GenerationWriter(database, shape, generation);
  }

  async apply(
    from: number,
    to: number,
    operations: readonly Operation[],
    parked?: readonly Parked[],
    hash?: string,
  ): Promise<void> {
    this.database.transaction('immediate', () => {
      applyBatch(this.database, this.shape, this.#writer, { from, to, operations, parked, hash });
    });
  }

  async compare(): Promise<{ same: boolean; differing: number; examples: string[] }> {
    const [old, fresh] = [this.serving(), this.generation].map((number) =>
      quoted(tableName(this.shape, number)),
    );
    const columns = columnList(this.shape);
    const key = quoted(this.shape.key);
    const differs = this.shape.columns
      .map(({ name }) => `o.${quoted(name)} is not f.${quoted(name)}`)
      .join(' or ');
    const union = `select o.${key} as k from ${old} o left join ${fresh} f on o.${key} = f.${key} where ${differs}
      union all select f.${key} from ${fresh} f where f.${key} not in (select ${key} from ${old})`;
    return this.database.transaction('deferred', () => {
      if (
        checkpointOf(this.database, this.shape, this.serving()) !==
        checkpointOf(this.database, this.shape, this.generation)
      )
        throw new Error(`the generations of ${this.shape.name} (${columns}) are not at the same checkpoint`);
      const differing = Number(this.database.prepare(`select count(*) from (${union})`).rows()[0]?.[0] ?? 0);
      const examples = differing === 0 ? [] : this.database.prepare(`${union} limit ${EXAMPLES_MAX}`).rows();
      return { same: differing === 0, differing, examples: examples.map(([id]) => String(id)) };
    });
  }

  async swap(): Promise<void> {
    this.database.transaction('immediate', () => {
      serveGeneration(this.database, this.shape, this.generation);
    });
    this.served(this.generation);
  }

  async discard(): Promise<void> {
    if (this.serving() === this.generation) return;
    this.database.transaction('immediate', () => {
      dropGeneration(this.database, this.shape, this.generation);
    });
  }
}
