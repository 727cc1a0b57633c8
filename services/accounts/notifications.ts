export interface Notification {
  readonly title: string;
  readonly messagebody: string;
}

/** The newest active broadcast. Nobody can write one yet, so there is none: both texts are empty. */
export const newestNotification = (): Notification => ({ title: '', messagebody: '' });
