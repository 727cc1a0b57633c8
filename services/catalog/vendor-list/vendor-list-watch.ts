import { isYounger } from '../../contracts/stored-times.js';
import type { VendorRow } from '../vendor-rows.js';
import type { ListComparison } from './compare-list.js';

/** Counts of the differences between the list of a vendor and the catalogue. */
export interface VendorListCounts {
  readonly code: number;
  readonly name: string;
  /** Plans of ours whose code the list lacks. */
  readonly gone: number;
  readonly dearer: number;
  readonly cheaper: number;
  readonly uncoded: number;
  readonly fresh: number;
}

export interface VendorListWatchOptions {
  readonly vendors: () => readonly VendorRow[];
  readonly read: (row: VendorRow) => Promise<ListComparison>;
  /** 0 reads no list. */
  readonly everyMs: number;
  /** Milliseconds after the start before the first list is read. */
  readonly firstAfterMs: number;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Reads the lists of all vendors once per `everyMs`. Keeps the counts in memory. */
export class VendorListWatch {
  private readonly known = new Map<number, VendorListCounts>();
  private readonly dueFrom: number;
  private triedAt: number | undefined;
  private isRead = false;
  private reading: Promise<void> | undefined;

  constructor(private readonly options: VendorListWatchOptions) {
    this.dueFrom = options.now() + options.firstAfterMs;
  }

  /**
   * Counts by vendor. Undefined before the first list was read. A vendor that gave no list keeps its
   * last counts.
   */
  get counts(): readonly VendorListCounts[] | undefined {
    if (this.options.everyMs === 0) return [];
    return this.isRead ? [...this.known.values()] : undefined;
  }

  /** Starts to read the lists when they are due. Does not wait for the vendors. */
  look(): void {
    const { everyMs, now, onFault } = this.options;
    const nowMs = now();
    if (everyMs === 0 || this.reading || nowMs < this.dueFrom) return;
    if (this.triedAt !== undefined && isYounger(this.triedAt, nowMs, everyMs)) return;
    this.triedAt = nowMs;
    this.reading = this.readAll()
      .catch(onFault)
      .finally(() => (this.reading = undefined));
  }

  async settled(): Promise<void> {
    await this.reading;
  }

  private async readAll(): Promise<void> {
    const { vendors, read, onFault } = this.options;
    const rows = vendors();
    const codes = new Set(rows.map(({ code }) => code));
    for (const code of this.known.keys()) if (!codes.has(code)) this.known.delete(code);
    // Read one vendor after another, so that the network is not overloaded.
    for (const row of rows) {
      try {
        const comparison = await read(row);
        if (comparison.unlisted.length === 0) this.known.set(row.code, countsOf(row, comparison));
        this.isRead = true;
      } catch (error) {
        onFault(error);
      }
    }
  }
}

function countsOf({ code, name }: VendorRow, { differences }: ListComparison): VendorListCounts {
  const count = (...kinds: readonly string[]): number =>
    differences.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    code,
    name,
    gone: count('gone', 'recoded'),
    dearer: count('dearer'),
    cheaper: count('cheaper'),
    uncoded: count('uncoded'),
    fresh: count('new'),
  };
}
