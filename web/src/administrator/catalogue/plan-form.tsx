import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { CABLE_PROVIDERS } from '../../../../services/contracts/cable.contract.js';
import { PLAN_TYPES } from '../../../../services/contracts/data.contract.js';
import { NETWORKS } from '../../../../services/contracts/fields/codes.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { api } from '../../api/base-api.js';
import { errorOfField } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormError, FormNote } from '../../ui/form/form.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import type { ListedPlan, Plans } from './admin-catalogue.api.js';

const TEXTS = {
  refused: 'The plan was not changed.',
  broken: 'No answer came back. Send it again: what is stored already is not changed twice.',
};

interface PlanFormProps {
  /** Undefined offers a plan. */
  readonly plan: ListedPlan | undefined;
  readonly version: number;
  readonly places: Plans['places'];
  readonly onDone: () => void;
}

type Kind = 'data' | 'cable';
const FIELDS = ['plan_code', 'size', 'days', 'place', 'price', 'affiliate_price', 'cost'] as const;
type Field = (typeof FIELDS)[number];
const LABELS: Readonly<Record<Field, string>> = {
  plan_code: 'Code, 1 to 9999',
  size: 'Size',
  days: 'Days',
  place: 'Place in the list',
  price: 'Price',
  affiliate_price: 'Affiliate price',
  cost: 'Vendor charge',
};
const DESCRIPTIONS: Partial<Record<Field, string>> = {
  days: '1 to 366',
  place: 'Empty: its code',
  affiliate_price: 'Empty: affiliates pay the price',
};
const optionsOf = (table: Readonly<Record<number, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

export function PlanForm({ plan, version, places, onDone }: PlanFormProps) {
  const [kind, setKind] = useState<Kind>('data');
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({
    days: plan?.days === undefined ? '' : String(plan.days),
    place: plan?.place === undefined ? '' : String(plan.place),
  });
  const [network, setNetwork] = useState('1');
  const [planType, setPlanType] = useState('1');
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries((plan?.codes ?? []).map(({ at, code }) => [at, code])),
  );
  const [costs, setCosts] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries((plan?.costs ?? []).map(({ at, cost }) => [at, String(cost)])),
  );
  const [belowCost, setBelowCost] = useState(false);
  const dispatch = useDispatch();
  const sending = useConfirmedSend('setPlan', TEXTS, 'Change this plan?');
  const service = plan?.service ?? kind;
  const accounts = [
    ...places.filter(({ at }) => /^\d+$/.test(at)),
    ...(plan?.costs ?? [])
      .filter(({ at }) => places.every((place) => place.at !== at))
      .map(({ at }) => ({ at, name: `Charge at vendor ${at}, which sells no plans` })),
  ];

  const text = (field: Field): string => typed[field]?.trim() ?? '';
  const money = (field: Field) =>
    text(field) === '' ? {} : { [field]: plainAmount(text(field)) ?? text(field) };
  const save = async (): Promise<void> => {
    const answer = await sending.send({
      category: service,
      plan_code: plan ? plan.code : text('plan_code'),
      version,
      ...(plan
        ? {}
        : { network, size: text('size'), ...money('price'), ...money('affiliate_price'), ...money('cost') }),
      ...(!plan && service === 'data' && { plan_type: planType }),
      ...(service === 'data' && text('days') !== '' && { days: text('days') }),
      place: text('place') === '' ? 0 : text('place'),
      ...(service !== 'exams' && {
        codes: Object.entries(codes).map(([at, code]) => ({ at, code: code.trim() })),
        costs: Object.entries(costs).map(([at, cost]) => ({
          at,
          cost: plainAmount(cost.trim()) ?? cost.trim(),
        })),
      }),
      ...(belowCost && { allow_below_cost: true }),
    });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    toast(answer.message);
    onDone();
  };
  const field = (name: Field) => (
    <TextInput
      key={name}
      label={name === 'size' && service === 'cable' ? 'Bouquet' : LABELS[name]}
      name={name}
      description={DESCRIPTIONS[name]}
      size="md"
      autoComplete="off"
      value={typed[name] ?? ''}
      error={errorOfField(sending.failure, name === 'plan_code' ? 'code' : name)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped((so) => ({ ...so, [name]: value }));
        sending.clear();
      }}
    />
  );
  return (
    <>
      <Form onSend={save}>
        {plan ? null : (
          <>
            <NativeSelect
              label="Kind"
              name="category"
              size="md"
              value={kind}
              data={[
                { value: 'data', label: 'Data plan' },
                { value: 'cable', label: 'Cable bouquet' },
              ]}
              onChange={(event) => {
                setKind(event.currentTarget.value as Kind);
                setNetwork('1');
              }}
            />
            <FieldPair>
              <NativeSelect
                label={kind === 'data' ? 'Network' : 'Provider'}
                name="network"
                size="md"
                value={network}
                data={optionsOf(kind === 'data' ? NETWORKS : CABLE_PROVIDERS)}
                onChange={(event) => setNetwork(event.currentTarget.value)}
              />
              {kind === 'data' ? (
                <NativeSelect
                  label="Plan type"
                  name="plan_type"
                  size="md"
                  value={planType}
                  data={optionsOf(PLAN_TYPES)}
                  onChange={(event) => setPlanType(event.currentTarget.value)}
                />
              ) : null}
            </FieldPair>
            <FieldPair>
              {field('plan_code')}
              {field('size')}
            </FieldPair>
            <FieldPair>
              {field('price')}
              {field('affiliate_price')}
            </FieldPair>
            {field('cost')}
          </>
        )}
        <FieldPair>
          {service === 'data' ? field('days') : null}
          {field('place')}
        </FieldPair>
        {service === 'exams' ? null : (
          <>
            <FormNote>
              Codes at vendors. An account without a code of its own uses that of its adapter; - means that it
              is not sold there.
            </FormNote>
            {places.map(({ at, name }) => (
              <TextInput
                key={at}
                label={name}
                name={`code_${at}`}
                size="md"
                autoComplete="off"
                value={ownEntry(codes, at) ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setCodes((so) => ({ ...so, [at]: value }));
                  sending.clear();
                }}
              />
            ))}
          </>
        )}
        {accounts.length > 0 && service !== 'exams' ? (
          <>
            <FormNote>
              Charges at vendor accounts. Empty: the account charges what all others do. Margins count with
              the dearest account.
            </FormNote>
            {accounts.map(({ at, name }) => (
              <TextInput
                key={at}
                label={name.replace(/^Code at/, 'Charge at')}
                name={`cost_${at}`}
                size="md"
                autoComplete="off"
                inputMode="decimal"
                value={ownEntry(costs, at) ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setCosts((so) => ({ ...so, [at]: value }));
                  sending.clear();
                }}
              />
            ))}
          </>
        ) : null}
        <Switch
          label="Allow selling below what the vendor charges"
          checked={belowCost}
          onChange={(event) => setBelowCost(event.currentTarget.checked)}
        />
        <FormError message={sending.error} />
        <BusyButton busy={sending.busy} busyText="Saving...">
          {plan ? 'Save the plan' : 'Offer the plan'}
        </BusyButton>
      </Form>
      {sending.question}
    </>
  );
}
