import { Anchor, Modal, Text } from '@mantine/core';
import type { PlannedTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { numberText } from '#shared/core/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';

export interface PreviewCustomerGroup {
  title: string;
  rows: readonly PlannedTicket[];
}

/** Dialog that lists the customers that a number in the preview counts. */
export function PreviewCustomersDialog({
  title,
  rows,
  onClose,
}: PreviewCustomerGroup & { onClose: () => void }) {
  useFocusBack();
  const openInstitution = useInstitutionModal();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${title}: ${numberText(rows.length)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
        {rows.map(({ institutionId, institutionName, because }) => (
          // `contentVisibility` delays the layout of thousands of rows until they are scrolled into
          // view.
          <li
            key={institutionId}
            style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 24px' }}
          >
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="start"
              onClick={() => openInstitution(institutionId, rows)}
            >
              {institutionName}
            </Anchor>
            {because !== null && (
              <Text component="span" size="sm" c="dimmed">
                {' '}
                {because}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
