import { useDispatch } from 'react-redux';
import { useState } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import classes from './vendor-switch-page.module.css';

type Checked = CallAnswer<'checkVendors'>;

const TEXTS = {
  refused: 'The vendors could not be checked.',
  broken: 'An error occurred. Check again.',
};

const WORDS = { right: 'Right', wrong: 'Wrong', unknown: 'Unknown' } as const;

/** Tests every vendor with calls that move no money. The messages of vendors are shown but not stored. */
export function VendorCheck() {
  const [checked, setChecked] = useState<Checked>();
  const { send, busy, error } = useSend('checkVendors', TEXTS);
  const dispatch = useDispatch();
  const check = async (): Promise<void> => {
    setChecked(undefined);
    setChecked(await send({}));
    // Reload, because a successful test may end the pause of an account.
    dispatch(api.util.invalidateTags(['Vendors', 'Operations']));
  };
  return (
    <Card title="Check the vendors">
      <Form onSend={check} aria-label="Check the vendors">
        <FormNote>
          Asks every vendor for our keys, balance, codes, an order, the address of webhooks and the clock. It
          moves no money. An account that was paused for its keys is resumed when they are right.
        </FormNote>
        <BusyButton busy={busy} busyText="Checking...">
          Check all vendors
        </BusyButton>
        <FormError message={error} />
      </Form>
      {checked ? (
        <>
          <Notice tone={checked.message === 'Nothing is wrong.' ? 'good' : 'warn'}>{checked.message}</Notice>
          <ul className={classes.checked} aria-label="Checked vendors">
            {checked.vendors.map((vendor) => (
              <li key={vendor.code}>
                <h3>
                  {vendor.code} {vendor.name}
                  {vendor.resumed ? ': its account is asked again' : ''}
                </h3>
                <ul>
                  {vendor.lines.map(({ check: what, result, text, said }) => (
                    <li key={what} data-result={result}>
                      <strong>{WORDS[result]}</strong> {what}: {text}
                      {said === null ? '' : `. It says: “${said}”`}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}
