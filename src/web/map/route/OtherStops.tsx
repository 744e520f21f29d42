import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import type { OmittedRouteStop, RouteStop } from '#shared/map/route/candidates.ts';
import { RouteStopName, VisitReasons } from './RouteStopCard.tsx';
import classes from './route.module.css';

/** Number of candidates shown at first, and added by 'Show more'. */
const pageSize = 20;

interface Properties {
  others: readonly RouteStop[];
  onAdd: (stop: RouteStop) => void;
}

/** Candidates that are not in the route, most valuable first. */
export function OtherStops({ others, onAdd }: Properties) {
  const [limit, setLimit] = useState(pageSize);
  if (others.length === 0) return null;
  return (
    <Paper p="md" bg="var(--surface)" className={classes.screenOnly} data-guide="route-others">
      <Title order={2} size="h4" mb="xs">
        Not in the route
      </Title>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {others.slice(0, limit).map((stop) => (
          <Group
            key={stop.key}
            component="li"
            justify="space-between"
            align="start"
            wrap="nowrap"
            gap="xs"
          >
            <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              <RouteStopName stop={stop} />
              <VisitReasons stop={stop} />
            </div>
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              aria-label={`Add ${stop.name}`}
              onClick={() => onAdd(stop)}
            >
              Add
            </Button>
          </Group>
        ))}
      </Stack>
      {others.length > limit && (
        <Group justify="space-between" mt="sm">
          <Text size="xs" c="dimmed">
            {numberText(limit)} of {numberText(others.length)}
          </Text>
          <Button size="xs" variant="light" onClick={() => setLimit(limit + pageSize)}>
            Show more
          </Button>
        </Group>
      )}
    </Paper>
  );
}

/** Selected customers and prospects that cannot be stops, with the reason. */
export const OmittedStops = ({ omitted }: { omitted: readonly OmittedRouteStop[] }) =>
  omitted.length > 0 && (
    <Paper p="md" bg="var(--surface)" data-guide="route-omitted">
      <Title order={2} size="h4" mb="xs">
        Left out
      </Title>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {omitted.map(({ key, name, address, reason }) => (
          <Text key={key} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
            <Text span size="sm" c="dimmed">
              {' '}
              · {address === null ? reason : `${address} · ${reason}`}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
