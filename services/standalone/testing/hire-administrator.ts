import { askServer } from '../../cli/control-socket.js';

export interface Hired {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly permission: string;
  readonly password: string;
}

/** Runs `ledger create-admin` in the server of `folder`. */
export const hireAdministrator = async (folder: string, { permission, ...person }: Hired): Promise<void> => {
  await askServer(folder, 'create-admin', { ...person, permissions: [permission] }, () => undefined);
};
