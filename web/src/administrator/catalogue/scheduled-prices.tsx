import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useMay } from '../../api/use-signed-in.js';
import { useSend } from '../../api/use-send.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton, useGuard } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { lagosTime, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type ScheduledPrice, useScheduledPricesQuery } from './admin-catalogue.api.js';
import { Changed } from './price-preview.js';
import classes from './admin-catalogue.module.css';

const NOT_LOADED = 'Scheduled changes could not be loaded.';
const TEXTS = {
  refused: 'The change was not cancelled.',
  broken: 'No answer came back. Cancel it again: it is cancelled once.',
};

export function ScheduledPrices() {
  const { data: changes, error, refetch } = useScheduledPricesQuery();
  const mayCancel = useMay('finance');
  const dispatch = useDispatch();
  const cancelling = useSend('cancelScheduledPrice', TEXTS);
  const [asked, setAsked] = useState<ScheduledPrice>();
  const [gone, setGone] = useState<string>();
  const tooSoon = useGuard(gone === undefined ? undefined : changes);
  const cancel = async ({ id: changeId }: ScheduledPrice): Promise<void> => {
    const answer = await cancelling.send({ changeId });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    setGone(changeId);
    setAsked(undefined);
    toast(answer.message);
  };
  const ask = (change: ScheduledPrice): void => {
    if (tooSoon) return;
    cancelling.clear();
    if (change.refused) void cancel(change);
    else setAsked(change);
  };
  return (
    <Card title="Scheduled changes" className={classes.wide}>
      <div className={classes.bulk}>
        <FormNote>
          Each takes effect at its moment, whatever the plan costs until then: cancel it if you do not want
          that. Only where the vendor charges more than the new price by then, and nobody allowed that, the
          plan is left as it is and an alert says so.
        </FormNote>
        {!changes && error ? (
          <LoadError error={error} fallback={NOT_LOADED} onRetry={() => void refetch()} />
        ) : null}
        {!changes && !error ? <SkeletonRows rows={2} label="Loading scheduled changes" /> : null}
        {changes?.length === 0 ? (
          <Notice tone="info" announce={false}>
            Nothing is scheduled.
          </Notice>
        ) : null}
        <FormError message={asked ? undefined : cancelling.error} />
        {changes && changes.length > 0 ? (
          <ScheduleTable
            changes={changes}
            busy={cancelling.busy || tooSoon}
            onCancel={mayCancel ? ask : undefined}
          />
        ) : null}
        {asked ? (
          <Sheet title="Cancel this change?" onClose={() => setAsked(undefined)}>
            <Form onSend={() => cancel(asked)}>
              <p>
                <strong>{asked.plan}</strong>
                {asked.price ? ` will not become ${naira(asked.price.now)}` : ' will not change'}
                {` at ${lagosTime(asked.at)}.`}
              </p>
              <FormNote>Scheduled by {asked.by}. To have it all the same, it is scheduled anew.</FormNote>
              <FormError message={cancelling.error} />
              <BusyButton busy={cancelling.busy} busyText="Processing..." warns>
                Cancel the change
              </BusyButton>
            </Form>
          </Sheet>
        ) : null}
      </div>
    </Card>
  );
}

interface ScheduleTableProps {
  readonly changes: readonly ScheduledPrice[];
  readonly busy: boolean;
  readonly onCancel: ((change: ScheduledPrice) => void) | undefined;
}

function ScheduleTable({ changes, busy, onCancel }: ScheduleTableProps) {
  return (
    <div className={classes.scroller} role="region" aria-label="Scheduled changes, scrollable" tabIndex={0}>
      <table className={`${classes.table} ${classes.schedule}`}>
        <caption className="nl-hidden">Scheduled changes</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Takes effect</th>
            {['Price', 'Affiliates', 'Vendor charges'].map((head) => (
              <th key={head} scope="col" data-number>
                {head}
              </th>
            ))}
            <th scope="col">Scheduled</th>
            {onCancel ? (
              <th scope="col">
                <span className="nl-hidden">Cancel</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id} data-warns={change.reason !== '' || undefined}>
              <th scope="row">
                {change.plan}
                {change.reason ? (
                  <span className={classes.note}>
                    {change.refused ? `Did not take effect. ${change.reason}` : change.reason}
                  </span>
                ) : null}
                {change.details.length > 0 ? (
                  <span className={classes.hint}>
                    {change.details.map(({ field, now }) => `${field}: ${now || 'none'}`).join(' · ')}
                  </span>
                ) : null}
                {change.changed_since && change.reason === '' ? (
                  <span className={classes.hint}>Its price was changed since this was scheduled.</span>
                ) : null}
              </th>
              <td>{lagosTime(change.at)}</td>
              {[change.price, change.affiliate_price, change.cost].map((both, index) =>
                both ? (
                  <Changed key={index} {...both} />
                ) : (
                  <td key={index} data-number data-same>
                    as it is
                  </td>
                ),
              )}
              <td>
                {change.by}
                <span className={classes.hint}>{lagosTime(change.scheduled_at)}</span>
              </td>
              {onCancel ? (
                <td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`${change.refused ? 'Put away' : 'Cancel'} the change of ${change.plan} at ${lagosTime(change.at)}`}
                    aria-disabled={busy || undefined}
                    onClick={() => onCancel(change)}
                  >
                    {change.refused ? 'Put away' : 'Cancel'}
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

export function ScheduledForPlan({ service, code }: Pick<ScheduledPrice, 'service' | 'code'>) {
  const { data: changes } = useScheduledPricesQuery();
  const own = changes?.filter(
    (change) => change.service === service && change.code === code && change.reason === '',
  );
  const next = own?.[0];
  if (!next) return null;
  const what = next.price ? `The price becomes ${naira(next.price.now)}` : 'Its prices change';
  return (
    <div className={classes.ahead}>
      <Notice tone="info" announce={false}>
        {what} at {lagosTime(next.at)}, whatever is changed until then. It is listed under Scheduled changes.
      </Notice>
    </div>
  );
}
