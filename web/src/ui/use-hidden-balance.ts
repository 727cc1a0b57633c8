import { useLocalStorage } from '@mantine/hooks';

/** Whether this person keeps balances out of sight on this device. */
export const useHiddenBalance = () =>
  useLocalStorage<boolean>({
    key: 'naira-ledger-hide-balance',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
