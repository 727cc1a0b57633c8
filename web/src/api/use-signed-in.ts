import { useSelector } from 'react-redux';
import { may, type Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { AdminSessionState, SignedInAdministrator } from './admin-session.slice.js';

interface Root {
  readonly adminSession: AdminSessionState;
}

/** Pages render once more during sign-out, with no permissions. */
const LEAVING: SignedInAdministrator = { firstName: '', role: 'auditor', permissions: [] };

export const useSignedIn = (): SignedInAdministrator =>
  useSelector(({ adminSession }: Root) =>
    adminSession.status === 'in' ? adminSession.administrator : LEAVING,
  );

/** True with any of the permissions. Only hides controls: the server enforces the permissions. */
export const useMay = (...wanted: readonly [Permission, ...Permission[]]): boolean =>
  may(useSignedIn(), wanted);
