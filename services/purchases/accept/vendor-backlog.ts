import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { VendorQueue } from '../settle/pending-purchases.js';

/** Purchases per vendor, and events of the log, of which some always wait. */
const UNSENT_MIN = 256;
const LAG_MIN = 5_000;
/** Events per second that the worker is taken to handle until it was seen at work. */
const EVENTS_PER_SECOND = 1_000;

const PRESSING_SHARE = 0.25;

export interface DispatchLag {
  /** Last position of the log. */
  readonly last: number;
  /** Position that the worker has reached. */
  readonly reached: number;
  readonly queues: readonly VendorQueue[];
}

/** Counts what was taken in the last `seconds` in which something waited all the time. */
class TakenLately {
  private readonly perSecond: number[];
  private next = 0;
  private sum: number;
  private total: number | undefined;
  private waited = false;
  /** Queue length divided by its limit. Above 1, purchases are refused. */
  share = 0;

  constructor(
    seconds: number,
    presumed: number,
    private readonly least: number,
  ) {
    this.perSecond = Array.from({ length: seconds }, () => presumed);
    this.sum = seconds * presumed;
  }

  /** @param total taken since a start, which begins again at 0 */
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
 * Refuses purchases while more wait than vendors take within `VENDOR_BACKLOG_MAX`. A vendor that stands still
 * stops only its own sales.
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

  /** False when `VENDOR_BACKLOG_MAX` is 0. */
  get limited(): boolean {
    return this.seconds > 0;
  }

  /** True when the worker falls so far behind that it needs the processor more than callers do. */
  get pressing(): boolean {
    return this.log.share > PRESSING_SHARE;
  }

  /** True when the worker is too far behind for purchases of any vendor. */
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
