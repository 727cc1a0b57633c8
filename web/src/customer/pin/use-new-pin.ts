import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { tokenStore } from '../../api/token-store.js';
import { msg, t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';

const REPEATED = /^(\d)\1{3}$/;

function sequential(pin: string): boolean {
  const steps = [1, 2, 3].map((place) => Number(pin[place]) - Number(pin[place - 1]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

export function pinFault(
  pin: string,
  again: string,
): { readonly pin?: string; readonly again?: string } | undefined {
  if (pin.length < 4) return { pin: t('Enter four digits.') };
  if (REPEATED.test(pin) || sequential(pin))
    return { pin: t('Choose a PIN that is harder to guess than this one.') };
  if (pin !== again) return { again: t('The two PINs are not the same.') };
  return undefined;
}

export const NEW_PIN = {
  label: msg('New PIN'),
  repeatLabel: msg('Repeat the new PIN'),
  name: 'new_pin',
} as const;

export function useNewPin(onEdit: () => void, savedText = t('Transaction pin changed successfully!')) {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState<ReturnType<typeof pinFault>>();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const editing =
    <Value>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      setFault(undefined);
      onEdit();
    };
  return {
    pin,
    again,
    fault,
    editing,
    onPin: editing(setPin),
    onAgain: editing(setAgain),
    complete: (): boolean => {
      const found = pinFault(pin, again);
      setFault(found);
      return found === undefined;
    },
    saved: (answer: { readonly access_token: string; readonly message: string }): void => {
      tokenStore.write(answer.access_token);
      dispatch(api.util.invalidateTags(['Wallet']));
      toast(answer.message || savedText);
      void navigate('/home', { replace: true });
    },
  };
}
