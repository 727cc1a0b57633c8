// Written by `npm run docs:reference` from the releases in `services/standalone/testing/releases`.

/** Version that first stored an event type. Types of the first release are absent. */
export const FIRST_STORED_BY: Readonly<Record<string, string>> = {
  AccountIdentityGiven: '0.2.0',
  BankSessionNamed: '0.2.0',
  BrandSet: '0.2.0',
  CallLimitChanged: '0.2.0',
  CatalogStarted: '0.2.0',
  CutOverSet: '0.2.0',
  ImportFinished: '0.2.0',
  ImportPlanned: '0.2.0',
  ImportReleased: '0.2.0',
  ImportStarted: '0.2.0',
  OldHashesAdmitted: '0.2.0',
  PasswordRehashed: '0.2.0',
  PayoutsAllowed: '0.2.0',
  PlanRetired: '0.2.0',
  PlanStartedAtVendor: '0.2.0',
  PlanStoppedAtVendor: '0.2.0',
  PricesConfirmed: '0.2.0',
  SendingHeld: '0.2.0',
  SendingReleased: '0.2.0',
  VendorAccountPaused: '0.2.0',
  VendorAccountResumed: '0.2.0',
  VendorRefusalLifted: '0.2.0',
  VendorRefusedProduct: '0.2.0',
};
