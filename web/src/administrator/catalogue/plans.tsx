import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { NETWORKS } from '../../../../services/contracts/fields/codes.js';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormError, FormNote } from '../../ui/form/form.js';
import { count, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type ListedPlan, usePlansQuery } from './admin-catalogue.api.js';
import { PlanForm } from './plan-form.js';
import classes from './admin-catalogue.module.css';

const NOT_LOADED = 'The plans could not be loaded.';
const TEXTS = {
  refused: 'The plan was not changed.',
  broken: 'No answer came back. Send it again: what is stored already is not changed twice.',
};
const GROUPS = { data: 'Data plans', cable: 'Cable bouquets', exams: 'Exam pins' } as const;
type Group = keyof typeof GROUPS;

export function Plans() {
  const { data, error, refetch } = usePlansQuery();
  const mayChange = useMay('finance');
  const [group, setGroup] = useState<Group>('data');
  const [network, setNetwork] = useState('');
  const [open, setOpen] = useState<ListedPlan | 'new'>();
  const listed = data?.plans.filter(
    (plan) => plan.service === group && (network === '' || String(plan.network) === network),
  );
  return (
    <Card title="Plans" className={classes.wide}>
      <div className={classes.bulk}>
        <FormNote>
          A code keeps its network, type and size for ever. What was bought is delivered even after its plan
          is off the list.
        </FormNote>
        {!data && error ? (
          <LoadError error={error} fallback={NOT_LOADED} onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? <SkeletonRows rows={3} label="Loading the plans" /> : null}
        {data ? (
          <>
            <FieldPair>
              <NativeSelect
                label="Kind"
                name="plan_kind"
                size="md"
                value={group}
                data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
                onChange={(event) => {
                  setGroup(event.currentTarget.value as Group);
                  setNetwork('');
                }}
              />
              {group === 'data' ? (
                <NativeSelect
                  label="Operator"
                  name="plan_network"
                  size="md"
                  value={network}
                  data={[
                    { value: '', label: 'Every operator' },
                    ...Object.entries(NETWORKS).map(([value, label]) => ({ value, label })),
                  ]}
                  onChange={(event) => setNetwork(event.currentTarget.value)}
                />
              ) : null}
            </FieldPair>
            {mayChange ? (
              <div className={classes.buttons}>
                <Button variant="default" onClick={() => setOpen('new')}>
                  Offer a plan
                </Button>
              </div>
            ) : null}
            {listed?.length === 0 ? (
              <Notice tone="info" announce={false}>
                There are no plans here.
              </Notice>
            ) : (
              <PlanTable plans={listed ?? []} onOpen={mayChange ? setOpen : undefined} />
            )}
          </>
        ) : null}
      </div>
      {open && data ? (
        <Sheet
          title={open === 'new' ? 'Offer a plan' : `${open.code} ${open.plan}`}
          onClose={() => setOpen(undefined)}
        >
          <PlanForm
            plan={open === 'new' ? undefined : open}
            version={data.version}
            places={data.places}
            onDone={() => setOpen(undefined)}
          />
          {open === 'new' ? null : (
            <Switches
              plan={data.plans.find((each) => samePlan(each, open)) ?? open}
              onRetired={() => setOpen(undefined)}
            />
          )}
        </Sheet>
      ) : null}
    </Card>
  );
}

const samePlan = (one: ListedPlan, other: ListedPlan): boolean =>
  one.service === other.service && one.code === other.code;

interface PlanTableProps {
  readonly plans: readonly ListedPlan[];
  /** Undefined without the permission. */
  readonly onOpen: ((plan: ListedPlan) => void) | undefined;
}

function PlanTable({ plans, onOpen }: PlanTableProps) {
  return (
    <div className={classes.scroller} role="region" aria-label="Plans, scrollable" tabIndex={0}>
      <table className={classes.table}>
        <caption className="nl-hidden">{count(plans.length)} plans</caption>
        <thead>
          <tr>
            <th scope="col" data-number>
              Code
            </th>
            <th scope="col">Plan</th>
            {['Price', 'Affiliates', 'Vendor charges'].map((head) => (
              <th key={head} scope="col" data-number>
                {head}
              </th>
            ))}
            <th scope="col">Codes at vendors</th>
            {onOpen ? (
              <th scope="col">
                <span className="nl-hidden">Change</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={`${plan.service} ${plan.code}`} data-warns={plan.stopped.length > 0 || undefined}>
              <td data-number>{plan.code}</td>
              <th scope="row">
                {plan.plan}
                {plan.on ? null : <span className={classes.note}>Not sold</span>}
                {plan.stopped.map(({ vendor, reason }) => (
                  <span key={vendor} className={classes.note}>
                    Stopped at vendor {vendor}: {reason}
                  </span>
                ))}
              </th>
              <td data-number>{naira(plan.price)}</td>
              <td data-number>{naira(plan.affiliate_price)}</td>
              <td data-number>
                {naira(plan.cost)}
                {plan.costs.map(({ at, cost }) => (
                  <span key={at} className={classes.note}>
                    {naira(cost)} at vendor {at}
                  </span>
                ))}
              </td>
              <td data-wrap>{plan.codes.map(({ at, code }) => `${placeName(at)} ${code}`).join(', ')}</td>
              {onOpen ? (
                <td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Change ${plan.plan}`}
                    onClick={() => onOpen(plan)}
                  >
                    Change
                  </Button>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const placeName = (at: string): string => (/^\d+$/.test(at) ? `vendor ${at}` : at);

interface SwitchesProps {
  readonly plan: ListedPlan;
  readonly onRetired: () => void;
}

function Switches({ plan, onRetired }: SwitchesProps) {
  const dispatch = useDispatch();
  const switching = useSend('switchPlan', TEXTS);
  const retiring = useSend('retirePlan', TEXTS);
  const starting = useSend('switchPlanAtVendor', TEXTS);
  const [sure, setSure] = useState(false);
  const which = { category: plan.service, plan_code: plan.code };

  const told = (answer: { readonly message: string } | undefined): boolean => {
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (answer) toast(answer.message);
    return answer !== undefined;
  };
  const retire = async (): Promise<void> => {
    if (!sure) setSure(true);
    else if (told(await retiring.send(which))) onRetired();
  };
  return (
    <div className={classes.switches}>
      <Form onSend={async () => void told(await switching.send({ ...which, on: !plan.on }))}>
        <BusyButton busy={switching.busy} busyText="Processing..." warns={plan.on}>
          {plan.on ? 'Stop selling it' : 'Sell it again'}
        </BusyButton>
      </Form>
      {plan.stopped.map(({ vendor }) => (
        <Form
          key={vendor}
          onSend={async () => void told(await starting.send({ ...which, vendor, on: true }))}
        >
          <BusyButton busy={starting.busy} busyText="Processing...">
            Sell it at vendor {vendor} again
          </BusyButton>
        </Form>
      ))}
      {plan.service === 'exams' ? null : (
        <Form onSend={retire}>
          {sure ? (
            <Notice tone="warn">
              {plan.plan} leaves the list, and its scheduled prices are cancelled. Its code stays taken.
            </Notice>
          ) : null}
          <BusyButton busy={retiring.busy} busyText="Processing..." warns>
            {sure ? 'Yes, take it off the list' : 'Take it off the list'}
          </BusyButton>
        </Form>
      )}
      <FormError message={switching.error ?? retiring.error ?? starting.error} />
    </div>
  );
}
