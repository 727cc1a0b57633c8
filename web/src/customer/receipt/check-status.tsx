import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import classes from './receipt.module.css';

const AGAIN_AFTER_S = 60;

/**
 * Button that asks the vendor for the outcome, at most once per `AGAIN_AFTER_S`. Never refunds the purchase and
 * never sends the order.
 */
export function CheckStatus({ reference }: { readonly reference: string }) {
  const { busy, error, failure, send } = useSend('checkStatus', {
    refused: t('The status could not be checked.'),
    broken: t('We cannot reach the server. Check your connection.'),
  });
  const [message, setMessage] = useState<string>();
  const [seconds, setSeconds] = useState(0);
  const dispatch = useDispatch();
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const check = async (): Promise<void> => {
    setMessage(undefined);
    const answer = await send({ reference });
    if (answer) setMessage(answer.message);
    setSeconds(answer?.retry_after ?? AGAIN_AFTER_S);
    dispatch(api.util.invalidateTags(['History']));
  };
  const wait = failure?.http === 0 ? 0 : seconds;
  return (
    <div className={classes.check}>
      <Button size="sm" variant="default" loading={busy} disabled={wait > 0} onClick={() => void check()}>
        {wait > 0 ? t('Check status in {wait} s', { wait }) : t('Check status')}
      </Button>
      <span role="status">{error ?? message ?? ''}</span>
    </div>
  );
}
