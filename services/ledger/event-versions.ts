// Written by `npm run docs:reference` from the event types of the kept releases.

/** Version that first stored an event type. Types of the first release are absent. */
export const FIRST_STORED_BY: Readonly<Record<string, string>> = {
  SendingHeld: '0.2.0',
  SendingReleased: '0.2.0',
};
