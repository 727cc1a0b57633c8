/** The part that was opened last is closed first. */
export class CloseStack {
  private readonly steps: (() => unknown)[] = [];

  adopt<Opened>(opened: Opened, close: (opened: Opened) => unknown): Opened {
    this.steps.push(() => close(opened));
    return opened;
  }

  /**
   * Closes all parts, even when a part fails to close.
   * @throws the first error, after all parts are closed
   */
  async close(): Promise<void> {
    const faults: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop())
      try {
        await step();
      } catch (error) {
        faults.push(error);
      }
    if (faults.length > 0) throw faults[0];
  }
}
