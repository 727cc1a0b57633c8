import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import type { Projection } from '../../../../infra/projections/projection.js';
import { type RunningProjections, runProjections } from '../../../../infra/projections/run-projections.js';
import type { ReadStore, ReadStoreWriter, View } from '../../../../infra/read-store/view.js';
import { GivenEvents } from '../../../../read-models/testing/given-events.js';
import { projections } from '../../../../read-models/views.js';
import { writeLedger } from '../../testing/a-ledger.js';
import { compareViews, type CompareViewsOptions, type ViewsComparison } from '../compare-views.js';

/** Read stores whose rows a test can remove. */
export interface DrilledStores {
  readonly reader: ReadStore;
  openWriter(): Promise<ReadStoreWriter>;
  /** Deletes a row without any check. */
  remove(view: View, key: string): Promise<void>;
  close(): Promise<void>;
}

/** Temporary folders of running comparisons. */
export const comparisonFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`ledger-compare-${process.pid}-`));

const opened = (_: string, sealed: string) => ({ recipient: sealed });

/** Small in-memory ledger with its read models and a projector that runs on demand. */
export class ProjectedLedger {
  #running: RunningProjections | undefined;
  #stop: AbortController | undefined;
  #reached: (position: number) => void = () => undefined;

  private constructor(
    readonly eventStore: MemoryEventStore,
    readonly stores: DrilledStores,
    readonly writer: ReadStoreWriter,
  ) {}

  static async open(stores: DrilledStores): Promise<ProjectedLedger> {
    const eventStore = new MemoryEventStore();
    const ledger = new ProjectedLedger(eventStore, stores, await stores.openWriter());
    await writeLedger(eventStore);
    for (const { stream, event } of new GivenEvents().broadcast('b1').events)
      await eventStore.append(stream, await eventStore.head(stream), [event]);
    return ledger;
  }

  start(chosen: readonly Projection[] = projections): void {
    this.#stop = new AbortController();
    this.#reached = () => undefined;
    this.#running = runProjections({
      eventStore: this.eventStore,
      writer: this.writer,
      projections: chosen,
      open: opened,
      signal: this.#stop.signal,
      coalesceMs: 0,
      onCommitted: ({ position }) => this.#reached(position),
    });
  }

  /** Resolves when a commit has reached `end`. */
  shownAt(end: number): Promise<void> {
    return new Promise((resolve) => {
      this.#reached = (position) => {
        if (position >= end) resolve();
      };
    });
  }

  async project(chosen: readonly Projection[] = projections): Promise<void> {
    const end = await this.eventStore.lastPosition();
    this.start(chosen);
    const there = this.shownAt(end);
    await Promise.race([there, this.#running?.finished]);
    this.#stop?.abort();
    await this.#running?.finished;
  }

  compare(more: Partial<CompareViewsOptions> = {}): Promise<ViewsComparison> {
    return compareViews({
      eventStore: this.eventStore,
      projections,
      shown: this.stores.reader,
      served: true,
      open: opened,
      pause: () => Promise.resolve(),
      looksMax: 3,
      ...more,
    });
  }

  async close(): Promise<void> {
    this.#stop?.abort();
    await this.#running?.finished.catch(() => undefined);
    await this.writer.close();
    await this.stores.close();
  }
}
