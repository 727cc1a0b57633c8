/** Closes in reverse order of opening. */
export class CloseStack {
  private readonly steps: (() => unknown)[] = [];

  adopt<Opened>(opened: Opened, close: (opened: Opened) => unknown): Opened {
    this.steps.push(() => close(opened));
    return opened;
  }

  /** Closes everything even when a step fails. @throws the first fault at the end */
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
