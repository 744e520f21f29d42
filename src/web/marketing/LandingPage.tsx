import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';
import { useProviderWords } from '#web/core/settings.ts';
import { Landing } from './Landing.tsx';

/** The landing reached from inside the app; whoever comes from outside gets it as the build drew it. */
export function LandingPage() {
  const { data: user } = useQuery(userQuery);
  const { identityProvider } = useProviderWords();
  return <Landing signedIn={Boolean(user)} provider={identityProvider} />;
}
