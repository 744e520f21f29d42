import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { type InsightLink, postRevokeInsightLink } from '#shared/insights/links.ts';
import { call } from '#web/core/api.ts';
import { useMomentDayText, useMomentText } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { insightLinksQuery } from '../data.ts';

interface Properties {
  institutionId: number;
  rows: readonly InsightLink[];
}

/** Every link that was made for a practice, and how often it was opened. */
export function LinkTable({ institutionId, rows }: Properties) {
  const momentText = useMomentText();
  const dayText = useMomentDayText();
  return (
    <WideTable label="Links" minWidth={270}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>For</Table.Th>
          <Table.Th>State</Table.Th>
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
                  : `Opened ${counted(link.views, 'time')}, last ${momentText(link.lastViewedAt)}`}
                . Made {dayText(link.madeAt)} by {link.madeBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <State institutionId={institutionId} link={link} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function State({ institutionId, link }: { institutionId: number; link: InsightLink }) {
  const dayText = useMomentDayText();
  const [isAsking, asking] = useDisclosure(false);
  if (link.revokedAt !== null) return `Revoked ${dayText(link.revokedAt)}`;
  if (new Date(link.expiresAt) <= new Date()) return `Expired ${dayText(link.expiresAt)}`;
  return (
    <>
      Works until {dayText(link.expiresAt)}
      <br />
      <Button variant="subtle" color="red" size="compact-xs" aria-label={`Revoke the link for ${link.label}`} onClick={asking.open}>
        Revoke
      </Button>
      {isAsking && <RevokeDialog institutionId={institutionId} link={link} onClose={asking.close} />}
    </>
  );
}

function RevokeDialog({ institutionId, link, onClose }: { institutionId: number; link: InsightLink; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(postRevokeInsightLink, { params: { id: institutionId, linkId: link.linkId }, body: {} }),
    onSuccess: onClose,
    onError: (error) => sayNotDone(`Not revoked: the link for ${link.label}`, error),
    onSettled: () => client.invalidateQueries({ queryKey: insightLinksQuery(institutionId).queryKey }),
  });
  return (
    <ConfirmDialog
      title={`Revoke the link for ${link.label}?`}
      text="Whoever has it cannot open the page with it any more. A revoked link cannot be restored; you can make another."
      button="Revoke"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
