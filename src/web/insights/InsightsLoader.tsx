import { Center, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { idInUrlSchema } from '#shared/core/endpoint.ts';
import { type Insights, unavailablePageText } from '#shared/insights/insights.ts';
import { ApiError } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { insightsQuery } from './data.ts';
import classes from './insights.module.css';

type Draw = (insights: Insights) => ReactNode;

/**
 * Loads the insights of the institution in the URL and renders them. Without access, shows that the
 * page is not available.
 */
export function InsightsLoader({ children }: { children: Draw }) {
  const id = idInUrlSchema.safeParse(useParams().id);
  const [parameters] = useSearchParams();
  if (!id.success) return <Unavailable />;
  return <Loaded id={id.data} token={parameters.get('token') ?? undefined} draw={children} />;
}

function Loaded({ id, token, draw }: { id: number; token: string | undefined; draw: Draw }) {
  const { data, error, refetch } = useQuery(insightsQuery(id, token));
  if (data !== undefined) return draw(data);
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <Unavailable />;
  return (
    <main className={classes.page}>
      {error === null ? (
        <LoadingSkeleton label="Loading insights">
          <SkeletonBlock height={180} />
          <SkeletonBlock height={320} />
        </LoadingSkeleton>
      ) : (
        <ErrorState title="Couldn’t load insights" error={error} onRetry={() => void refetch()} />
      )}
    </main>
  );
}

function Unavailable() {
  return (
    <Center component="main" mih="100dvh" px="md">
      <Stack gap="xs" maw={440} ta="center" role="alert">
        <Title order={1} size="h3">
          {unavailablePageText.title}
        </Title>
        <Text c="dimmed">{unavailablePageText.text}</Text>
      </Stack>
    </Center>
  );
}
