/**
 * Result of one check of `doctor`. `note` is information without a judgement. `unknown` means that the check
 * could not finish.
 */
export interface DoctorLine {
  readonly check: string;
  readonly result: 'right' | 'wrong' | 'unknown' | 'note';
  readonly text: string;
}

const line =
  (result: DoctorLine['result']) =>
  (check: string, text: string): DoctorLine => ({ check, result, text });

export const right = line('right');
export const wrong = line('wrong');
export const unknown = line('unknown');
export const note = line('note');
