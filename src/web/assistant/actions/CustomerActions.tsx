import { Button, Group, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { StartPlaybookButton } from '#web/work/StartPlaybookButton.tsx';
import { type WorkAction, workActions } from '#web/work/work-actions.ts';

const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));

const textOf = (count: number): string =>
  count === 1 ? 'For this customer' : `For all ${countText(count, 'customer')} in this answer`;

/** Bulk actions for the customers of an answer. */
export function CustomerActions({ answer }: { answer: Answer }) {
  const { customers, rows } = answer;
  const { institutionIds, isTooMany, hasRiskCases } = customers;
  const [started, setStarted] = useState<{ action: WorkAction; opener: Element }>();
  if (isTooMany)
    return (
      <Text size="sm" c="dimmed">
        This answer has too many customers for actions. Add a filter to act on at most{' '}
        {maxBulkItems} at once.
      </Text>
    );
  if (institutionIds.length === 0) return null;
  const text = textOf(institutionIds.length);
  return (
    <Group gap={6} role="group" aria-label={text} data-guide="assistant-actions">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {workActions
        .filter(({ needsCase }) => hasRiskCases || !needsCase)
        .map(({ action, label, Icon }) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            leftSection={<Icon size={14} aria-hidden />}
            onClick={(event) => setStarted({ action, opener: event.currentTarget })}
          >
            {label}
          </Button>
        ))}
      <StartPlaybookButton institutionIds={institutionIds} />
      <Button
        component={Link}
        to={paths.newTicketCampaignFor(institutionIds)}
        size="xs"
        variant="default"
        leftSection={<IconSpeakerphone size={14} aria-hidden />}
      >
        New ticket campaign
      </Button>
      <Suspense>
        {started !== undefined && (
          <WorkDialog
            action={started.action}
            customers={institutionIds.map((institutionId) => ({
              institutionId,
              institutionName: nameOf(institutionId, rows) ?? 'this customer',
            }))}
            opener={started.opener}
            onClose={() => setStarted(undefined)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    </Group>
  );
}

/** Returns the name of a customer from the first column of the answer's rows. */
const nameOf = (institutionId: number, rows: Answer['rows']): string | undefined =>
  rows.find((row) => row.institutionId === institutionId)?.texts[0];
