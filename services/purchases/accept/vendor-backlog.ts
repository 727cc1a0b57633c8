import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { VendorQueue } from '../settle/pending-purchases.js';

/**
 * Never refuse a purchase while a vendor has at most `UNSENT_MIN` unsent purchases and the log at most
 * `LAG_MIN` unhandled events.
 */
const UNSENT_MIN = 256;
const LAG_MIN = 5_000;
/** Assumed number of events per second before the worker's real speed is known. */
const EVENTS_PER_SECOND = 1_000;

const PRESSING_SHARE = 0.25;

export interface DispatchLag {
  /** Position of the last event in the log. */
  readonly last: number;
  /** Position up to which the worker has handled the log. */
  readonly reached: number;
  readonly queues: readonly VendorQueue[];
}

/**
 * Measures how many entries leave a queue per second. Counts only the last `seconds` seconds in which the queue
 * was not empty.
 */
class TakenLately {
  private readonly perSecond: number[];
  private next = 0;
  private sum: number;
  private total: number | undefined;
  private waited = false;
  /** Length of the queue divided by its limit. Purchases are refused while this value is above 1. */
  share = 0;

  constructor(
    seconds: number,
    presumed: number,
    private readonly least: number,
  ) {
    this.perSecond = Array.from({ length: seconds }, () => presumed);
    this.sum = seconds * presumed;
  }

  /** @param total entries that have left the queue so far; may fall to 0 when the worker restarts */
  look(waiting: number, total: number): void {
    const before = this.total ?? total;
    const taken = total < before ? total : total - before;
    if (this.waited && waiting > 0) {
      this.sum += taken - this.perSecond[this.next]!;
      this.perSecond[this.next] = taken;
      this.next = (this.next + 1) % this.perSecond.length;
    }
    this.total = total;
    this.waited = waiting > 0;
    this.share = waiting / Math.max(this.least, this.sum);
  }
}

/**
 * Refuses purchases when more are waiting than can be handled within `VENDOR_BACKLOG_MAX`. When one vendor
 * hangs, only purchases from this vendor are refused.
 */
@Injectable()
export class VendorBacklog {
  private readonly seconds: number;
  private readonly presumed: number;
  private readonly log: TakenLately;
  private readonly vendors = new Map<number, TakenLately>();

  constructor(
    @Inject(CONFIG)
    settings: {
      readonly VENDOR_BACKLOG_MAX: number;
      readonly VENDOR_CONCURRENCY: number;
    },
  ) {
    this.seconds = Math.ceil(settings.VENDOR_BACKLOG_MAX / 1_000);
    this.presumed = settings.VENDOR_CONCURRENCY;
    this.log = new TakenLately(this.seconds, EVENTS_PER_SECOND, LAG_MIN);
  }

  /** False when `VENDOR_BACKLOG_MAX` is 0, which turns off the limit. */
  get limited(): boolean {
    return this.seconds > 0;
  }

  /** True when the worker is far behind the log, and needs the processor more urgently than API calls do. */
  get pressing(): boolean {
    return this.log.share > PRESSING_SHARE;
  }

  /** True when the worker is so far behind the log that purchases of all vendors are refused. */
  get full(): boolean {
    return this.log.share > 1;
  }

  /** Call once a second. */
  look({ last, reached, queues }: DispatchLag): void {
    if (!this.limited) return;
    this.log.look(last - reached, reached);
    for (const { vendor, unsent, taken } of queues) {
      let lately = this.vendors.get(vendor);
      if (!lately)
        this.vendors.set(vendor, (lately = new TakenLately(this.seconds, this.presumed, UNSENT_MIN)));
      lately.look(unsent, taken);
    }
  }

  /** @throws RuleBroken(VENDORS_BUSY) */
  require(vendor: number, service: string): void {
    if (this.full || (this.vendors.get(vendor)?.share ?? 0) > 1)
      throw new RuleBroken('VENDORS_BUSY', { service, seconds: this.seconds });
  }
}
