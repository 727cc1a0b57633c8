import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';

const WORKER = '/service-worker.js';
const TAKE_OVER_WITHIN_MS = 5_000;

/** Registers the service worker. Returns a newer worker that waits to replace it, if there is one. */
function useWaitingWorker(): ServiceWorker | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let left = false;
    const look = (registration: ServiceWorkerRegistration): void => {
      // Without a `controller`, no older version of the app is running.
      if (!left && registration.waiting && navigator.serviceWorker.controller)
        setWaiting(registration.waiting);
    };
    void navigator.serviceWorker.register(WORKER).then(
      (registration: ServiceWorkerRegistration | undefined) => {
        if (!registration) return;
        look(registration);
        registration.addEventListener('updatefound', () =>
          registration.installing?.addEventListener('statechange', () => look(registration)),
        );
      },
      // Private windows may refuse service workers. The app works online without them.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, []);
  return waiting;
}

/** Reloads the page only when the person agrees, because a form may be half filled in. */
export default function AppUpdate() {
  const waiting = useWaitingWorker();
  if (!waiting) return null;
  const takeOver = (): void => {
    const reload = (): void => window.location.reload();
    // Reload at once when another tab has already activated the new worker, because `controllerchange` may not
    // fire again.
    if (waiting.state !== 'installed') return reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    // Reload after `TAKE_OVER_WITHIN_MS` in any case, because a hanging request can keep the old worker
    // running for minutes.
    setTimeout(reload, TAKE_OVER_WITHIN_MS);
    waiting.postMessage('TAKE_OVER');
  };
  return (
    <Notice
      tone="info"
      title={t('There is a newer version of this app.')}
      action={
        <Button variant="default" size="sm" onClick={takeOver}>
          {t('Load it now')}
        </Button>
      }
    >
      {t('What is typed on this page and not sent is lost when it loads.')}
    </Notice>
  );
}
