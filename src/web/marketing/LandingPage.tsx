import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';
import { useProviderWords } from '#web/core/settings.ts';
import { Landing } from './Landing.tsx';

/** Landing page reached from inside the app. Visitors from outside get the static HTML of the build. */
export function LandingPage() {
  const { data: user } = useQuery(userQuery);
  const { identityProvider } = useProviderWords();
  return <Landing signedIn={Boolean(user)} provider={identityProvider} />;
}
