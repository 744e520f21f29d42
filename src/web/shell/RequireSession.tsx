import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { SessionDialog } from '#web/auth/SessionDialog.tsx';
import { SignInPrompt } from '#web/auth/SignInPrompt.tsx';
import { useSessionWatch } from '#web/auth/use-session-watch.ts';
import { ViewerNameContext } from '#web/ui/list/viewer.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';

/** Renders its children for a signed-in user, and the sign-in screen otherwise. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useQuery(userQuery);
  useSessionWatch(user?.id);
  if (user === undefined && !error) return <LoadingScreen />;
  if (user)
    return (
      <ViewerNameContext value={user.name}>
        {children}
        <SessionDialog />
      </ViewerNameContext>
    );
  if (!error) return <SignInPrompt />;
  return (
    <Container component="main" size="xs" pt="xl">
      <ErrorState
        title="Couldn’t check your session"
        error={error}
        onRetry={() => void refetch()}
      />
    </Container>
  );
}
