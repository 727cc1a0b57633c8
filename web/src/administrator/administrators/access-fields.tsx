import '@mantine/core/styles/Checkbox.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { ADMIN_ROLES } from '../../../../services/contracts/admin/administrator-access.contract.js';
import {
  PERMISSIONS,
  type Permission,
} from '../../../../services/contracts/admin/administrators.contract.js';
import { type Administrator, ROLE_TEXT } from './administrators.api.js';
import classes from './administrators.module.css';

const WORDS: Readonly<Record<Permission, { readonly label: string; readonly about: string }>> = {
  support: { label: 'Support', about: 'Helps customers, and sees who they are.' },
  finance: { label: 'Finance', about: 'Moves money, sets prices and vendors.' },
  owner: { label: 'Owner', about: 'May everything, and decides about administrators.' },
};

export type Access = Pick<Administrator, 'role' | 'permissions'>;

export function AccessFields({
  access: { role, permissions },
  onChange,
}: {
  readonly access: Access;
  readonly onChange: (access: Access) => void;
}) {
  const toggle = (permission: Permission, on: boolean): void =>
    onChange({
      role,
      permissions: PERMISSIONS.filter((one) => (one === permission ? on : permissions.includes(one))),
    });
  return (
    <>
      <NativeSelect
        label="Role"
        size="md"
        value={role}
        data={ADMIN_ROLES.map((value) => ({ value, label: ROLE_TEXT[value] }))}
        onChange={(event) =>
          onChange({ role: event.currentTarget.value === 'admin' ? 'admin' : 'auditor', permissions })
        }
      />
      {role === 'auditor' ? (
        <p className={classes.soft}>Reads everything, with personal data masked, and changes nothing.</p>
      ) : (
        <fieldset className={classes.permissions}>
          <legend>Permissions</legend>
          {PERMISSIONS.map((permission) => (
            <Checkbox
              key={permission}
              label={WORDS[permission].label}
              description={WORDS[permission].about}
              checked={permissions.includes(permission)}
              onChange={(event) => toggle(permission, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
