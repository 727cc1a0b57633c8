import type { Dispatch } from '@reduxjs/toolkit';

const AGAIN_AFTER_MS = 10_000;

/** Asks a question of the cache once more. False when nobody looks at it any more. */
type AskAgain = (question: string, dispatch: Dispatch) => boolean;

/**
 * Questions that got no answer while something older is shown for them: what was read before, or a copy that this device
 * kept. They are asked again until they are answered: an old balance does not stay on the screen as if it were today's.
 */
export class StaleAnswers {
  /** By question, when its copy was read, milliseconds since 1970; undefined where what is shown is no copy. */
  private readonly questions = new Map<string, number | undefined>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onCopies told when the oldest of the copies that are shown was read; undefined when none is */
  constructor(
    private readonly askAgain: AskAgain,
    private readonly onCopies: (savedAt: number | undefined) => void,
  ) {}

  answered(question: string): void {
    this.questions.delete(question);
    this.tell();
  }

  unanswered(question: string, savedAt: number | undefined, dispatch: Dispatch): void {
    this.questions.set(question, savedAt);
    this.tell();
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const each of this.questions.keys())
        if (!this.askAgain(each, dispatch)) this.questions.delete(each);
      this.tell();
    }, AGAIN_AFTER_MS);
  }

  private tell(): void {
    const copies = [...this.questions.values()].filter((savedAt) => savedAt !== undefined);
    this.onCopies(copies.length === 0 ? undefined : Math.min(...copies));
  }
}
