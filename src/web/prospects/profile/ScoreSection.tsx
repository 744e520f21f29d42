import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';

interface Properties {
  prospect: ProspectProfile['prospect'];
  parts: ProspectProfile['scoreParts'];
  /** Version of the settings with the weights; 0 for the defaults. */
  version: number;
}

/** Score of a prospect with the points and the reason of each part. */
export function ScoreSection({ prospect: { score, unknownPoints }, parts, version }: Properties) {
  return (
    <Paper p="md" data-guide="prospect-score">
      <Group gap={4} mb="xs">
        <Title order={2} size="h4">
          Score {score} of 100
        </Title>
        <MetricInfo metric="prospectScore" />
      </Group>
      {unknownPoints > 0 && (
        <Text size="sm" mb="sm">
          Unknown facts could add up to {countText(unknownPoints, 'point')}. You can enter some of
          them under Facts.
        </Text>
      )}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {parts.map(({ key, label, points, most, reason }) => (
          <Group key={key} component="li" justify="space-between" wrap="nowrap" align="start">
            <div>
              <Text size="sm" fw={500}>
                {label}
              </Text>
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            </div>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {points === null ? `? of ${most}` : most === 0 ? points : `${points} of ${most}`}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="sm">
        {version === 0 ? 'Default weights.' : `Weights of settings version ${version}.`}
      </Text>
    </Paper>
  );
}
