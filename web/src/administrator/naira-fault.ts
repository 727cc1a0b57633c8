export const nairaFault = (typed: string, valid: boolean): string | undefined =>
  valid || typed.trim() === '' ? undefined : 'Enter an amount in naira, like 1,500.50.';
