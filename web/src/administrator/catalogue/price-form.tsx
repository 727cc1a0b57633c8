import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { api } from '../../api/base-api.js';
import type { CallBody } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';
import { errorOfField, type Sending } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormError } from '../../ui/form/form.js';
import { nairaFault } from '../naira-fault.js';
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
  readonly sending: Pick<Sending<'setOtherPrice'>, 'busy' | 'error' | 'failure' | 'clear'> & {
    readonly send: (prices: NewPrices) => Promise<{ readonly message: string } | undefined>;
  };
  readonly price: ShownPrice;
  readonly maySet: boolean;
  readonly onChanged: () => unknown;
}

const isPrice = (typed: string): boolean => Number(plainAmount(typed)) > 0;
const plain = (typed: string): string => plainAmount(typed) ?? typed;
const isWanted = (typed: string): boolean => typed.trim() !== '';
const sameAs = (one: ShownPrice, other: ShownPrice): boolean =>
  one.price === other.price && one.affiliate_price === other.affiliate_price && one.cost === other.cost;

interface PriceDraft {
  readonly price: string;
  readonly affiliate: string;
  readonly cost: string;
  readonly when: When;
  readonly belowCost: boolean;
}

const EMPTY: PriceDraft = { price: '', affiliate: '', cost: '', when: undefined, belowCost: false };

function isComplete({ price, affiliate, cost, when }: PriceDraft): boolean {
  const typed = [price, affiliate, cost].filter(isWanted);
  if (typed.length === 0 || !typed.every(isPrice) || !isWhen(when)) return false;
  // Require a typed price for a scheduled change, because the present price may change before the
  // scheduled time.
  return when === undefined || isWanted(price);
}

function pricesToSend({ price, affiliate, cost, when, belowCost }: PriceDraft, seen: ShownPrice): NewPrices {
  const at = momentOf(when);
  return {
    amount: seen.price,
    newPrices: isWanted(price) ? plain(price) : seen.price,
    ...(isWanted(affiliate) && {
      affiliate_price: plain(affiliate),
      affiliate_amount: seen.affiliate_price ?? seen.price,
    }),
    ...(isWanted(cost) && { cost: plain(cost), cost_amount: seen.cost ?? 0 }),
    ...(at !== undefined && { at }),
    ...(belowCost && { allow_below_cost: true }),
  };
}

export function PriceForm({ sending, price, maySet, onChanged }: PriceFormProps) {
  const [seen, setSeen] = useState(price);
  const [draft, setDraft] = useState(EMPTY);
  const dispatch = useDispatch();
  const moved = !sameAs(seen, price);

  const edit = (next: Partial<PriceDraft>): void => {
    setDraft((so) => ({ ...so, ...next }));
    sending.clear();
  };
  const change = async (): Promise<void> => {
    const answer = await sending.send(pricesToSend(draft, seen));
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    toast(answer.message);
    onChanged();
  };
  return (
    <Form onSend={change}>
      <OldPrices of={seen} />
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
        <NewPriceFields
          draft={draft}
          onChange={edit}
          sending={sending}
          disabled={moved || !isComplete(draft)}
        />
      ) : (
        <Notice tone="info" announce={false}>
          Changing prices needs the permission finance.
        </Notice>
      )}
    </Form>
  );
}

function OldPrices({ of: { price, affiliate_price, cost } }: { readonly of: ShownPrice }) {
  return (
    <dl className={classes.prices}>
      <div>
        <dt>Old price</dt>
        <dd>{naira(price)}</dd>
      </div>
      <div>
        <dt>Affiliates</dt>
        <dd>{naira(affiliate_price ?? price)}</dd>
      </div>
      <div>
        <dt>Vendor charges</dt>
        <dd>{naira(cost ?? 0)}</dd>
      </div>
    </dl>
  );
}

interface NewPriceFieldsProps {
  readonly draft: PriceDraft;
  readonly onChange: (next: Partial<PriceDraft>) => void;
  readonly sending: Pick<PriceFormProps['sending'], 'busy' | 'error' | 'failure'>;
  readonly disabled: boolean;
}

function NewPriceFields({
  draft: { price, affiliate, cost, when, belowCost },
  onChange,
  sending: { busy, error, failure },
  disabled,
}: NewPriceFieldsProps) {
  const later = when !== undefined;
  return (
    <>
      <NairaField
        label="New price"
        name="newPrices"
        description={
          later
            ? 'What customers pay from then on, before their discount'
            : 'What customers pay before their discount'
        }
        value={price}
        failure={failure}
        onChange={(typed) => onChange({ price: typed })}
      />
      <FieldPair>
        <NairaField
          label="New affiliate price"
          name="affiliate_price"
          description="Empty: as it is"
          value={affiliate}
          failure={failure}
          onChange={(typed) => onChange({ affiliate: typed })}
        />
        <NairaField
          label="New vendor charge"
          name="cost"
          description="Empty: as it is"
          value={cost}
          failure={failure}
          onChange={(typed) => onChange({ cost: typed })}
        />
      </FieldPair>
      <WhenField
        when={when}
        error={errorOfField(failure, 'at')}
        onChange={(picked) => onChange({ when: picked })}
      />
      <Switch
        label="Allow selling below what the vendor charges"
        checked={belowCost}
        onChange={(event) => onChange({ belowCost: event.currentTarget.checked })}
      />
      <FormError message={failure?.field ? undefined : error} />
      <BusyButton busy={busy} busyText={later ? 'Scheduling...' : 'Updating...'} disabled={disabled}>
        {later ? 'Schedule this price' : 'Change Price Now!'}
      </BusyButton>
    </>
  );
}

interface NairaFieldProps {
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly value: string;
  readonly failure: Failure | undefined;
  readonly onChange: (typed: string) => void;
}

function NairaField({ label, name, description, value, failure, onChange }: NairaFieldProps) {
  return (
    <TextInput
      label={label}
      name={name}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      size="md"
      leftSection={<span aria-hidden="true">₦</span>}
      value={value}
      error={nairaFault(value, isPrice(value)) ?? errorOfField(failure, name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
