// Must be the first import: it requests the session while the rest runs.
import '../api/first-session.js';
// Must precede the components, whose styles override `theme`.
import { theme } from '../ui/theme.js';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { beginParts } from './app-routes.js';
import { recallLanguage } from '../languages/choice.js';

/** CSP nonce from the server: without it the browser refuses run-time styles. */
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
  // `startTransition` renders in 5 ms slices, so that the browser stays responsive.
  startTransition(() => createRoot(root).render(page));
}

// Waits for `recallLanguage` and `beginParts`, to avoid a flash of English or of a loader.
const parts = new Promise<void>((resolve) => {
  setTimeout(() => void beginParts(location.pathname).then(resolve));
  // Draws after 3 s at the latest: `PageLoader` then stands in for missing parts.
  setTimeout(resolve, 3_000);
});
void Promise.all([recallLanguage(), parts]).then(draw);
