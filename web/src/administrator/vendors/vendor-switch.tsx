import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import type { AccountPause, Category, Pause, Vendor } from './vendors.api.js';
import type { KnownOfVendors } from './vendor-facts.js';
import { VendorOrder } from './vendor-order.js';
import classes from './vendor-switch-page.module.css';

const TEXTS = {
  refused: 'The vendor could not be switched.',
  broken: 'An error occurred while switching the vendor. Look whether it was switched.',
};
const OFF = '0';

interface VendorSwitchProps {
  readonly category: Category;
  readonly vendors: readonly Vendor[];
  /** Code of the vendor that gets the orders of `service`. 0 when the service is off. */
  readonly active: number;
  readonly order: readonly number[];
  readonly pauses: readonly Pause[];
  readonly accountPauses: readonly AccountPause[];
  readonly known: KnownOfVendors;
  readonly maySwitch: boolean;
}

export function VendorSwitch(props: VendorSwitchProps) {
  const { category, vendors, active, order, pauses, accountPauses, known, maySwitch } = props;
  const { title, service, call, bodyOf } = category;
  const [code, setCode] = useState('');
  const [done, setDone] = useState<string>();
  const { send, busy, error, clear, question } = useConfirmedSend(call, TEXTS, `Switch ${title} off?`);
  const dispatch = useDispatch();
  const nobody =
    order.length > 0 && order.every((each) => isPaused(each, [...pauses, ...accountPauses]))
      ? 'Nobody: all are paused'
      : 'Off All';
  const name = vendors.find((vendor) => vendor.code === active)?.name;

  const choose = (chosen: string): void => {
    setCode(chosen);
    setDone(undefined);
    clear();
  };
  const switchVendor = async (): Promise<void> => {
    setDone(undefined);
    const answer = await send(bodyOf(code));
    // Reload even without an answer, because the server may have switched the vendor.
    dispatch(api.util.invalidateTags(['Vendors']));
    if (!answer) return;
    setDone(answer.message);
    setCode('');
  };

  return (
    <Card title={title}>
      <p className={classes.active}>
        <span>Active API</span>
        <strong data-off={active === 0 || undefined}>
          {active === 0 ? nobody : `${active} ${name ?? ''}`}
        </strong>
      </p>
      {maySwitch ? (
        <Form onSend={switchVendor} aria-label={title}>
          <NativeSelect
            label="API"
            aria-label={`API for ${title}`}
            size="md"
            value={code}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">Select API</option>
            {vendors.map((vendor) => (
              <option key={vendor.code} value={vendor.code} disabled={!vendor.services.includes(service)}>
                {vendor.code} {vendor.name}
                {vendor.services.includes(service) ? '' : ' (does not sell this)'}
              </option>
            ))}
            <option value={OFF}>0 Off All</option>
          </NativeSelect>
          {code === OFF ? (
            <Notice tone="warn">
              Customers will be told that this is not available. What they have bought is still delivered.
            </Notice>
          ) : null}
          <BusyButton busy={busy} busyText="Switching..." disabled={code === ''} warns={code === OFF}>
            {code === OFF ? `Switch ${title} off` : `Switch ${title}`}
          </BusyButton>
          {done ? <Notice tone="good">{done}</Notice> : null}
          <FormError message={error} />
        </Form>
      ) : null}
      {question}
      <VendorOrder
        title={title}
        service={service}
        vendors={vendors}
        order={order}
        pauses={pauses}
        accountPauses={accountPauses}
        known={known}
        mayOrder={maySwitch}
      />
    </Card>
  );
}

const isPaused = (code: number, pauses: readonly { readonly vendor: number }[]): boolean =>
  pauses.some(({ vendor }) => vendor === code);
