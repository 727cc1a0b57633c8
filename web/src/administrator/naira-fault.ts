/** Error of an amount field that is not empty. `valid` tells whether the form accepts the amount. */
export const nairaFault = (typed: string, valid: boolean): string | undefined =>
  valid || typed.trim() === '' ? undefined : 'Enter an amount in naira, like 1,500.50.';
