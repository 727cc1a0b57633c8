import { Button, TextInput } from '@mantine/core';
import { t } from '../../languages/language.js';
import type { AccountName as Owner } from './use-account-name.js';

interface AccountNameProps {
  readonly owner: Owner;
  readonly error: string | undefined;
}

/** Customers cannot edit the name, because the bank supplies it. */
export function AccountName({ owner, error }: AccountNameProps) {
  return (
    <div>
      <TextInput
        label={t('Account Name')}
        name="user_account_name"
        size="md"
        readOnly
        placeholder={t('Filled in by the bank')}
        value={owner.searching ? t('Searching...') : owner.name}
        error={owner.error ?? error}
      />
      <p className="nl-hidden" role="status">
        {owner.searching ? t('Searching...') : (owner.error ?? owner.name)}
      </p>
      {owner.error && !owner.searching ? (
        <Button variant="subtle" size="compact-md" mt={6} onClick={owner.again}>
          {t('Look it up again')}
        </Button>
      ) : null}
    </div>
  );
}
