import { notifications } from '@mantine/notifications';

const SHOWN_MS = 5_000;

/** A sentence that appears over any page for a moment and is read out. */
export const toast = (message: string, autoClose: number = SHOWN_MS): void => {
  notifications.show({ message, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } });
};
