import type { RecordedEvent } from '../../infra/event-store/event-store.js';

export class Story {
  readonly lines: string[] = [];

  constructor(
    readonly kept: boolean,
    private readonly now: () => number,
  ) {}

  tell(who: string, what: () => string): void {
    if (!this.kept) return;
    const seconds = (this.now() / 1_000).toFixed(3).padStart(9);
    this.lines.push(`${seconds}  ${who.padEnd(12)} ${what()}`);
  }

  stored(by: string, events: readonly RecordedEvent[]): void {
    if (!this.kept) return;
    for (const { type, stream, revision, data } of events) {
      const { attempt, vendor, decision, code, why, reason, nextVendor, availableAfter } = data;
      const facts = { attempt, vendor, decision, code, why, reason, nextVendor, availableAfter };
      const told = Object.entries(facts).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
      );
      const about =
        type === 'PurchaseAccepted' || type.startsWith('Purchase') ? ` ${String(data['purchaseId'])}` : '';
      this.tell(by, () => `stored ${type}${about} as ${stream}@${revision} ${told.join(', ')}`);
    }
  }
}

export function messageOf(detail: unknown): string {
  if (detail instanceof Error) return `${detail.name}: ${detail.message}`;
  if (typeof detail !== 'object' || detail === null) return String(detail);
  const { err, reason, purchaseId } = detail as Readonly<Record<string, unknown>>;
  return [purchaseId, reason, err instanceof Error ? `${err.name}: ${err.message}` : undefined]
    .filter((each) => each !== undefined)
    .join(' ');
}
