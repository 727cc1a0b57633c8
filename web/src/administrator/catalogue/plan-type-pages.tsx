import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { PlanTypeCode } from '../../../../services/contracts/data.contract.js';
import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import type { SwitchedNetwork } from './admin-catalogue.api.js';
import { optionsOf, SwitchForm, SwitchPage, TEXTS } from './switch-form.js';

interface PlanTypeFormProps {
  readonly networks: readonly SwitchedNetwork[];
  readonly on: boolean;
}

function PlanTypeForm({ networks, on }: PlanTypeFormProps) {
  const [networkCode, setNetwork] = useState('');
  const [typeCode, setType] = useState('');
  const network = networks.find(({ code }) => String(code) === networkCode);
  const planType = network?.plan_types.find(({ code }) => String(code) === typeCode);
  const name = `${planType?.name} of ${network?.name}`;
  const { send, busy, error, clear, question } = useConfirmedSend(
    on ? 'activatePlanType' : 'deactivatePlanType',
    TEXTS,
    `Disable ${name}?`,
  );
  return (
    <SwitchForm
      on={on}
      busy={busy}
      error={error}
      question={question}
      chosen={planType && { name, on: planType.on }}
      consequence={
        on
          ? `${name} will be sold again${network?.on ? '' : `, once ${network?.name} is active`}.`
          : `Nobody will be able to buy ${name}. What was bought before is still delivered.`
      }
      send={async () => {
        const body = {
          dataNetwork: Number(networkCode) as NetworkCode,
          plantype: Number(typeCode) as PlanTypeCode,
        };
        return (await send(body))?.message;
      }}
    >
      <NativeSelect
        label="Network"
        name="dataNetwork"
        size="md"
        value={networkCode}
        data={[{ value: '', label: 'Select a network' }, ...optionsOf(networks)]}
        onChange={(event) => {
          setNetwork(event.currentTarget.value);
          clear();
        }}
      />
      <NativeSelect
        label="Plan type"
        name="plantype"
        size="md"
        disabled={!network}
        value={typeCode}
        data={[{ value: '', label: 'Select a plan type' }, ...optionsOf(network?.plan_types ?? [])]}
        onChange={(event) => {
          setType(event.currentTarget.value);
          clear();
        }}
      />
    </SwitchForm>
  );
}

export const DisablePlanTypePage = () => (
  <SwitchPage title="Disable Plan Type" lead="Stops selling one type of data plans of a network.">
    {(networks) => <PlanTypeForm networks={networks} on={false} />}
  </SwitchPage>
);

export const ActivatePlanTypePage = () => (
  <SwitchPage title="Activate Plan Type" lead="Sells one type of data plans of a network again.">
    {(networks) => <PlanTypeForm networks={networks} on />}
  </SwitchPage>
);
