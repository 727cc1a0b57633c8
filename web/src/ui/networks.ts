import { NETWORKS, type NetworkCode } from '../../../services/contracts/services.js';

/** How the operators write themselves. */
const DISPLAY: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'Glo', 3: 'Airtel', 4: '9mobile' };

export const NETWORK_CODES: readonly NetworkCode[] = [1, 2, 3, 4];

export const networkName = (code: NetworkCode): string => DISPLAY[code];

/** From a code or a name of the contract. */
export function networkOf(text: string | undefined): NetworkCode | undefined {
  return NETWORK_CODES.find((code) => String(code) === text || NETWORKS[code] === text);
}
