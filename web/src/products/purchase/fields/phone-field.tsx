import { TextInput } from '@mantine/core';
import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { useOwnPhone } from '../../../api/user-data.api.js';
import { phoneText } from '../../../domain/phone.js';
import { t } from '../../../languages/language.js';
import { loadPart } from '../../../ui/feedback/load-part.js';

const ContactButton = loadPart(() => import('./contact-button.js'));

interface PhoneFieldProps {
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (phone: string) => void;
  readonly error?: string | undefined;
  readonly children?: ReactNode;
}

export function PhoneField({
  label = t('Phone number'),
  description,
  value,
  onChange,
  error,
  children,
}: PhoneFieldProps) {
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        size="md"
        placeholder="0803 123 4567"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          'contacts' in navigator ? (
            <Suspense>
              <ContactButton onPick={onChange} />
            </Suspense>
          ) : undefined
        }
      />
      {children}
    </div>
  );
}

/**
 * The customer's own number is not filled in while the field has the focus, because it would mix with the
 * typed digits.
 */
export function usePhoneTyped(typed: string | undefined): string {
  const own = phoneText(useOwnPhone());
  const [offered, setOffered] = useState(own);
  // With `useEffect`, the focus could move between rendering and reading `activeElement`.
  useLayoutEffect(() => {
    const offer = (): void => setOffered(own);
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement && field.name === 'phone')) return offer();
    field.addEventListener('blur', offer, { once: true });
    return () => field.removeEventListener('blur', offer);
  }, [own]);
  return typed ?? offered;
}
