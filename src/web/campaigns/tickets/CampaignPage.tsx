import { Anchor, Button, Container, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import {
  type CampaignDetail,
  type CampaignTicket,
  exportCampaignTickets,
} from '#shared/campaigns/tickets/campaigns.ts';
import { campaignTicketColumns } from '#shared/campaigns/tickets/columns.ts';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { campaignKindTemplates } from '#shared/campaigns/tickets/kinds.ts';
import { recipientStatusLabels } from '#shared/campaigns/tickets/words.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { TicketPageLinks } from '#web/tickets/TicketPageLinks.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { LinkedKeyFigure } from '#web/ui/rows/LinkedKeyFigure.tsx';
import { campaignQuery, useCampaignTickets } from './data.ts';

const CampaignState = lazy(async () => ({
  default: (await import('./CampaignStateSection.tsx')).CampaignStateSection,
}));
const OwnerProgress = lazy(async () => ({
  default: (await import('./OwnerProgress.tsx')).OwnerProgress,
}));

/** One ticket campaign: state, key figures, progress by owner and the list of tickets. */
export function CampaignPage() {
  const { campaignId = '' } = useParams();
  const isId = z.uuid().safeParse(campaignId).success;
  return (
    <Container component="main" size="xl" py="lg">
      {isId ? (
        <Campaign campaignId={campaignId} />
      ) : (
        <Stack gap="md">
          <PageTitle>Ticket campaign</PageTitle>
          <Text>
            This campaign doesn’t exist.{' '}
            <Anchor component={Link} to={paths.ticketCampaigns}>
              All campaigns
            </Anchor>
          </Text>
        </Stack>
      )}
    </Container>
  );
}

function Campaign({ campaignId }: { campaignId: string }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(campaignQuery(campaignId));
  if (data === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn’t load this campaign"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Stack gap="md">
      <div>
        <PageTitle>{data?.campaign.name ?? 'Ticket campaign'}</PageTitle>
        {data !== undefined && <About detail={data} />}
        <TicketPageLinks current={paths.ticketCampaigns} />
      </div>
      {data === undefined ? (
        <LoadingSkeleton label="Loading campaign">
          <SkeletonBlock height={120} />
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      ) : (
        <>
          <LazyPart label="Loading campaign state" height={120}>
            <CampaignState detail={data} />
          </LazyPart>
          <Tickets detail={data} readAt={dataUpdatedAt} />
        </>
      )}
    </Stack>
  );
}

function About({ detail: { campaign, subject, body } }: { detail: CampaignDetail }) {
  const { kind, madeBy, madeAt, dueOn } = campaign;
  const [isShown, setShown] = useState(false);
  const momentText = useMomentFormatter();
  return (
    <>
      <Text size="sm" c="dimmed">
        {campaignKindTemplates[kind].name}, created by {madeBy.name} on {momentText(madeAt)}. Due{' '}
        {dayInWords(dueOn)}.
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        mt={6}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide text' : 'Show text'}
      </Button>
      {isShown && (
        <>
          <Text fw={600} mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {subject}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {body}
          </Text>
        </>
      )}
    </>
  );
}

function Tickets({ detail, readAt }: { detail: CampaignDetail; readAt: number }) {
  const { campaign, leftOut, mayChange } = detail;
  const { campaignId, toOpen, open, done, stragglers, refused } = campaign;
  const navigate = useNavigate();
  const openInstitution = useInstitutionModal();
  const source = useCampaignTickets(detail, readAt);
  const list = useList({
    name: 'campaign-tickets',
    columns: campaignTicketColumns,
    rows: source.data?.rows,
    initial,
  });
  const onOpen = (row: CampaignTicket) =>
    row.openedOn === null
      ? openInstitution(row.institutionId, list.matching)
      : void navigate({ pathname: paths.tickets, search: `ticket=${row.ticketId}` });
  const ofStatus = (...statuses: (keyof typeof recipientStatusLabels)[]) =>
    ({
      column: 'status',
      kind: 'one-of',
      values: statuses.map((status) => recipientStatusLabels[status]),
    }) as const;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" data-guide="campaign-figures">
        <LinkedKeyFigure
          label="Open"
          metric="campaignTicket"
          filters={[ofStatus('not_started', 'in_progress', 'with_customer')]}
          value={numberText(open)}
        >
          not closed in the CRM
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Overdue or untouched"
          metric="campaignStraggler"
          filters={[{ column: 'isStraggler', kind: 'is', value: true }]}
          value={numberText(stragglers)}
        >
          past due, or without activity for {campaignLimits.idleDays} days
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Done"
          metric="campaignTicket"
          filters={[ofStatus('done')]}
          value={numberText(done)}
        >
          closed in the CRM
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Without a ticket"
          metric="campaignTicket"
          filters={[ofStatus('refused', 'cancelled', 'withdrawn', 'deleted')]}
          value={numberText(campaign.recipients - toOpen - open - done)}
        >
          {refused === 0 ? 'withdrawn or not opened' : `${numberText(refused)} refused by the CRM`}
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Left out"
          metric="campaignDuplicate"
          filters={[ofStatus('left_out')]}
          value={numberText(leftOut)}
        >
          as duplicates or for other reasons
        </LinkedKeyFigure>
      </SimpleGrid>
      <Suspense>
        {source.data !== undefined && (
          <OwnerProgress campaign={campaign} rows={source.data.rows} mayReassign={mayChange} />
        )}
      </Suspense>
      <div id="customers" data-guide="campaign-tickets">
        <Group mb="xs">
          <Text fw={600}>Tickets</Text>
        </Group>
        <List
          list={list}
          source={source}
          label="Campaign tickets"
          noun={{ one: 'customer', many: 'customers' }}
          rowId={({ recipientId }) => recipientId}
          onOpen={onOpen}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          exportPath={`${exportCampaignTickets.path}?campaign=${campaignId}`}
          offset={120}
        />
      </div>
    </>
  );
}

const initial = { sort: [{ column: 'institutionName', descending: false }] };
