import { Suspense } from 'react';
import type { NetworkCode, Service } from '../../../../services/contracts/services.js';
import { useBeneficiariesOf, type Beneficiary } from '../../api/beneficiaries.api.js';
import { useOwnPhone } from '../../api/user-data.api.js';
import { buyer } from '../../domain/buyer.js';
import { networkOfName } from '../../domain/brands/network.js';
import { phoneText } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Chips } from '../../ui/form/chips.js';
import { useRoomForTwo } from '../../ui/layout/page.js';

/** Only beside a number that is typed to its end, and is not the customer's own. */
const RecipientName = loadPart(() => import('./recipient-name.js'));

const SHOWN = 4;

/** Who can be picked instead of typed. */
export interface RecipientChoice {
  readonly service: Service;
  readonly onPick: (recipient: Beneficiary) => void;
  /** Offers the customer's own number too. */
  readonly ownNumber?: boolean;
  /** Who stands in the form now, in the words of the form, once that is a whole number. */
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

/** The network on which this customer bought for a number last: numbers move between networks. */
export function useLastNetwork(service: Service, phone: string | undefined): NetworkCode | undefined {
  const { data } = useBeneficiariesOf(service);
  const known = [...(data?.recent ?? []), ...(data?.saved ?? [])];
  return networkOfName(known.find(({ recipient }) => phoneText(recipient) === phone)?.provider);
}

/** People and meters bought for before, saved ones first, each once, with numbers as people write them. */
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

/**
 * They stand under the field, so that nobody types the same number twice; beside the form where there is room. Who stands in the
 * field is called by the name they are kept under, or can be kept under one.
 */
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
