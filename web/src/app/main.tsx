// Keep this import first: it requests the session while the other modules load.
import '../api/first-session.js';
// Import before the components, whose styles override those of `theme`.
import { theme } from '../ui/theme.js';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { beginParts } from './app-routes.js';
import { recallLanguage } from '../languages/choice.js';

/** CSP nonce from the server. Without it, the browser refuses styles that are added at run time. */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Mantine's scroll lock reads its nonce from `__webpack_nonce__`.
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
  // `startTransition` renders in slices of 5 ms, so that the browser stays responsive.
  startTransition(() => createRoot(root).render(page));
}

// Waits for `recallLanguage` and `beginParts`, so that no English text and no loader flashes.
const parts = new Promise<void>((resolve) => {
  setTimeout(() => void beginParts(location.pathname).then(resolve));
  // Renders after 3 s at the latest, with `PageLoader` in place of missing parts.
  setTimeout(resolve, 3_000);
});
void Promise.all([recallLanguage(), parts]).then(draw);
