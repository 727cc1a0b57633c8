import type { NetworkCode, Service } from '../../../services/contracts/services.js';
import { useBeneficiariesOf, type Beneficiary } from '../api/beneficiaries.api.js';
import { useOwnPhone } from '../api/user-data.api.js';
import { networkOfName } from '../domain/network.js';
import { phoneText } from '../domain/phone.js';
import { Chips } from '../ui/form/chips.js';

const SHOWN = 4;

interface RecipientsProps {
  readonly service: Service;
  readonly onPick: (recipient: Beneficiary) => void;
  /** Offers the customer's own number too. */
  readonly ownNumber?: boolean;
  readonly label?: string;
}

const mine = (service: Service, phone: string): Beneficiary => ({
  id: '',
  service,
  recipient: phone,
  name: 'My number',
  provider: '',
  kind: '',
});

/** The network on which this customer bought for a number last: numbers move between networks. */
export function useLastNetwork(service: Service, phone: string | undefined): NetworkCode | undefined {
  const { data } = useBeneficiariesOf(service);
  const known = [...(data?.recent ?? []), ...(data?.saved ?? [])];
  return networkOfName(known.find(({ recipient }) => phoneText(recipient) === phone)?.provider);
}

/** People and meters bought for before, saved ones first, so that nobody types the same number twice. */
export function Recipients({ service, onPick, ownNumber, label = 'Recent and saved' }: RecipientsProps) {
  const ownPhone = useOwnPhone();
  const { data } = useBeneficiariesOf(service);
  const own = ownNumber && ownPhone ? [mine(service, ownPhone)] : [];
  const all = [...own, ...(data?.saved ?? []), ...(data?.recent ?? [])].map((each) => ({
    ...each,
    recipient: phoneText(each.recipient),
  }));
  const known = [...new Map(all.reverse().map((each) => [each.recipient, each])).values()].reverse();
  return (
    <Chips
      label={label}
      options={known.slice(0, SHOWN).map(({ recipient, name }) => ({
        value: recipient,
        text: name ? `${name} ${recipient}` : recipient,
      }))}
      onPick={(picked) => {
        const found = known.find(({ recipient }) => recipient === picked);
        if (found) onPick(found);
      }}
    />
  );
}
