import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';

interface Properties {
  /** As the address has it. */
  id: string;
  /** Left out where asking again would not help. */
  onRetry?: () => void;
}

/** What stands on the page of a customer that there is not. */
export function NoInstitution({ id, onRetry }: Properties) {
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={1} size="h3">
        No such customer
      </Title>
      <Text maw="60ch" style={{ overflowWrap: 'anywhere' }}>
        No customer has the ID “{id}”. The address may be mistyped, or the customer not imported yet. Press / to search by name.
      </Text>
      <Group gap="xs">
        <Button component={Link} to={paths.portfolio} variant="light" size="xs">
          All customers
        </Button>
        {onRetry !== undefined && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Retry
          </Button>
        )}
      </Group>
    </Stack>
  );
}
