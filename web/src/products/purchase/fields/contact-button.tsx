import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { readPhone } from '../../../domain/phone.js';
import { t } from '../../../languages/language.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Chips } from '../../../ui/form/chips.js';
import { ProfileIcon } from '../../../ui/icons.js';
import { Sheet } from '../../../ui/layout/sheet.js';

/** Contact picker of the browser. Only mobile browsers have it. */
interface ContactPicker {
  readonly select: (
    properties: readonly ['tel'],
    options: { readonly multiple: false },
  ) => Promise<readonly { readonly tel?: readonly string[] }[]>;
}

interface ContactButtonProps {
  /** Local form, 08031234567. */
  readonly onPick: (phone: string) => void;
}

/** Asks only for phone numbers (`tel`), and uses only the number that the person chose. */
export default function ContactButton({ onPick }: ContactButtonProps) {
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const choose = async (): Promise<void> => {
    const { contacts } = navigator as Navigator & { readonly contacts: ContactPicker };
    // An error means that the picker is already open or not permitted.
    const picked = await contacts.select(['tel'], { multiple: false }).catch(() => []);
    const [contact] = picked;
    if (!contact) return;
    const found = new Set((contact.tel ?? []).flatMap((typed) => readPhone(typed) ?? []));
    const [first] = found;
    if (first === undefined) toast(t('This contact has no Nigerian phone number.'));
    else if (found.size === 1) onPick(first);
    else setNumbers([...found]);
  };
  const close = (): void => setNumbers([]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={40}
        aria-label={t('Choose from your contacts')}
        onClick={() => void choose()}
      >
        <ProfileIcon />
      </ActionIcon>
      {numbers.length > 0 ? (
        <Sheet title={t('Which number?')} onClose={close}>
          <Chips
            label={t('Numbers of this contact')}
            options={numbers.map((number) => ({ value: number, text: number }))}
            onPick={(number) => {
              close();
              onPick(number);
            }}
          />
        </Sheet>
      ) : null}
    </>
  );
}
