import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  type CampaignPreview,
  customerExclusionReasons,
  type PlannedTicket,
} from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import {
  campaignFields,
  fieldsInText,
  fillFields,
  fillSubject,
} from '#shared/campaigns/tickets/text.ts';
import { customerExclusionReasonLabels } from '#shared/campaigns/tickets/words.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import type { CampaignFormValues } from './form.ts';
import { type PreviewCustomerGroup, PreviewCustomersDialog } from './PreviewCustomersDialog.tsx';

interface Properties {
  form: CampaignFormValues;
  preview: CampaignPreview;
  text: Pick<CampaignDraft, 'subject' | 'body'>;
  onChange: (form: CampaignFormValues) => void;
}

const getsTicket = (row: PlannedTicket) => row.getsTicket;

/**
 * Preview of a campaign: tickets by owner, customers left out with the reason, and each customer's
 * text.
 */
export function CampaignPreviewSection({ form, preview, text, onChange }: Properties) {
  const [opened, setOpened] = useState<PreviewCustomerGroup>();
  const { rows, tickets } = preview;
  const number = (title: string, of: readonly PlannedTicket[]) => (
    <RowsButton count={of.length} title={title} onOpen={() => setOpened({ title, rows: of })} />
  );
  const fields = fieldsInText(`${text.subject} ${text.body}`);
  return (
    <Stack gap="md" data-guide="campaign-preview">
      <Text role="status">
        {number('Customers who get a ticket', rows.filter(getsTicket))}{' '}
        {tickets === 1 ? 'ticket' : 'tickets'} will be opened.
      </Text>
      <Group gap="lg" align="flex-end">
        <NumberInput
          label="Quiet period in days"
          description="A customer counts as a duplicate if another campaign included it during this period"
          value={form.quietDays}
          min={0}
          max={365}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(value) =>
            onChange({ ...form, quietDays: typeof value === 'number' ? value : 0 })
          }
          w={260}
        />
        <Checkbox
          label="Leave out duplicates"
          checked={form.leavesOutDuplicates}
          onChange={({ currentTarget }) =>
            onChange({ ...form, leavesOutDuplicates: currentTarget.checked })
          }
        />
      </Group>
      <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
        {customerExclusionReasons.map((reason) => {
          const own = rows.filter((row) => row.reason === reason);
          const isLeftOut = own.every((row) => !row.getsTicket);
          return own.length === 0 ? null : (
            <li key={reason}>
              <Text size="sm" component="span">
                {customerExclusionReasonLabels[reason]}:{' '}
                {number(customerExclusionReasonLabels[reason], own)}
                {isLeftOut ? ' left out' : ' still get a ticket'}
              </Text>
              {(reason === 'open_ticket' || reason === 'recent_campaign') && (
                <MetricInfo metric="campaignDuplicate" />
              )}
            </li>
          );
        })}
        {fields.map((field) => {
          const own = rows.filter((row) => row.getsTicket && row.values[field] === null);
          const { label, fallback } = campaignFields[field];
          return own.length === 0 ? null : (
            <li key={field}>
              <Text size="sm" component="span">
                {label} unknown: {number(`${label} unknown`, own)} will read “{fallback}”
              </Text>
            </li>
          );
        })}
      </ul>
      <Assignees preview={preview} number={number} />
      <TextPreview text={text} rows={rows.filter(getsTicket)} />
      {opened !== undefined && (
        <PreviewCustomersDialog {...opened} onClose={() => setOpened(undefined)} />
      )}
    </Stack>
  );
}

function RowsButton({
  count,
  title,
  onOpen,
}: {
  count: number;
  title: string;
  onOpen: () => void;
}) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={4}
      fw={650}
      disabled={count === 0}
      aria-label={`${numberText(count)} ${title}`}
      onClick={onOpen}
    >
      {numberText(count)}
    </Button>
  );
}

function Assignees({
  preview: { assignees, rows },
  number,
}: {
  preview: CampaignPreview;
  number: (title: string, of: readonly PlannedTicket[]) => ReactNode;
}) {
  if (assignees.length === 0) return null;
  return (
    <WideTable label="Tickets by owner" minWidth={220}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Owner</Table.Th>
          <Table.Th ta="right">Tickets</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assignees.map(({ ownerId, ownerName, away }) => (
          <Table.Tr key={ownerId}>
            <Table.Td>
              {ownerName}
              {away !== null && (
                <Text size="xs" c="dimmed">
                  Away until {dayInWords(away.until)},{' '}
                  {away.cover === null ? 'no cover' : `covered by ${away.cover}`}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right">
              {number(
                `Tickets of ${ownerName}`,
                rows.filter((row) => row.getsTicket && row.ownerId === ownerId),
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** Text of one customer's ticket, with buttons for the previous and next customer. */
function TextPreview({
  text,
  rows,
}: {
  text: Pick<CampaignDraft, 'subject' | 'body'>;
  rows: readonly PlannedTicket[];
}) {
  const [position, setPosition] = useState(0);
  const at = Math.min(position, rows.length - 1);
  const row = rows[at];
  if (row === undefined) return null;
  return (
    <Paper p="md" withBorder component="section" aria-label="Text preview">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status">
          {row.institutionName}, {numberText(at + 1)} of {countText(rows.length, 'ticket')}
        </Text>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            aria-label="Previous customer"
            disabled={at === 0}
            onClick={() => setPosition(at - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label="Next customer"
            disabled={at === rows.length - 1}
            onClick={() => setPosition(at + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {fillSubject(text.subject, row.values)}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {fillFields(text.body, row.values)}
      </Text>
    </Paper>
  );
}
