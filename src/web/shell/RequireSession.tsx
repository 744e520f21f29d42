import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { useSessionWatch } from '#web/auth/use-session-watch.ts';
import { useSessionTrouble } from '#web/core/page-session.ts';
import { ViewerNameContext } from '#web/ui/list/viewer.ts';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';

const SessionDialog = lazy(async () => ({
  default: (await import('#web/auth/SessionDialog.tsx')).SessionDialog,
}));
const ErrorState = lazy(async () => ({
  default: (await import('#web/ui/page/ErrorState.tsx')).ErrorState,
}));
const SignInPrompt = lazy(async () => ({
  default: (await import('#web/auth/SignInPrompt.tsx')).SignInPrompt,
}));

/** Renders its children for a signed-in user, and the sign-in screen otherwise. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useQuery(userQuery);
  useSessionWatch(user?.id);
  const trouble = useSessionTrouble();
  if (user === undefined && !error) return <LoadingScreen />;
  if (user)
    return (
      <ViewerNameContext value={user.name}>
        {children}
        <Suspense>{trouble !== null && <SessionDialog />}</Suspense>
      </ViewerNameContext>
    );
  if (!error)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SignInPrompt />
      </Suspense>
    );
  return (
    <Container component="main" size="xs" pt="xl">
      <Suspense fallback={<LoadingScreen />}>
        <ErrorState
          title="Couldn’t check your session"
          error={error}
          onRetry={() => void refetch()}
        />
      </Suspense>
    </Container>
  );
}
