import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import type { CallBody } from '../../api/call.js';
import { errorOfField, type Sending } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormError } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import type { PlanPrice } from './admin-catalogue.api.js';
import { isWhen, momentOf, type When, WhenField } from './when-field.js';
import classes from './admin-catalogue.module.css';

/** Naira. */
export type ShownPrice = Pick<PlanPrice, 'price' | 'affiliate_price' | 'cost' | 'below_cost'>;

type NewPrices = Omit<CallBody<'setOtherPrice'>, 'category' | 'plan_code'>;

export const PRICE_TEXTS = {
  refused: 'The price was not changed.',
  broken: 'No answer came back. Look at the old price before you send it again.',
};

interface PriceFormProps {
  /** Sends prices for the plan on screen. */
  readonly sending: Pick<Sending<'setOtherPrice'>, 'busy' | 'error' | 'failure' | 'clear'> & {
    readonly send: (prices: NewPrices) => Promise<{ readonly message: string } | undefined>;
  };
  /** Current price. A change while the form is open is announced, never taken over silently. */
  readonly price: ShownPrice;
  readonly maySet: boolean;
  readonly onChanged: () => unknown;
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;
const plain = (typed: string): string => typed.replace(/[\s,₦]/g, '');
const isPrice = (typed: string): boolean => AMOUNT.test(plain(typed)) && Number(plain(typed)) > 0;
const isWanted = (typed: string): boolean => typed.trim() !== '';
const sameAs = (one: ShownPrice, other: ShownPrice): boolean =>
  one.price === other.price && one.affiliate_price === other.affiliate_price && one.cost === other.cost;

/** Empty fields keep their price. */
export function PriceForm({
  sending: { send, busy, error, failure, clear },
  price,
  maySet,
  onChanged,
}: PriceFormProps) {
  const [seen, setSeen] = useState(price);
  const [newPrice, setNewPrice] = useState('');
  const [affiliate, setAffiliate] = useState('');
  const [cost, setCost] = useState('');
  const [when, setWhen] = useState<When>();
  const [belowCost, setBelowCost] = useState(false);
  const dispatch = useDispatch();
  const typed = [newPrice, affiliate, cost].filter(isWanted);
  const moved = !sameAs(seen, price);
  const fault = (text: string): string | undefined =>
    isWanted(text) && !isPrice(text) ? 'Enter an amount in naira, for example 500.' : undefined;

  const at = momentOf(when);
  const later = when !== undefined;

  const change = async (): Promise<void> => {
    const answer = await send({
      amount: seen.price,
      newPrices: isWanted(newPrice) ? plain(newPrice) : seen.price,
      ...(isWanted(affiliate) && {
        affiliate_price: plain(affiliate),
        affiliate_amount: seen.affiliate_price ?? seen.price,
      }),
      ...(isWanted(cost) && { cost: plain(cost), cost_amount: seen.cost ?? 0 }),
      ...(at !== undefined && { at }),
      ...(belowCost && { allow_below_cost: true }),
    });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    toast(answer.message);
    onChanged();
  };
  const field = (label: string, name: string, value: string, set: (typed: string) => void, old: string) => (
    <TextInput
      label={label}
      name={name}
      description={old}
      inputMode="decimal"
      autoComplete="off"
      size="md"
      maxLength={14}
      leftSection={<span aria-hidden="true">₦</span>}
      value={value}
      error={fault(value) ?? errorOfField(failure, name)}
      onChange={(event) => {
        set(event.currentTarget.value);
        clear();
      }}
    />
  );
  return (
    <Form onSend={change}>
      <dl className={classes.prices}>
        <div>
          <dt>Old price</dt>
          <dd>{naira(seen.price)}</dd>
        </div>
        <div>
          <dt>Affiliates</dt>
          <dd>{naira(seen.affiliate_price ?? seen.price)}</dd>
        </div>
        <div>
          <dt>Vendor charges</dt>
          <dd>{naira(seen.cost ?? 0)}</dd>
        </div>
      </dl>
      {seen.below_cost ? (
        <Notice tone="warn" announce={false}>
          This plan is sold below what the vendor charges, as somebody allowed.
        </Notice>
      ) : null}
      {moved ? (
        <Notice
          tone="warn"
          title="Somebody else has just changed this plan."
          action={
            <Button variant="default" size="compact-sm" onClick={() => setSeen(price)}>
              Show its prices
            </Button>
          }
        >
          The price is {naira(price.price)} by now.
        </Notice>
      ) : null}
      {maySet ? (
        <>
          {field(
            'New price',
            'newPrices',
            newPrice,
            setNewPrice,
            later
              ? 'What customers pay from then on, before their discount'
              : 'What customers pay before their discount',
          )}
          <FieldPair>
            {field('New affiliate price', 'affiliate_price', affiliate, setAffiliate, 'Empty: as it is')}
            {field('New vendor charge', 'cost', cost, setCost, 'Empty: as it is')}
          </FieldPair>
          <WhenField
            when={when}
            error={errorOfField(failure, 'at')}
            onChange={(picked) => {
              setWhen(picked);
              clear();
            }}
          />
          <Switch
            label="Allow selling below what the vendor charges"
            checked={belowCost}
            onChange={(event) => {
              setBelowCost(event.currentTarget.checked);
              clear();
            }}
          />
          <FormError message={failure?.field ? undefined : error} />
          <BusyButton
            busy={busy}
            busyText={later ? 'Scheduling...' : 'Updating...'}
            disabled={
              typed.length === 0 ||
              !typed.every(isPrice) ||
              moved ||
              !isWhen(when) ||
              // `later` needs an explicit price: the current one may differ by then.
              (later && !isWanted(newPrice))
            }
          >
            {later ? 'Schedule this price' : 'Change Price Now!'}
          </BusyButton>
        </>
      ) : (
        <Notice tone="info" announce={false}>
          Changing prices needs the permission finance.
        </Notice>
      )}
    </Form>
  );
}
