import { z } from 'zod';
import { localPhone } from '../contracts/phones.js';
import { MonnifySession, type MonnifyOptions } from '../funding/monnify/monnify.session.js';
import { ProviderUnavailable } from '../funding/payment-provider.js';
import type { BvnMatcher } from './bvn-matcher.js';

const Said = z.enum(['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH']);
const MatchBody = z.object({
  bvn: z.string(),
  name: z.object({ matchStatus: Said }),
  dateOfBirth: Said,
  mobileNo: Said,
});
const NAMES = { FULL_MATCH: 'full', PARTIAL_MATCH: 'partial', NO_MATCH: 'none' } as const;

/** `bvn-details-match` of Monnify. What it says may repeat what it was told, so none of its words are passed on. */
export function createMonnifyBvn(options: MonnifyOptions): BvnMatcher {
  const session = new MonnifySession(options);
  return {
    async match({ bvn, name, dateOfBirth, phone }) {
      const body = { bvn, name, dateOfBirth, mobileNo: localPhone(phone) };
      const answer = await session.call('POST', '/api/v1/vas/bvn-details-match', body);
      if (answer.status !== 200 && /invalid bvn/i.test(answer.message)) return { bvn: 'unknown' };
      const said = MatchBody.safeParse(answer.body);
      if (answer.status !== 200 || !said.success || said.data.bvn !== bvn)
        throw new ProviderUnavailable(`Monnify answered a BVN match with ${answer.status}`);
      return {
        bvn: 'known',
        name: NAMES[said.data.name.matchStatus],
        dateOfBirth: said.data.dateOfBirth === 'FULL_MATCH',
        phone: said.data.mobileNo === 'FULL_MATCH',
      };
    },

    close: () => session.close(),
  };
}
