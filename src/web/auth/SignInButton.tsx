import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildSignInPath } from '#shared/auth/auth.ts';
import { capitalize } from '#shared/core/words.ts';
import { clientSettingsQuery, useProviderNames } from '#web/core/settings.ts';

/** Returns the display name of the identity provider: Google for `google`. */
export function useProviderName(): string {
  const { identityProvider } = useProviderNames();
  return capitalize(identityProvider);
}

/** Link to the identity provider, which leads back to `returnTo`. */
export function SignInButton({ returnTo }: { returnTo: string }) {
  const { identityProvider } = useProviderNames();
  const { data: settings } = useQuery(clientSettingsQuery);
  const name = useProviderName();
  return (
    <>
      <Button
        component="a"
        href={`${buildSignInPath(identityProvider)}?returnTo=${encodeURIComponent(returnTo)}`}
        size="md"
        fullWidth
      >
        Sign in with {name}
      </Button>
      {settings?.demo && (
        <Text size="sm" c="dimmed">
          This is a demo: choose one of two accounts. No password needed.
        </Text>
      )}
    </>
  );
}
