import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';
import { useProviderWords } from '#web/shell/settings.ts';
import { LandingPage } from './LandingPage.tsx';

/** The landing reached from inside the app; whoever comes from outside gets it as the build drew it. */
export function LandingRoute() {
  const { data: user } = useQuery(userQuery);
  const { identityProvider } = useProviderWords();
  return <LandingPage signedIn={Boolean(user)} provider={identityProvider} />;
}
