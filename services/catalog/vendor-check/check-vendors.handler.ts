import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { request } from 'undici';
import { CONFIG } from '../../../infra/config/settings.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { now } from '../../../infra/host/clock.js';
import { timeoutSignal } from '../../../infra/host/timers.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { createVendors, webhookOf } from '../../vendors/vendors.js';
import type { ClosableVendor } from '../../vendors/vendor-adapter.js';
import { Catalog } from '../catalog.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import type { VendorRow } from '../vendor-rows.js';
import { type CheckLine, checkVendor } from './check-vendor.js';

export interface CheckedVendor {
  readonly code: number;
  readonly name: string;
  readonly lines: readonly CheckLine[];
  readonly resumed: boolean;
}

/**
 * Checks one vendor or all vendors, without moving money. Ends a pause for wrong keys when the check finds
 * the keys right.
 */
export class CheckVendors extends Command<readonly CheckedVendor[]> {
  constructor(
    readonly vendor: number | undefined,
    readonly context: EventContext,
  ) {
    super();
  }
}

type Settings = Pick<VendorSettings, 'VENDOR_QUERY_TIMEOUT' | 'VTPASS_WEBHOOK_SECRET'> & {
  readonly PUBLIC_URL?: string | undefined;
};

const PATIENCE_MS = 4_000;

@CommandHandler(CheckVendors)
export class CheckVendorsHandler implements ICommandHandler<CheckVendors> {
  private readonly underWay = new Map<number, Promise<readonly CheckLine[]>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
    @Inject(CONFIG) private readonly settings: Settings,
  ) {}

  execute({ vendor, context }: CheckVendors): Promise<readonly CheckedVendor[]> {
    const rows = this.catalog.vendors().filter(({ code }) => vendor === undefined || code === vendor);
    return Promise.all(
      rows.map(async (row) => {
        const { code, name } = row;
        const paused = this.catalog.state.accountPauses.get(code);
        const lines = await this.linesOf(row);
        const resumed = paused?.fault === 'access' && isLetIn(lines);
        if (resumed)
          await this.stream.change(
            {
              type: 'ResumeVendorAccount',
              vendor: code,
              reason: 'A check found its keys right',
              seen: paused.id,
            },
            { ...context, now: now() },
          );
        return { code, name, lines, resumed };
      }),
    );
  }

  private linesOf(row: VendorRow): Promise<readonly CheckLine[]> {
    let check = this.underWay.get(row.code);
    if (!check) {
      check = this.check(row).finally(() => this.underWay.delete(row.code));
      this.underWay.set(row.code, check);
    }
    return check;
  }

  private async check(row: VendorRow): Promise<readonly CheckLine[]> {
    const timeoutMs = Math.min(this.settings.VENDOR_QUERY_TIMEOUT, PATIENCE_MS);
    let vendor: ClosableVendor | undefined;
    try {
      return await checkVendor({
        row,
        open: (onAnswer) => {
          const options = { postTimeoutMs: timeoutMs, queryTimeoutMs: timeoutMs, onAnswer };
          return (vendor = createVendors([row], options).get(row.code)!);
        },
        plans: this.catalog.state,
        webhook: () => this.webhookLine(row.adapter, timeoutMs),
        now,
      });
    } finally {
      await vendor?.close();
    }
  }

  /** Sends a request to our own webhook, as the vendor would. */
  private async webhookLine(adapter: string, timeoutMs: number): Promise<CheckLine> {
    const check = 'webhook';
    const webhook = webhookOf(adapter);
    if (!webhook) return { check, result: 'right', text: 'it sends no webhooks' };
    const { PUBLIC_URL, VTPASS_WEBHOOK_SECRET } = this.settings;
    const shown = `${webhook.path}${webhook.unsigned ? '<VTPASS_WEBHOOK_SECRET>' : ''}`;
    if (PUBLIC_URL === undefined)
      return {
        check,
        result: 'unknown',
        text: `set PUBLIC_URL, and register its address ${shown} at the vendor`,
      };
    const address = new URL(`${webhook.path}${webhook.unsigned ? VTPASS_WEBHOOK_SECRET : ''}`, PUBLIC_URL);
    const signal = timeoutSignal(timeoutMs);
    const status = await request(address, { method: 'POST', body: '{}', headers: JSON_BODY, signal }).then(
      ({ statusCode, body }) => body.dump().then(() => statusCode),
      () => undefined,
    );
    const isReached = status !== undefined && status < 500 && status !== 404;
    return isReached
      ? {
          check,
          result: 'right',
          text: `register ${new URL(PUBLIC_URL).origin}${shown} at the vendor: it is reached`,
        }
      : {
          check,
          result: 'wrong',
          text: `${new URL(PUBLIC_URL).origin}${shown} ${status === undefined ? 'is not reached' : `answers ${status}`}: check the proxy`,
        };
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

const isLetIn = (lines: readonly CheckLine[]): boolean =>
  lines.every(({ check, result }) => (check !== 'credentials' && check !== 'query') || result === 'right');
