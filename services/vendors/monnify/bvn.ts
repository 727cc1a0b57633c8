import { localPhone } from '../../contracts/fields/phones.js';
import { ProviderUnavailable } from '../payment-provider.js';
import type { BvnMatcher } from '../bvn-matcher.js';
import { BvnMatchBody } from './monnify.answers.js';
import { MonnifyClient, type MonnifyOptions } from './monnify.client.js';

const NAMES = { FULL_MATCH: 'full', PARTIAL_MATCH: 'partial', NO_MATCH: 'none' } as const;

/** Monnify's answers may repeat personal details, so their text never appears in a result or an error. */
export function createMonnifyBvn(options: MonnifyOptions): BvnMatcher {
  const client = MonnifyClient.forQuestions(options);
  return {
    async match({ bvn, name, dateOfBirth, phone }) {
      const body = { bvn, name, dateOfBirth, mobileNo: localPhone(phone) };
      const answer = await client.ask('POST', '/api/v1/vas/bvn-details-match', body);
      if (answer.status !== 200 && /invalid bvn/i.test(answer.message)) return { bvn: 'unknown' };
      const said = BvnMatchBody.safeParse(answer.body);
      if (answer.status !== 200 || !said.success || said.data.bvn !== bvn)
        throw new ProviderUnavailable(`Monnify answered a BVN match with ${answer.status}`);
      return {
        bvn: 'known',
        name: NAMES[said.data.name.matchStatus],
        dateOfBirth: said.data.dateOfBirth === 'FULL_MATCH',
        phone: said.data.mobileNo === 'FULL_MATCH',
      };
    },

    close: () => client.close(),
  };
}
