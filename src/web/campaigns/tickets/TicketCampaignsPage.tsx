import { Button, Container, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { exportCampaigns } from '#shared/campaigns/tickets/campaigns.ts';
import { campaignColumns } from '#shared/campaigns/tickets/columns.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { TicketPageLinks } from '#web/tickets/TicketPageLinks.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { campaignsQuery } from './data.ts';

const initial = { sort: [{ column: 'madeOn', descending: true }] };

/** List of ticket campaigns with their progress. */
export function TicketCampaignsPage() {
  const navigate = useNavigate();
  const source = useQuery(campaignsQuery);
  const list = useList({
    name: 'ticket-campaigns',
    columns: campaignColumns(useBusinessTimeZone()),
    rows: source.data?.rows,
    initial,
  });
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <PageTitle>Ticket campaigns</PageTitle>
            <JobTroubleList works={[{ name: 'campaign tickets', jobs: ['campaigns.tickets'] }]} />
            <TicketPageLinks current={paths.ticketCampaigns} />
          </div>
          <Button component={Link} to={paths.newTicketCampaign} data-guide="campaign-new">
            New campaign
          </Button>
        </Group>
        <div id="customers" data-guide="campaign-list">
          <List
            list={list}
            source={source}
            label="Ticket campaigns"
            noun={{ one: 'campaign', many: 'campaigns' }}
            rowId={({ campaignId }) => campaignId}
            onOpen={({ campaignId }) => void navigate(paths.ticketCampaign(campaignId))}
            overviewOf={({ campaignId }) => paths.ticketCampaign(campaignId)}
            askAbout={{ list: 'ticket-campaigns' }}
            exportPath={exportCampaigns.path}
            whenEmpty="No campaigns yet. Create one to open a ticket for each customer of a segment."
            offset={220}
          />
        </div>
      </Stack>
    </Container>
  );
}
