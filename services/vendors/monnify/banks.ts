import { ProviderUnavailable, type BankLookups } from '../payment-provider.js';
import { BanksBody, HolderBody } from './monnify.answers.js';
import { MonnifyClient, type MonnifyOptions } from './monnify.client.js';

export function createMonnifyBanks(options: MonnifyOptions): BankLookups {
  const client = MonnifyClient.forQuestions(options);
  return {
    async banks() {
      const answer = await client.ask('GET', '/api/v1/banks');
      const banks = BanksBody.safeParse(answer.body);
      if (answer.status !== 200 || !banks.success) throw new ProviderUnavailable('Monnify lists no banks');
      return banks.data
        .map(({ code, name }) => ({ code, name }))
        .sort((one, other) => one.name.localeCompare(other.name));
    },

    async accountName(bankCode, accountNumber) {
      const query = new URLSearchParams({ accountNumber, bankCode }).toString();
      const answer = await client.ask('GET', `/api/v1/disbursements/account/validate?${query}`);
      // Read the message too, because an unknown account and a bank that does not answer may have the same
      // status.
      if (answer.status !== 200 && /not f(?:i|ou)nd|invalid account|does not exist/i.test(answer.message))
        return undefined;
      const holder = HolderBody.safeParse(answer.body);
      if (answer.status !== 200 || !holder.success || holder.data.accountNumber !== accountNumber)
        throw new ProviderUnavailable(`Monnify answered a name enquiry with ${answer.status}`);
      return holder.data.accountName.trim();
    },

    close: () => client.close(),
  };
}
