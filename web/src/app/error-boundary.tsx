import { Component, type ReactNode } from 'react';
import classes from './plain-page.module.css';

interface ErrorBoundaryState {
  readonly error?: Error;
}

/** The last resort: something in a page broke. The wallet is on the server and is not affected. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <main className={classes.plain}>
        <h1>Unexpected Application Error!</h1>
        <p role="alert">{this.state.error.message}</p>
        <p>Your money is safe: this page broke, not your wallet. Check your history before you buy again.</p>
        <a className={classes.link} href="/home">
          Load the dashboard again
        </a>
      </main>
    );
  }
}
