import { skipToken } from '@reduxjs/toolkit/query';
import type { NetworkCode } from '../../../../services/contracts/services.js';
import { useDataPlansQuery } from '../../api/catalogue.api.js';

/** The plans of one network and type; of nothing until both are chosen. */
export const usePlansOf = (network: NetworkCode | undefined, planType: number | undefined) => {
  const { currentData, error, isFetching, refetch } = useDataPlansQuery(
    network !== undefined && planType !== undefined
      ? { datanetwork: network, selectedPlanType: planType }
      : skipToken,
  );
  return { data: currentData, error, isFetching, refetch };
};
