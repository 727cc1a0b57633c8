import { CALLS, type CallAnswer } from '../../../services/contracts/calls.js';
import { type Answer, send, signIn } from '../../../services/standalone/testing/callers.js';

/** Parts of the catalogue that a suite changed. */
interface Changed {
  readonly network?: number;
  readonly planType?: number;
  readonly broadcastId?: string | undefined;
}

export interface CatalogueAsFound {
  /** Makes a call as another owner. */
  change(name: keyof typeof CALLS, body: object): Promise<Answer>;
  /** Restores prices, opens `network` and `planType`, and ends the broadcast. */
  putBack(changed?: Changed): Promise<void>;
}

/** Cancels scheduled prices of earlier suites. */
export async function catalogueAsFound(url: string): Promise<CatalogueAsFound> {
  const { headers } = await signIn(url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  type Named = 'scheduledPrices' | 'priceFile' | 'previewPrices' | 'applyPrices' | 'affiliateFee';
  const ask = async <Name extends Named>(name: Name, body: object = {}) => {
    const answer = await send(url + CALLS[name].path, 'POST', body, headers);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as CallAnswer<Name>;
  };
  const change = (name: keyof typeof CALLS, body: object) =>
    send(url + CALLS[name].path, 'POST', body, headers);
  const cancelScheduled = async (): Promise<void> => {
    for (const { id } of (await ask('scheduledPrices')).changes)
      await change('cancelScheduledPrice', { changeId: id });
  };
  await cancelScheduled();
  const { csv } = await ask('priceFile');
  const { affiliateFee } = await ask('affiliateFee');
  return {
    change,
    async putBack({ network, planType, broadcastId } = {}) {
      await cancelScheduled();
      const { version, rows } = await ask('previewPrices', { csv });
      if (rows.length > 0) await ask('applyPrices', { csv, version, allow_below_cost: true, confirm: true });
      const { affiliateFee: amount } = await ask('affiliateFee');
      if (amount !== affiliateFee)
        await change('setAffiliateFee', { newPrices: affiliateFee, amount, confirm: true });
      // Refused when already open.
      if (network) await change('activateNetwork', { datanetwork: network });
      if (planType) await change('activatePlanType', { dataNetwork: 1, plantype: planType });
      if (broadcastId) await change('deactivateBroadcast', { broadcastId });
    },
  };
}
