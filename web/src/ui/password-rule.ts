const LENGTH_MIN = 8;

/** What is wrong with a new password and its repetition; undefined when nothing is. */
export function passwordFault(
  first: string,
  second: string,
): { readonly password1?: string; readonly password2?: string } | undefined {
  if (first.length < LENGTH_MIN) return { password1: `Use at least ${LENGTH_MIN} characters.` };
  if (first !== second) return { password2: 'The two passwords are not the same.' };
  return undefined;
}
