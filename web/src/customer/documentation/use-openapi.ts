import { useCallback, useEffect, useState } from 'react';
import type { OpenApi } from './openapi.js';

export type OpenApiState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly document: OpenApi };

export function useOpenApi(): { readonly state: OpenApiState; readonly retry: () => void } {
  const [state, setState] = useState<OpenApiState>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async (): Promise<void> => {
      const answer = await fetch('/openapi.json', { signal: leaving.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      setState({ kind: 'ready', document: (await answer.json()) as OpenApi });
    };
    load().catch(() => {
      if (!leaving.signal.aborted) setState({ kind: 'failed' });
    });
    return () => leaving.abort();
  }, [asked]);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAsked((times) => times + 1);
  }, []);
  return { state, retry };
}
