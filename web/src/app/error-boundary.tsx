import { Component, type ReactNode } from 'react';
import { t } from '../languages/language.js';
import { Brand } from '../ui/layout/brand.js';
import classes from './plain-page.module.css';

interface ErrorBoundaryProps {
  readonly page?: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error?: Error | undefined;
  readonly page?: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { page: this.props.page };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(
    { page }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return page === state.page ? null : { page, error: undefined };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    const inShell = this.props.page !== undefined;
    const Frame = inShell ? 'div' : 'main';
    return (
      <Frame className={classes.plain}>
        {inShell ? null : <Brand />}
        <h1>{t('Unexpected Application Error!')}</h1>
        <p role="alert">{this.state.error.message}</p>
        <p>
          {t(
            'Your money is safe: this page broke, not your wallet. Check your history before you buy again.',
          )}
        </p>
        <p className={classes.ways}>
          <a className={classes.link} href={window.location.href}>
            {t('Load this page again')}
          </a>
          <a className={classes.quiet} href="/home">
            {t('Go to the homepage')}
          </a>
        </p>
      </Frame>
    );
  }
}
