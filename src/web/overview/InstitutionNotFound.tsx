import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';

interface Properties {
  /** Id in the URL. */
  id: string;
  /** Retries the request; omitted when a retry cannot help. */
  onRetry?: () => void;
}

/** Message for a URL with the id of a customer that does not exist. */
export function InstitutionNotFound({ id, onRetry }: Properties) {
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={1} size="h3">
        Customer not found
      </Title>
      <Text maw="60ch" style={{ overflowWrap: 'anywhere' }}>
        No customer has the ID “{id}”. The address may be wrong, or the customer has not been
        imported yet. Press / to search by name.
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
