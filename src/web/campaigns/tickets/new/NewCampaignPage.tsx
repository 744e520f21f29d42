import { Alert, Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { dueDayProblem } from '#shared/campaigns/tickets/rules.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import type { TicketChoices } from '#shared/tickets/desk.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import { useToday } from '#web/core/days.ts';
import { ticketChoicesQuery } from '#web/tickets/desk/data.ts';
import { TicketPageLinks } from '#web/tickets/TicketPageLinks.tsx';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import { campaignPreviewQuery, useCreateCampaign, workingTimeQuery } from '../data.ts';
import { createInitialCampaignFormValues, validateCampaignForm } from './form.ts';
import { useAudience } from './use-audience.ts';

const AudiencePart = lazy(async () => ({
  default: (await import('./AudienceFields.tsx')).AudienceFields,
}));
const TextPart = lazy(async () => ({
  default: (await import('./TicketContentFields.tsx')).TicketContentFields,
}));
const AssignmentPart = lazy(async () => ({
  default: (await import('./AssignmentFields.tsx')).AssignmentFields,
}));
const PreviewPart = lazy(async () => ({
  default: (await import('./CampaignPreviewSection.tsx')).CampaignPreviewSection,
}));

/** Form for a new ticket campaign: audience, text, assignment and preview. */
export function NewCampaignPage() {
  const choices = useQuery(ticketChoicesQuery);
  const workingTime = useQuery(workingTimeQuery);
  const failed = [choices, workingTime].find(({ error }) => error !== null);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>New ticket campaign</PageTitle>
          <TicketPageLinks current={paths.ticketCampaigns} />
        </div>
        {failed?.error && (
          <ErrorState
            title="Couldn’t load this form"
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        )}
        {choices.data !== undefined && workingTime.data !== undefined ? (
          <Builder choices={choices.data} workingTime={workingTime.data.settings} />
        ) : (
          failed === undefined && (
            <LoadingSkeleton label="Loading">
              <SkeletonBlock height={420} />
            </LoadingSkeleton>
          )
        )}
      </Stack>
    </Container>
  );
}

const pauseMilliseconds = 400;
const emptyAudience = { of: 'chosen', institutionIds: [] } as const;

function Builder({ choices, workingTime }: { choices: TicketChoices; workingTime: WorkingTime }) {
  const today = useToday();
  const viewer = useViewerName();
  const audience = useAudience();
  const [form, setForm] = useState(() =>
    createInitialCampaignFormValues(choices, workingTime, today, viewer),
  );
  const [hasTried, setTried] = useState(false);
  const selectedAudience = audience.audience;
  const { draft, problems } = useMemo(
    () =>
      validateCampaignForm(
        { ...form, name: form.name.trim() === '' ? '…' : form.name },
        selectedAudience ?? { ...emptyAudience, institutionIds: [] },
      ),
    [form, selectedAudience],
  );
  const dueProblem =
    form.dueOn === null ? undefined : dueDayProblem(workingTime, form.dueOn, today);
  const draftToCheck = useMemo(() => {
    if (draft === undefined || dueProblem !== undefined) return undefined;
    const { name: _, ...rest } = draft;
    return rest;
  }, [draft, dueProblem]);
  // The preview doesn't depend on the campaign's name. The name is left out, so that typing it
  // doesn't refetch the preview.
  const [settled] = useDebouncedValue(JSON.stringify(draftToCheck), pauseMilliseconds);
  const isSettled = draftToCheck !== undefined && settled === JSON.stringify(draftToCheck);
  const [checked, setChecked] = useState(draftToCheck);
  if (isSettled && JSON.stringify(checked) !== settled) setChecked(draftToCheck);
  const preview = useQuery(campaignPreviewQuery(checked));
  const isCurrent =
    isSettled && preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching;
  const createCampaign = useCreateCampaign();
  const isNamed = form.name.trim() !== '';
  const shownProblems = { ...problems, ...(hasTried && !isNamed ? { name: 'Enter a name' } : {}) };

  const send = () => {
    setTried(true);
    if (draftToCheck === undefined || !isCurrent || !isNamed || preview.data === undefined) return;
    createCampaign.mutate({
      ...draftToCheck,
      name: form.name.trim(),
      tickets: preview.data.tickets,
    });
  };
  return (
    <Stack gap="lg">
      <Part number={1} title="Customers">
        <AudiencePart audience={audience} />
      </Part>
      <Part number={2} title="Text">
        <TextPart form={form} problems={shownProblems} stages={choices.stages} onChange={setForm} />
      </Part>
      <Part number={3} title="Owner and due date">
        <AssignmentPart
          form={form}
          problems={shownProblems}
          dueProblem={dueProblem}
          owners={choices.owners}
          onChange={setForm}
        />
      </Part>
      <Part number={4} title="Preview">
        {draftToCheck === undefined && (
          <Text c="dimmed">
            {selectedAudience === undefined
              ? 'No customers selected.'
              : 'Complete the sections above to see the preview.'}
          </Text>
        )}
        {draftToCheck !== undefined && preview.error !== null && (
          <Alert color="red" role="alert" title="Couldn’t preview this campaign">
            {errorText(preview.error)}
          </Alert>
        )}
        {draftToCheck !== undefined && preview.error === null && preview.data === undefined && (
          <LoadingSkeleton label="Loading preview">
            <SkeletonBlock height={220} />
          </LoadingSkeleton>
        )}
        {draftToCheck !== undefined && preview.error === null && preview.data !== undefined && (
          <PreviewPart form={form} preview={preview.data} text={draftToCheck} onChange={setForm} />
        )}
        {createCampaign.error !== null && (
          <Alert color="red" role="alert" title="Campaign not created" mt="md">
            {errorText(createCampaign.error)}
          </Alert>
        )}
        <Group mt="md">
          <Button
            onClick={send}
            loading={createCampaign.isPending}
            disabled={draftToCheck !== undefined && (!isCurrent || preview.data?.tickets === 0)}
          >
            {isCurrent ? `Open ${countText(preview.data.tickets, 'ticket')}` : 'Open tickets'}
          </Button>
          <Text size="sm" c="dimmed">
            You can undo this for 24 hours.
          </Text>
        </Group>
      </Part>
    </Stack>
  );
}

function Part({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <Paper p="md" bg="var(--surface)" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {number}. {title}
      </Title>
      <Suspense
        fallback={
          <LoadingSkeleton label={`Loading ${title.toLowerCase()}`}>
            <SkeletonBlock height={220} />
          </LoadingSkeleton>
        }
      >
        {children}
      </Suspense>
    </Paper>
  );
}
