import { Suspense } from 'react';
import type { Service } from '../../../../services/contracts/services.js';
import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { useBeneficiariesOf, type Beneficiary } from '../../api/beneficiaries.api.js';
import { useOwnPhone } from '../../api/user-data.api.js';
import { buyer } from '../../domain/buyer.js';
import { networkOfName } from '../../domain/brands/network.js';
import { phoneText } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Chips } from '../../ui/form/chips.js';
import { useRoomForTwo } from '../../ui/layout/page.js';

/** `RecipientName` is loaded only for a complete number that is not the customer's own. */
const RecipientName = loadPart(() => import('./recipient-name.js'));

const SHOWN = 4;

export interface RecipientChoice {
  readonly service: Service;
  readonly onPick: (recipient: Beneficiary) => void;
  readonly ownNumber?: boolean;
  readonly typed?: Partial<Omit<Beneficiary, 'id' | 'service'>> | undefined;
}

const mine = (service: Service, phone: string): Beneficiary => ({
  id: '',
  service,
  recipient: phone,
  name: t('My number'),
  provider: '',
  kind: '',
});

/**
 * Network of the customer's last purchase for this phone number. More reliable than `networkOfPhone`, because a
 * customer can move a number to another network.
 */
export function useLastNetwork(service: Service, phone: string | undefined): NetworkCode | undefined {
  const { data } = useBeneficiariesOf(service);
  const known = [...(data?.recent ?? []), ...(data?.saved ?? [])];
  return networkOfName(known.find(({ recipient }) => phoneText(recipient) === phone)?.provider);
}

/**
 * The customer's own number, followed by the saved recipients and the recent recipients. Each recipient
 * appears only once.
 */
export function useKnownRecipients({ service, ownNumber }: RecipientChoice): readonly Beneficiary[] {
  const ownPhone = useOwnPhone();
  const { data } = useBeneficiariesOf(service);
  const own = ownNumber && ownPhone ? [mine(service, ownPhone)] : [];
  const all = [...own, ...(data?.saved ?? []), ...(data?.recent ?? [])].map((each) => ({
    ...each,
    recipient: phoneText(each.recipient),
  }));
  return [...new Map(all.reverse().map((each) => [each.recipient, each])).values()].reverse();
}

export function Recipients(choice: RecipientChoice) {
  const known = useKnownRecipients(choice);
  const { service, typed } = choice;
  const own = useOwnPhone();
  return (
    <>
      {useRoomForTwo() ? null : (
        <Chips
          label={choice.ownNumber ? t('Recent numbers') : t('Recent and saved')}
          inLine={choice.ownNumber && !buyer().house ? 'awaited' : 'known'}
          options={known.slice(0, SHOWN).map(({ recipient, name }) => ({
            value: recipient,
            text: name ? `${name} ${recipient}` : recipient,
          }))}
          onPick={(picked) => {
            const found = known.find(({ recipient }) => recipient === picked);
            if (found) choice.onPick(found);
          }}
        />
      )}
      {typed?.recipient && typed.recipient !== phoneText(own) && !buyer().house ? (
        <Suspense>
          <RecipientName key={typed.recipient} {...typed} service={service} recipient={typed.recipient} />
        </Suspense>
      ) : null}
    </>
  );
}
