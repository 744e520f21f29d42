import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';
import { useProviderNames } from '#web/core/settings.ts';
import { Landing } from './Landing.tsx';

/**
 * Landing page for links inside the app. A request from outside the app gets the static HTML of the
 * build.
 */
export function LandingPage() {
  const { data: user } = useQuery(userQuery);
  const { identityProvider } = useProviderNames();
  return <Landing signedIn={Boolean(user)} provider={identityProvider} />;
}
