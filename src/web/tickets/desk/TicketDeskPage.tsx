import { Container, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { useCustomerScope } from '#web/portfolio/own-scope.ts';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { TicketPageLinks } from '../TicketPageLinks.tsx';
import { ticketChoicesQuery, ticketListQuery } from './data.ts';
import classes from './desk.module.css';
import { PaneSkeleton } from './PaneSkeleton.tsx';
import { TicketList } from './TicketList.tsx';

const TicketDialog = lazy(async () => ({
  default: (await import('./FullScreenTicketDialog.tsx')).FullScreenTicketDialog,
}));
const TicketPane = lazy(async () => ({ default: (await import('./TicketPane.tsx')).TicketPane }));

const works = [{ name: 'ticket changes in the CRM', jobs: ['tickets.send'] }];

/** Minimum viewport width at which list and ticket are side by side. */
const splitWidth = '(min-width: 75em)';

/** CRM tickets: the list, with the selected ticket beside it or in a dialog. */
export function TicketDeskPage() {
  const { parameters, change } = useUrlParameters();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const source = useQuery(ticketListQuery);
  const allRows = source.data?.rows;
  const rows = useMemo(
    () => (owner === undefined ? allRows : allRows?.filter((row) => row.ownerName === owner)),
    [allRows, owner],
  );
  const isSplit = useMediaQuery(splitWidth, false, { getInitialValueInEffect: false });
  const requestedId = Number(parameters.get('ticket') ?? Number.NaN);
  const ticketId = Number.isSafeInteger(requestedId) && requestedId > 0 ? requestedId : undefined;
  const open = ({ ticketId: id }: Pick<ListedTicket, 'ticketId'>) => change({ ticket: String(id) });
  const close = () => change({ ticket: null });

  return (
    <Container component="main" size={1680} py="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <PageTitle>Tickets</PageTitle>
            <CurrentFreshnessStrip />
            <AsOf />
            <JobTroubleList works={works} />
            <TicketPageLinks current={paths.tickets} />
          </div>
          <OwnCustomersSwitch scope={scope} onChoose={choose} />
        </Group>
        <div className={ticketId !== undefined && isSplit ? classes.split : undefined}>
          <TicketList rows={rows} scope={scope} source={source} onOpen={open} />
          {ticketId !== undefined && isSplit && (
            <Suspense fallback={<PaneSkeleton />}>
              <TicketPane key={ticketId} ticketId={ticketId} onOpen={open} onClose={close} />
            </Suspense>
          )}
        </div>
      </Stack>
      <Suspense>
        {ticketId !== undefined && !isSplit && (
          <TicketDialog key={ticketId} ticketId={ticketId} onOpen={open} onClose={close} />
        )}
      </Suspense>
    </Container>
  );
}

/**
 * Notice that the CRM data is outdated, with its age and the reason; renders nothing while the data
 * is current.
 */
function AsOf() {
  const { data } = useQuery(ticketChoicesQuery);
  const momentText = useMomentFormatter();
  if (data === undefined || (!data.stale && data.trouble === null)) return null;
  const { asOf, trouble } = data;
  const resumes =
    trouble === null || trouble.resumesAt === null
      ? ''
      : ` Next try at ${momentText(trouble.resumesAt)}.`;
  return (
    <Text size="sm" c="dimmed" role="status">
      {trouble !== null && `Message from the CRM: ${trouble.says}${resumes} `}
      {asOf === null
        ? 'No tickets have been loaded from the CRM yet.'
        : `${trouble === null ? 'Tickets haven’t been loaded from the CRM for more than an hour. ' : ''}The list shows tickets as of ${momentText(asOf)}. Your changes will be sent to the CRM later.`}
    </Text>
  );
}
