import { type Chapter } from './call-docs.js';

export const PUSH_CHAPTER = {
  title: 'Notifications to devices',
  about:
    'For browsers: what was delivered, came back or was paid in, told to a browser while its page is closed. Off until it is turned on there.',
  calls: {
    pushDevices: {
      title: 'Browsers that are told',
      about: 'With the key that a browser subscribes with.',
    },
    addPushDevice: {
      title: 'Tell this browser',
      about: 'Until its session ends. The same browser again keeps its id.',
    },
    removePushDevice: {
      title: 'Tell a browser no more',
      about: 'Nothing where it is not told any more.',
    },
  },
} satisfies Chapter;
