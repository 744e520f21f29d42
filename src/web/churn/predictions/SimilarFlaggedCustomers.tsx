import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { patternNames } from '#shared/churn/patterns/pattern-names.ts';
import {
  getSimilarFlaggedCustomers,
  type SimilarFlaggedCustomer,
} from '#shared/churn/predictions/list.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

/**
 * Past flags most similar to this customer. Lost customers and customers that stayed are listed
 * separately.
 */
export function SimilarFlaggedCustomers({ institutionId }: { institutionId: number }) {
  const cases = useQuery(
    endpointQuery(getSimilarFlaggedCustomers, { params: { id: institutionId } }),
  );
  if (cases.isPending) return <Skeleton h={140} />;
  if (cases.error !== null)
    return (
      <ErrorState
        title="Couldn’t load similar cases"
        error={cases.error}
        onRetry={() => void cases.refetch()}
      />
    );
  const { lost, stayed } = cases.data;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Cases title="Left within 60 days" cases={lost} none="No similar flagged customer left." />
      <Cases title="Stayed" cases={stayed} none="No similar flagged customer stayed." />
    </SimpleGrid>
  );
}

function Cases({
  title,
  cases,
  none,
}: {
  title: string;
  cases: readonly SimilarFlaggedCustomer[];
  none: string;
}) {
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {cases.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {cases.map((each) => (
        <div key={`${each.institutionId} ${each.flaggedOn}`}>
          <Anchor component={Link} to={paths.institutionOverview(each.institutionId)} size="sm">
            {each.institutionName}
          </Anchor>
          <Text size="xs" c="dimmed">
            Flagged {dayInWords(each.flaggedOn)}
            {each.score === null ? '' : ` at a score of ${Math.floor(each.score)}`}:{' '}
            {each.patterns.map((key) => patternNames[key]).join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            {each.noticedOn !== null &&
              `Notice ${dayInWords(each.noticedOn)}${each.reason === null ? '' : `: ${each.reason}`}. `}
            {each.done.length === 0
              ? 'No actions were recorded.'
              : `Done: ${each.done.join(', ')}.`}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
