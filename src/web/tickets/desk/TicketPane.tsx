import { Anchor, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/core/pages/paths.ts';
import { products } from '#shared/core/products.ts';
import { countText } from '#shared/core/words.ts';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { maxTaskTitleLength } from '#shared/work/tasks.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { Conversation } from './Conversation.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { ticketChoicesQuery, ticketQuery } from './data.ts';
import classes from './desk.module.css';
import { EscalateButton } from './EscalateButton.tsx';
import { hoursInWords } from './hours-in-words.ts';
import { NoteForm } from './NoteForm.tsx';
import { SimilarTicketsAndArticles } from './SimilarTicketsAndArticles.tsx';
import { TicketChangeConflicts } from './TicketChangeConflicts.tsx';
import { TicketFields } from './TicketFields.tsx';

interface Properties {
  ticketId: number;
  onOpen: (ticket: Pick<ListedTicket, 'ticketId'>) => void;
  /** Omitted when the pane is inside a dialog, which has its own close button. */
  onClose?: () => void;
}

function ageText({ isOpen, ageDays }: ListedTicket): string {
  if (ageDays === 0) return isOpen ? 'Opened less than a day ago.' : 'Closed within a day.';
  return `${isOpen ? 'Open for' : 'Closed after'} ${countText(ageDays, 'day')}.`;
}

const waitText = ({ waitingHours }: ListedTicket): string =>
  waitingHours === null
    ? ''
    : ` The customer has waited ${hoursInWords(waitingHours)} for our reply.`;

/** Draft of a task that links back to the ticket. */
const taskAbout = ({ ticketId, subject }: ListedTicket) => ({
  title: subject.slice(0, maxTaskTitleLength),
  details: `Ticket ${ticketId}: ${window.location.origin}${paths.ticket(ticketId)}`,
});

/** Link to the ticket's page in the CRM; renders nothing for the embedded CRM. */
function CrmPageLink({ ticketId }: { ticketId: number }) {
  const { data } = useQuery(ticketChoicesQuery);
  if (data === undefined || data.ticketAddress === null) return null;
  return (
    <Anchor
      size="sm"
      href={data.ticketAddress.replace('{ticketId}', String(ticketId))}
      target="_blank"
      rel="noreferrer"
    >
      Open in CRM
    </Anchor>
  );
}

/** One ticket: fields, actions, conversation and customer. */
export function TicketPane({ ticketId, onOpen, onClose }: Properties) {
  const { data, error, refetch } = useQuery(ticketQuery(ticketId));
  const openInstitution = useInstitutionModal();
  if (error !== null)
    return (
      <ErrorState title="Couldn’t load this ticket" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined || data.ticket.ticketId !== ticketId)
    return (
      <LoadingSkeleton label="Loading ticket">
        <SkeletonBlock height={140} />
        <SkeletonBlock height={320} />
      </LoadingSkeleton>
    );
  const { ticket } = data;
  const { institutionId, institutionName } = ticket;
  return (
    <Paper
      component="section"
      aria-label={`Ticket ${ticketId}`}
      className={onClose === undefined ? '' : (classes.pane ?? '')}
      p={onClose ? 'md' : 0}
    >
      <Stack gap="md">
        <div>
          <Group justify="space-between" wrap="nowrap" align="start">
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {ticket.subject}
            </Title>
            {onClose && <CloseButton aria-label="Close ticket view" onClick={onClose} />}
          </Group>
          <Text size="sm" c="dimmed">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => openInstitution(institutionId)}
            >
              {institutionName}
            </Anchor>
            {ticket.product !== null && `, ${products[ticket.product].name}`}
            {ticket.channel !== null && `, by ${ticket.channel}`}, #{ticketId}
            {ticket.isReopened && ', reopened'}. {ageText(ticket)}
            {waitText(ticket)}
          </Text>
        </div>
        <TicketChangeConflicts ticket={ticket} changes={data.changes} />
        <TicketFields ticket={ticket} />
        <Group gap="xs">
          <AddTaskButton
            institutionId={institutionId}
            institutionName={institutionName}
            initial={taskAbout(ticket)}
          />
          <EscalateButton key={ticketId} ticket={ticket} />
          <CrmPageLink ticketId={ticketId} />
        </Group>
        <Conversation ticket={ticket} body={data.body} messages={data.messages} />
        <NoteForm key={ticketId} ticket={ticket} />
        <CustomerCard ticket={ticket} customer={data.customer} />
        <SimilarTicketsAndArticles
          similar={data.similar}
          articles={data.articles}
          onOpen={onOpen}
        />
      </Stack>
    </Paper>
  );
}
