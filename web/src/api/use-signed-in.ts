import { useSelector } from 'react-redux';
import { may, type Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { AdminSessionState, SignedInAdministrator } from './admin-session.slice.js';

interface Root {
  readonly adminSession: AdminSessionState;
}

const LEAVING: SignedInAdministrator = { firstName: '', role: 'auditor', permissions: [] };

export const useSignedIn = (): SignedInAdministrator =>
  useSelector(({ adminSession }: Root) =>
    adminSession.status === 'in' ? adminSession.administrator : LEAVING,
  );

/**
 * An owner has every permission. Use this hook only to hide controls. The server checks the permissions of
 * every call.
 */
export const useMay = (...wanted: readonly [Permission, ...Permission[]]): boolean =>
  may(useSignedIn(), wanted);
