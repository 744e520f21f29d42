import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Integration, postIntegrationTest } from '#shared/admin/integrations.ts';
import type { ProviderKind } from '#shared/core/provider-names.ts';
import { numberText } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { integrationsQuery } from '../data.ts';
import { ModelMessagesButton } from './ModelMessagesButton.tsx';

const names: Record<ProviderKind, string> = {
  identity: 'Sign-in',
  crm: 'CRM',
  places: 'Directory of practices',
  llm: 'Language model',
};

/** External services with the time of their last response. */
export function IntegrationStatusList() {
  const { data, error, refetch } = useQuery(integrationsQuery);
  return (
    <div data-guide="admin-integrations">
      {error !== null && (
        <ErrorState
          title="Couldn’t load integrations"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <LoadingSkeleton label="Loading the integrations">
          <SkeletonBlock height={260} />
        </LoadingSkeleton>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {data?.map((integration) => (
          <Card key={integration.provider} integration={integration} />
        ))}
      </SimpleGrid>
    </div>
  );
}

function Card({ integration }: { integration: Integration }) {
  const { provider, mode, isOff, answeredAt, milliseconds, failedAt, error } = integration;
  const { trouble, copies, quotas, budget } = integration;
  const momentText = useMomentFormatter();
  const test = useTest(provider);
  return (
    <Paper component="section" p="md" bg="var(--surface)" aria-label={names[provider]}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4">
          {names[provider]}
        </Title>
        <State integration={integration} />
      </Group>
      <Stack component="dl" gap={6} m={0} mb="sm">
        <Fact name="System">{mode}</Fact>
        <Fact name="Last response">
          {answeredAt === null || milliseconds === null
            ? 'None yet'
            : `${momentText(answeredAt)}, ${millisecondsText(milliseconds)}`}
        </Fact>
        <Fact name="Last failure">
          {failedAt === null ? 'None' : `${momentText(failedAt)}: ${error}`}
        </Fact>
        {trouble !== null && <Fact name="Why it is unavailable">{trouble}</Fact>}
        {copies !== null && (
          <Fact name="Data as of">
            {copies.asOf === null
              ? 'Not loaded yet'
              : `${momentText(copies.asOf)}${copies.isStale ? ', more than an hour old' : ''}`}
          </Fact>
        )}
        {quotas.map(({ name, size, free, perSecond }) => (
          <Fact key={name} name={`Rate limit, ${name}`}>
            {`${numberText(free)} of ${numberText(size)} requests available, ${numberText(perSecond)} more each second`}
          </Fact>
        ))}
        {budget !== null && (
          <Fact name="Calls today">
            {`${numberText(budget.left)} of ${numberText(budget.limit)} left`}
          </Fact>
        )}
        {isOff && <Fact name="To turn it on">Set LLM_BASE_URL and LLM_MODEL.</Fact>}
      </Stack>
      <Group gap="xs">
        {!isOff && (
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate()}
            aria-label={`Test ${names[provider]}`}
          >
            Test
          </Button>
        )}
        {provider === 'llm' && <ModelMessagesButton />}
      </Group>
    </Paper>
  );
}

const millisecondsText = (milliseconds: number): string =>
  milliseconds < 1 ? 'under 1 ms' : `${numberText(Math.round(milliseconds))} ms`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

/** State of a service. The newer of its last response and its last failure decides. */
function State({
  integration: { isElsewhere, isOff, answeredAt, failedAt, trouble, copies },
}: {
  integration: Integration;
}) {
  if (isOff)
    return (
      <Badge color="gray" variant="light">
        Off
      </Badge>
    );
  const isFailing = failedAt !== null && (answeredAt === null || failedAt > answeredAt);
  if (isFailing || trouble !== null || copies?.isStale === true)
    return (
      <Badge color="red" variant="light" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
        {isFailing
          ? 'Not responding'
          : trouble !== null
            ? 'Unavailable'
            : copies?.asOf === null
              ? 'Not loaded yet'
              : 'Out of date'}
      </Badge>
    );
  if (answeredAt === null)
    return (
      <Badge color="gray" variant="light">
        {isElsewhere ? 'Not called yet' : 'Built in'}
      </Badge>
    );
  return (
    <Badge color="teal" variant="light" leftSection={<IconCheck size={12} aria-hidden />}>
      Responding
    </Badge>
  );
}

function useTest(provider: ProviderKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(postIntegrationTest, { params: { provider }, body: {} }),
    onSuccess: ({ error, milliseconds }) =>
      error === null
        ? notifications.show({
            title: `${names[provider]} is responding`,
            message: millisecondsText(milliseconds),
          })
        : notifications.show({
            color: 'red',
            title: `${names[provider]} is not responding`,
            message: error,
          }),
    onError: (error) => notifyFailure('Not tested', error),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
}
