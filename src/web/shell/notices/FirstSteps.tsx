import { Alert, Anchor, Button, List, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { postJobRun } from '#shared/jobs/jobs.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { firstStepsQuery } from '../data.ts';

const importsPath = `${paths.admin}?part=imports`;

/** Steps to the first score, on every page until a score exists. */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery);
  const { data: user } = useQuery(userQuery);
  if (data === undefined || data.isScored) return null;
  const { missing } = data;
  const isAdmin = user?.role === 'admin';
  const steps = [
    { text: 'Import practices', isDone: !missing.includes('practices') },
    {
      text: 'Import entitlements and usage',
      isDone: !missing.includes('entitlements') && !missing.includes('usage'),
    },
    { text: 'Score the imported data', isDone: false },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Alert color="teal" title="Three steps to your first score">
      {!isAdmin && (
        <Text size="sm" mb={4}>
          There is no score yet. An administrator imports the data:
        </Text>
      )}
      <List type="ordered" size="sm" spacing={4} listStyleType="none" aria-label="First steps">
        {steps.map(({ text, isDone }, at) => (
          <List.Item
            key={text}
            icon={
              isDone ? (
                <IconCircleCheck size={16} aria-hidden />
              ) : (
                <IconCircle size={16} aria-hidden />
              )
            }
            {...(at === next ? { 'aria-current': 'step' as const } : {})}
          >
            <Text span inherit fw={at === next ? 600 : undefined}>
              {at + 1}.{' '}
              {isAdmin && at < 2 ? (
                <Anchor component={Link} to={importsPath} inherit td="underline">
                  {text}
                </Anchor>
              ) : (
                text
              )}
            </Text>
            {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
            {isAdmin && at === 2 && next === 2 && <ScoreNowButton />}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Button that scores the imported data in the background. */
function ScoreNowButton() {
  const client = useQueryClient();
  const score = useMutation({
    mutationFn: () => call(postJobRun, { body: { job: 'scores.backfill' } }),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
  });
  if (score.isSuccess)
    return (
      <Text span inherit ml="xs" role="status">
        Scoring…{' '}
        <Anchor component={Link} to={`${paths.admin}?part=jobs`} inherit td="underline">
          Show progress
        </Anchor>
      </Text>
    );
  return (
    <>
      <Button size="compact-xs" ml="xs" loading={score.isPending} onClick={() => score.mutate()}>
        Score now
      </Button>
      <SendError error={score.error} />
    </>
  );
}
