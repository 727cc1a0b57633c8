import type { Logger } from 'pino';
import type { Mark, PositionMarks } from './position-marks.js';
import { reasonOf } from '../connection/store-failures.js';

/** Logs failures of `marks` as warnings, because a start without marks is only slower. */
export class LenientMarks implements PositionMarks {
  constructor(
    private readonly marks: PositionMarks,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  nearest(ordinal: number): Promise<Mark | undefined> {
    return this.attempt('read', () => this.marks.nearest(ordinal));
  }

  async save(mark: Mark): Promise<void> {
    await this.attempt('kept', () => this.marks.save(mark));
  }

  async clear(): Promise<void> {
    await this.attempt('dropped', () => this.marks.clear());
  }

  private async attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, `marks of the event log could not be ${what}`);
      return undefined;
    }
  }
}
