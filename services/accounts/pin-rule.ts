/** Why a PIN may not be used, or undefined. Exactly four digits; not one digit repeated, not counting up or down. */
export function pinFault(pin: string): string | undefined {
  if (!/^\d{4}$/.test(pin)) return 'must be exactly four digits';
  const steps = [1, 2, 3].map((index) => (Number(pin[index]) - Number(pin[index - 1]) + 10) % 10);
  if (steps.every((step) => step === 0)) return 'must not repeat one digit';
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9))
    return 'must not be in sequence';
  return undefined;
}
