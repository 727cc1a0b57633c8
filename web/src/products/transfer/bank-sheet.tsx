import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { Bank } from '../../../../services/contracts/fields/nuban.js';
import { t } from '../../languages/language.js';
import { SearchIcon } from '../../ui/icons.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from './bank-field.module.css';

interface BankSheetProps {
  readonly banks: readonly Bank[];
  readonly likely: readonly Bank[];
  readonly recent: readonly Bank[];
  readonly onPick: (code: string) => void;
  readonly onClose: () => void;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

export default function BankSheet({ banks, likely, recent, onPick, onClose }: BankSheetProps) {
  const [typed, setTyped] = useState('');
  const wanted = plain(useDeferredValue(typed));
  const found = banks.filter(({ name }) => plain(name).includes(wanted));
  const groups =
    wanted === ''
      ? [
          { title: t('Sent to before'), banks: recent },
          { title: t('May be the bank of this number'), banks: likely },
          { title: t('All banks'), banks },
        ]
      : [{ title: t('Found'), banks: found }];
  return (
    <Sheet title={t('Select Bank')} onClose={onClose}>
      <div className={classes.sheet}>
        <TextInput
          label={t('Find a bank')}
          type="search"
          size="md"
          maxLength={40}
          leftSection={<SearchIcon />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {groups
          .filter((group) => group.banks.length > 0)
          .map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h3>{group.title}</h3>
              <ul>
                {group.banks.map(({ code, name }) => (
                  <li key={code}>
                    <button type="button" onClick={() => onPick(code)}>
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        {found.length === 0 ? <p role="status">{t('No bank has this in its name.')}</p> : null}
      </div>
    </Sheet>
  );
}
