import type { NetworkCode } from '../../contracts/services.js';

/**
 * Network ids of this family as its most used script has them: 3 is 9mobile and 4 Airtel, where ours and other hosts'
 * are the other way round. So it is data of this vendor alone, and a test looks at it.
 */
export const SME_NETWORK: Readonly<Record<NetworkCode, number>> = { 1: 1, 2: 2, 3: 4, 4: 3 };
