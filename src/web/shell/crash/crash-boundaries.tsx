import { Component, type ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { CrashScreen } from './CrashScreen.tsx';

/** Error element of the router, for pages that failed to render or load. */
export function RouteCrashScreen() {
  return <CrashScreen error={useRouteError()} />;
}

interface State {
  failure: { error: unknown } | null;
}

/** Error boundary for everything around the pages. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <CrashScreen error={failure.error} />;
  }
}
