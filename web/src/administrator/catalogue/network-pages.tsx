import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import type { SwitchedNetwork } from './admin-catalogue.api.js';
import { optionsOf, SwitchForm, SwitchPage, TEXTS } from './switch-form.js';

interface NetworkFormProps {
  readonly networks: readonly SwitchedNetwork[];
  readonly on: boolean;
}

function NetworkForm({ networks, on }: NetworkFormProps) {
  const [code, setCode] = useState('');
  const chosen = networks.find((network) => String(network.code) === code);
  const { send, busy, error, clear, question } = useConfirmedSend(
    on ? 'activateNetwork' : 'disableNetwork',
    TEXTS,
    `Disable ${chosen?.name}?`,
  );
  return (
    <SwitchForm
      on={on}
      chosen={chosen}
      busy={busy}
      error={error}
      question={question}
      consequence={
        on
          ? `Airtime and data of ${chosen?.name} will be sold again.`
          : `Nobody will be able to buy airtime or data of ${chosen?.name}. What was bought before is still delivered.`
      }
      send={async () => (await send({ datanetwork: Number(code) as NetworkCode }))?.message}
    >
      <NativeSelect
        label="Network"
        name="datanetwork"
        size="md"
        value={code}
        data={[{ value: '', label: 'Select a network' }, ...optionsOf(networks)]}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          clear();
        }}
      />
    </SwitchForm>
  );
}

export const DisableNetworkPage = () => (
  <SwitchPage title="Disable Network" lead="Stops selling airtime and data of a network.">
    {(networks) => <NetworkForm networks={networks} on={false} />}
  </SwitchPage>
);

export const ActivateNetworkPage = () => (
  <SwitchPage title="Activate Network" lead="Sells airtime and data of a network again.">
    {(networks) => <NetworkForm networks={networks} on />}
  </SwitchPage>
);
