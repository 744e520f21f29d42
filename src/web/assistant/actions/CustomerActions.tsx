import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { StartPlaybookLink } from '#web/work/StartPlaybookLink.tsx';
import { type WorkAction, workActions } from '#web/work/work-actions.ts';
import { ActionGroup } from './ActionGroup.tsx';
import { formatActionGroupLabel } from './action-group-text.ts';
import { customersOf } from './answer-customers.ts';

const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));

const customerNoun = { one: 'customer', many: 'customers' };

/** Bulk actions for the customers of an answer. */
export function CustomerActions({ answer }: { answer: Answer }) {
  const { institutionIds, hasRiskCases } = answer.customers;
  const [started, setStarted] = useState<{ action: WorkAction; opener: Element }>();
  return (
    <ActionGroup text={formatActionGroupLabel(institutionIds.length, customerNoun)}>
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
      <StartPlaybookLink institutionIds={institutionIds} />
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
            customers={customersOf(answer)}
            opener={started.opener}
            onClose={() => setStarted(undefined)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    </ActionGroup>
  );
}
