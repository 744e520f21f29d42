import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countText } from '#shared/core/words.ts';
import type { Playbook } from '#shared/playbooks/playbooks.ts';
import { userQuery } from '#web/auth/data.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { playbooksQuery } from './data.ts';
import { type PlaybookDialogKind, PlaybookTable } from './PlaybookTable.tsx';

const RunList = lazy(async () => ({
  default: (await import('./RunList.tsx')).RunList,
}));
const PlaybookEditor = lazy(async () => ({
  default: (await import('./editor/PlaybookEditor.tsx')).PlaybookEditor,
}));
const PlaybookDetailsDialog = lazy(async () => ({
  default: (await import('./PlaybookDetailsDialog.tsx')).PlaybookDetailsDialog,
}));
const StartDialog = lazy(async () => ({
  default: (await import('./StartDialog.tsx')).StartDialog,
}));

/** Parses the ids of the customers that the user selected in a list. */
const chosenIn = (parameters: URLSearchParams): number[] =>
  (parameters.get('customers') ?? '')
    .split('.')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

export function PlaybooksTab() {
  const source = useQuery(playbooksQuery);
  const { data: user } = useQuery(userQuery);
  const [parameters, setParameters] = useSearchParams();
  const given = chosenIn(parameters);
  const forget = () =>
    setParameters((before) => {
      before.delete('customers');
      return before;
    });
  const [shown, setShown] = useState<{ what: PlaybookDialogKind; playbook?: Playbook }>();
  const close = () => setShown(undefined);
  const isAdmin = user?.role === 'admin';
  const playbooks = source.data?.rows;
  return (
    <>
      <Paper p="md" bg="var(--surface)" data-guide="playbook-table">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h4">
            Playbooks
          </Title>
          {isAdmin && (
            <Button
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setShown({ what: 'edit' })}
            >
              New playbook
            </Button>
          )}
        </Group>
        {given.length > 0 && (
          <Alert
            mb="sm"
            title={`${countText(given.length, 'customer')} selected`}
            withCloseButton
            closeButtonLabel="Clear selection"
            onClose={forget}
          >
            Click Start on a playbook to start it for these customers.
          </Alert>
        )}
        {source.error !== null && (
          <ErrorState
            title="Couldn’t load playbooks"
            error={source.error}
            onRetry={() => void source.refetch()}
          />
        )}
        {playbooks === undefined && source.error === null && (
          <LoadingSkeleton label="Loading playbooks">
            <SkeletonBlock height={160} />
          </LoadingSkeleton>
        )}
        {playbooks?.length === 0 && (
          <Text size="sm">
            No playbooks yet.{' '}
            {isAdmin
              ? 'Create one with the steps to take whenever an alert rule fires.'
              : 'An admin can create one.'}
          </Text>
        )}
        {playbooks !== undefined && playbooks.length > 0 && (
          <PlaybookTable
            playbooks={playbooks}
            isAdmin={isAdmin}
            onShow={(what, playbook) => setShown({ what, playbook })}
          />
        )}
      </Paper>
      <Suspense
        fallback={
          <LoadingSkeleton label="Loading runs">
            <SkeletonBlock height={420} />
          </LoadingSkeleton>
        }
      >
        <RunList />
      </Suspense>
      <Suspense>
        {shown?.what === 'edit' && <PlaybookEditor playbook={shown.playbook} onClose={close} />}
        {shown?.what === 'details' && shown.playbook !== undefined && (
          <PlaybookDetailsDialog playbook={shown.playbook} onClose={close} />
        )}
        {shown?.what === 'start' && shown.playbook !== undefined && (
          <StartDialog playbook={shown.playbook} given={given} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
