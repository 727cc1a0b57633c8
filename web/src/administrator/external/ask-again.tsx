import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { DECIDED_AT_ONCE_MAX } from '../../../../services/contracts/admin/external.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { count } from '../../ui/format.js';

type Results = CallAnswer<'askVendorAgain'>['results'];

function wordsFor(results: readonly Results[number][]): string {
  const asked = results.filter(({ result }) => result === 'asked').length;
  const waiting = results.filter(({ result }) => result === 'wait');
  const soonest = Math.max(0, ...waiting.map(({ retry_after }) => retry_after));
  const ended = results.length - asked - waiting.length;
  return [
    asked > 0 ? `The vendor is asked about ${count(asked)}; what it answers shows here.` : '',
    waiting.length > 0 ? `${count(waiting.length)} asked a moment ago: again in ${soonest} s.` : '',
    ended > 0 ? `${count(ended)} wait for no vendor.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function AskAgain({ ids }: { readonly ids: readonly string[] }) {
  const dispatch = useDispatch();
  const { send, busy } = useSend('askVendorAgain', {
    refused: 'The vendor could not be asked.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const ask = async (): Promise<void> => {
    const results: Results[number][] = [];
    for (let from = 0; from < ids.length; from += DECIDED_AT_ONCE_MAX) {
      const answer = await send({ ids: ids.slice(from, from + DECIDED_AT_ONCE_MAX) });
      if (!answer) break;
      results.push(...answer.results);
    }
    toast(results.length > 0 ? wordsFor(results) : 'The vendor could not be asked. Try again shortly.');
    dispatch(api.util.invalidateTags(['External']));
  };
  return (
    <Button variant="default" size="sm" loading={busy} onClick={() => void ask()}>
      Ask the vendor again
    </Button>
  );
}
