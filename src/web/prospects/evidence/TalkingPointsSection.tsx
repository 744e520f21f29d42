import { Group, List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildTalkingPoints } from '#shared/prospects/evidence/talking-points.ts';
import { CopyTextButton } from '#web/ui/CopyTextButton.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { prospectEvidenceQuery } from '../work-data.ts';

/** Sentences for a call, made of the strongest measured facts. */
export function TalkingPointsSection({ prospectKey }: { prospectKey: string }) {
  const { data: evidence, error, refetch } = useQuery(prospectEvidenceQuery(prospectKey));
  if (evidence === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn’t load similar customers"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (evidence === undefined)
    return (
      <LoadingSkeleton label="Loading talking points">
        <SkeletonBlock height={150} />
      </LoadingSkeleton>
    );
  const points = buildTalkingPoints(evidence);
  return (
    <Paper p="md" data-guide="prospect-talking-points">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Talking points
        </Title>
        {points.length > 0 && (
          <CopyTextButton size="xs" text={points.join('\n')} label="Copy talking points" />
        )}
      </Group>
      {points.length === 0 ? (
        <Text size="sm" c="dimmed">
          Too few comparable customers. Enter the EHR and the number of locations on the prospect’s
          page, or check again after the next official week.
        </Text>
      ) : (
        <List size="sm" spacing="xs">
          {points.map((point) => (
            <List.Item key={point}>{point}</List.Item>
          ))}
        </List>
      )}
    </Paper>
  );
}
