// Before all else: its answer is on the way while the rest is run.
import '../api/first-session.js';
// Then this, so that the styles of components come after those of the kit.
import { theme } from '../ui/theme.js';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { beginParts } from './app-routes.js';
import { recallLanguage } from '../languages/choice.js';

/** The nonce the server put into this page: without it the browser refuses styles made at run time. */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// The same for the library under the dialogs, which locks scrolling with a style and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

function draw(): void {
  const root = document.getElementById('root');
  if (!root) return;
  const page = (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <App />
      </MantineProvider>
    </StrictMode>
  );
  // In steps of five milliseconds, between which the browser does what else there is: in one go it stands still meanwhile.
  startTransition(() => createRoot(root).render(page));
}

// Who reads another language than English sees nothing in English first, and whose parts are nearly here no frame without them.
const parts = new Promise<void>((resolve) => {
  setTimeout(() => void beginParts(location.pathname).then(resolve));
  // Then what says that they are on their way is drawn.
  setTimeout(resolve, 3_000);
});
void Promise.all([recallLanguage(), parts]).then(draw);
