/** What has to be closed, in the opposite order of its opening. */
export class Closing {
  private readonly steps: (() => unknown)[] = [];

  /** Remembers how to close what was just opened. */
  adopt<Opened>(opened: Opened, close: (opened: Opened) => unknown): Opened {
    this.steps.push(() => close(opened));
    return opened;
  }

  /** Closes everything, even when one of the steps fails. @throws the first fault, at the end */
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
