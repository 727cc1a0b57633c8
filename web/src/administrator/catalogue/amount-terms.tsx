import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import { type AmountTerms as Terms, useAmountTermsQuery } from './admin-catalogue.api.js';
import classes from './admin-catalogue.module.css';

const NOT_LOADED = 'Ranges and commissions could not be loaded.';
const TEXTS = {
  refused: 'Nothing was changed.',
  broken: 'No answer came back. Look at the terms before you send them again.',
};

export function AmountTerms() {
  const { data: services, error, refetch } = useAmountTermsQuery();
  const [picked, setPicked] = useState('');
  const chosen = services?.find(({ service }) => service === picked);
  return (
    <Card title="Ranges and commissions" className={classes.wide}>
      <div className={classes.pick}>
        {!services && error ? (
          <LoadError error={error} fallback={NOT_LOADED} onRetry={() => void refetch()} />
        ) : null}
        {!services && !error ? <SkeletonRows rows={1} label="Loading ranges and commissions" /> : null}
        {services ? (
          <NativeSelect
            label="Service"
            name="service"
            size="md"
            value={picked}
            data={[
              { value: '', label: 'Select a service' },
              ...services.map(({ service, name }) => ({ value: service, label: name })),
            ]}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {chosen ? <TermsForm key={JSON.stringify(chosen)} terms={chosen} /> : null}
    </Card>
  );
}

function TermsForm({ terms }: { readonly terms: Terms }) {
  const maySet = useMay('finance');
  const { send, busy, error, clear } = useSend('setAmountTerms', TEXTS);
  const dispatch = useDispatch();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { service, minimum, maximum, commissions } = terms;
  const numberOf = (key: string, shown: number): number =>
    Number(plainAmount(ownEntry(typed, key) ?? String(shown)));
  const isValid = Object.values(typed).every((text) => plainAmount(text) !== undefined);
  const field = (key: string, label: string, shown: number, unit: string) => (
    <TextInput
      key={key}
      label={label}
      name={key}
      inputMode="decimal"
      autoComplete="off"
      size="md"
      rightSection={<span aria-hidden="true">{unit}</span>}
      readOnly={!maySet}
      value={ownEntry(typed, key) ?? String(shown)}
      onChange={(event) => {
        setTyped({ ...typed, [key]: event.currentTarget.value });
        clear();
      }}
    />
  );

  const change = async (): Promise<void> => {
    const shown = {
      minimum,
      maximum,
      commissions: commissions.map(({ code, percent }) => ({ code: String(code), percent })),
    };
    const answer = await send({
      service,
      minimum: numberOf('minimum', minimum),
      maximum: numberOf('maximum', maximum),
      commissions: shown.commissions.map(({ code, percent }) => ({ code, percent: numberOf(code, percent) })),
      loaded_terms: shown,
    });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    setTyped({});
    toast(answer.message);
  };
  return (
    <Form onSend={change}>
      <div className={classes.terms}>
        {field('minimum', 'Minimum amount', minimum, '₦')}
        {field('maximum', 'Maximum amount', maximum, '₦')}
        {commissions.map(({ code, name, percent }) =>
          field(String(code), `Commission of ${name}`, percent, '%'),
        )}
      </div>
      <FormError message={error} />
      {maySet ? (
        <BusyButton
          busy={busy}
          busyText="Processing..."
          disabled={Object.keys(typed).length === 0 || !isValid}
        >
          Change terms
        </BusyButton>
      ) : (
        <Notice tone="info" announce={false}>
          Changing it needs the permission finance.
        </Notice>
      )}
    </Form>
  );
}
