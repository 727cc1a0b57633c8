import { ledger } from '../../../infra/testing/product.js';

export interface Hired {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly permission: string;
  readonly password: string;
}

/** Makes an administrator by the command line, beside the running product. */
export const hireAdministrator = (
  folder: string,
  { email, firstName, lastName, permission, password }: Hired,
): Promise<string> =>
  ledger(
    folder,
    [
      'create-admin',
      '--email',
      email,
      '--first-name',
      firstName,
      '--last-name',
      lastName,
      '--permissions',
      permission,
    ],
    {},
    `${password}\n`,
  );
