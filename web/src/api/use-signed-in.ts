import { useSelector } from 'react-redux';
import { may, type Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { AdminSessionState, SignedInAdministrator } from './admin-session.slice.js';

interface Root {
  readonly adminSession: AdminSessionState;
}

/** While somebody signs out, their pages are drawn once more: as those of somebody who may nothing. */
const LEAVING: SignedInAdministrator = { firstName: '', role: 'auditor', permissions: [] };

/** The administrator whose page this is. */
export const useSignedIn = (): SignedInAdministrator =>
  useSelector(({ adminSession }: Root) =>
    adminSession.status === 'in' ? adminSession.administrator : LEAVING,
  );

/**
 * Whether the administrator of this page may do what any of the permissions allows: what they may not is not offered.
 * The server decides.
 */
export const useMay = (...wanted: readonly [Permission, ...Permission[]]): boolean =>
  may(useSignedIn(), wanted);
