const REPEATED = /^(\d)\1{3}$/;

function sequential(pin: string): boolean {
  const steps = [1, 2, 3].map((place) => Number(pin[place]) - Number(pin[place - 1]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** What is wrong with a PIN to be; the server decides, this only says it sooner. */
export function pinFault(
  pin: string,
  again: string,
): { readonly pin?: string; readonly again?: string } | undefined {
  if (pin.length < 4) return { pin: 'Enter four digits.' };
  if (REPEATED.test(pin) || sequential(pin))
    return { pin: 'Choose a PIN that is harder to guess than this one.' };
  if (pin !== again) return { again: 'The two PINs are not the same.' };
  return undefined;
}
