import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';

/** Reasons why a prospect must not be contacted, each with its source. */
export function SuppressionNotice({ suppressions }: Pick<ProspectProfile, 'suppressions'>) {
  const dayText = useMomentDayFormatter();
  return (
    <Group gap="xs" align="start">
      <Badge color="red" variant="light" tt="none">
        Do not contact
      </Badge>
      <Stack gap={2}>
        {suppressions.map(({ reason, by, at, of }) => (
          <Text key={`${at} ${reason}`} size="sm">
            {reason}{' '}
            <Text span inherit c="dimmed">
              ({by}, {dayText(at)}
              {of !== null && (
                <>
                  ; same phone number as{' '}
                  <Anchor component={Link} to={paths.prospect(of.key)} inherit td="underline">
                    {of.name}
                  </Anchor>
                </>
              )}
              )
            </Text>
          </Text>
        ))}
      </Stack>
    </Group>
  );
}
