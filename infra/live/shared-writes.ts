/** Who has changed something lately, known to all processes, so that no list one of them asks for next is older. */
export interface SharedWrites {
  /** Told before a change is made. Returns at once and never fails. */
  note(userId: string): void;
  /** True also when it cannot be learnt: waiting for nothing costs less than showing an old list. */
  notedLately(userId: string): Promise<boolean>;
}
