/** A catalogue as `vite.config.ts` compiles it from its JSON. */
declare module 'virtual:catalogue/*' {
  import type { Messages } from '@lingui/core';
  const messages: Messages;
  export default messages;
}
