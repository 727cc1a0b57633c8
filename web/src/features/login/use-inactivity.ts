import { useEffect, useEffectEvent } from 'react';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll'] as const;

/** Calls back after so long without any sign of a person. */
export function useInactivity(afterMs: number, onInactive: () => void): void {
  const inactive = useEffectEvent(onInactive);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => inactive(), afterMs);
    };
    restart();
    ACTIVITY.forEach((event) => window.addEventListener(event, restart, { passive: true }));
    return () => {
      clearTimeout(timer);
      ACTIVITY.forEach((event) => window.removeEventListener(event, restart));
    };
  }, [afterMs]);
}
