import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { contactOf } from '../users/users.api.js';
import type { Customer } from './money.api.js';
import classes from './money.module.css';

interface FindCustomerProps {
  readonly customer: Customer | undefined;
  readonly onFound: (customer: Customer | undefined) => void;
}

export function FindCustomer({ customer, onFound }: FindCustomerProps) {
  const [email, setEmail] = useState('');
  const { send, busy, error, failure, clear } = useSend('moneyDeskCustomer', {
    refused: 'There is no customer with this email or phone.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const find = async (wanted: string): Promise<void> => {
    const found = await send({ email: wanted });
    if (found) onFound(found);
  };
  if (customer)
    return (
      <div className={classes.person} role="group" aria-label="Customer">
        <div>
          <p>
            <strong>{customer.name}</strong>
          </p>
          <p className={classes.soft}>{contactOf(customer)}</p>
        </div>
        <div>
          <p className={classes.soft}>Balance</p>
          <p>
            <strong>{naira(customer.balance)}</strong>
            {customer.held > 0 ? (
              <span className={classes.soft}> and {naira(customer.held)} held</span>
            ) : null}
          </p>
        </div>
        <span className={classes.actions}>
          <Button size="compact-sm" variant="default" onClick={() => void find(contactOf(customer))}>
            Load again
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onFound(undefined)}>
            Another customer
          </Button>
        </span>
        <FormError message={error} />
      </div>
    );
  const fault = errorOfField(failure, 'email') ?? (failure?.code === 'ACCOUNT_NOT_FOUND' ? error : undefined);
  return (
    <Form onSend={() => find(email.trim())}>
      <TextInput
        label="Email or phone of the customer"
        name="email"
        size="md"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fault}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          clear();
        }}
      />
      <FormError message={fault ? undefined : error} />
      <BusyButton busy={busy} busyText="Searching..." disabled={email.trim() === ''}>
        Find
      </BusyButton>
    </Form>
  );
}
