import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { type InsightLink, postRevokeInsightLink } from '#shared/insights/links.ts';
import { call } from '#web/core/api.ts';
import { useMomentDayFormatter, useMomentFormatter } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { insightLinksQuery } from '../data.ts';

interface Properties {
  institutionId: number;
  rows: readonly InsightLink[];
}

/** Table of a practice's links with their number of views. */
export function LinkTable({ institutionId, rows }: Properties) {
  const momentText = useMomentFormatter();
  const dayText = useMomentDayFormatter();
  return (
    <WideTable label="Links" minWidth={270}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Recipient</Table.Th>
          <Table.Th>Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((link) => (
          <Table.Tr key={link.linkId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {link.label}
              <Text size="xs" c="dimmed">
                {link.lastViewedAt === null
                  ? 'Never opened'
                  : `Opened ${countText(link.views, 'time')}, last ${momentText(link.lastViewedAt)}`}
                . Created {dayText(link.madeAt)} by {link.madeBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <LinkStatus institutionId={institutionId} link={link} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function LinkStatus({ institutionId, link }: { institutionId: number; link: InsightLink }) {
  const dayText = useMomentDayFormatter();
  const [isConfirming, confirmation] = useDisclosure(false);
  if (link.revokedAt !== null) return `Revoked ${dayText(link.revokedAt)}`;
  if (new Date(link.expiresAt) <= new Date()) return `Expired ${dayText(link.expiresAt)}`;
  return (
    <>
      Valid until {dayText(link.expiresAt)}
      <br />
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        aria-label={`Revoke the link for ${link.label}`}
        onClick={confirmation.open}
      >
        Revoke
      </Button>
      {isConfirming && (
        <RevokeDialog institutionId={institutionId} link={link} onClose={confirmation.close} />
      )}
    </>
  );
}

function RevokeDialog({
  institutionId,
  link,
  onClose,
}: {
  institutionId: number;
  link: InsightLink;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () =>
      call(postRevokeInsightLink, { params: { id: institutionId, linkId: link.linkId }, body: {} }),
    onSuccess: onClose,
    onError: (error) => notifyFailure(`Couldn’t revoke the link for ${link.label}`, error),
    onSettled: () =>
      client.invalidateQueries({ queryKey: insightLinksQuery(institutionId).queryKey }),
  });
  return (
    <ConfirmDialog
      title={`Revoke the link for ${link.label}?`}
      text="The link stops working for everyone. You can’t restore a revoked link, but you can create a new one."
      button="Revoke link"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
