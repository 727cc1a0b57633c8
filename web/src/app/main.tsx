// Import this file first, because it requests the session while the other modules load.
import '../api/first-session.js';
// Import the theme before the components, because their styles must override those of `theme`.
import { theme } from '../ui/theme.js';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { beginParts } from './app-routes.js';
import { recallLanguage } from '../languages/choice.js';

/**
 * Nonce of the Content Security Policy (CSP), sent by the server. Without this nonce, the browser refuses
 * styles that are added later.
 */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Set `__webpack_nonce__`, from which Mantine's scroll lock reads its nonce.
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
  // Rendering in slices of 5 ms keeps the browser responsive.
  startTransition(() => createRoot(root).render(page));
}

// Wait for `recallLanguage` and `beginParts`. Otherwise an English text or a loader would be visible for a
// moment.
const parts = new Promise<void>((resolve) => {
  setTimeout(() => void beginParts(location.pathname).then(resolve));
  // Render after 3 s at the latest. A part that has not loaded by then shows `PageLoader`.
  setTimeout(resolve, 3_000);
});
void Promise.all([recallLanguage(), parts]).then(draw);
