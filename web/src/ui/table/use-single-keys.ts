import { useLocalStorage } from '@mantine/hooks';

/** Whether single keys do anything on this device: who speaks to the computer says letters that are no keys. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'naira-ledger-keys', defaultValue: true, getInitialValueInEffect: false });
