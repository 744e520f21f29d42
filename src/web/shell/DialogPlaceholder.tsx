import { CloseButton, Group, Loader, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { InstitutionReference } from '#web/institutions/institution-modal.ts';
import classes from './DialogPlaceholder.module.css';

interface Properties {
  known: InstitutionReference | undefined;
  onClose: () => void;
}

/**
 * Frame of the institution dialog while its code loads. The focus stays on the page, so that the
 * dialog can return it there.
 */
export function DialogPlaceholder({ known, onClose }: Properties) {
  // Escape works in fields too, because the focus stays where it was.
  useHotkeys([['Escape', onClose]], []);
  return (
    <div className={classes.overlay}>
      <div className={classes.frame}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div role="status">
            <Text fw={650} size="lg">
              {known?.institutionName ?? 'Customer'}
              {known?.healthTier != null && (
                <Text span c="dimmed">
                  {' '}
                  · {known.healthTier}
                </Text>
              )}
            </Text>
            <Text c="dimmed" mt="md">
              <Loader size="xs" aria-hidden /> Loading institution details...
            </Text>
          </div>
          <CloseButton aria-label="Close" onClick={onClose} />
        </Group>
      </div>
    </div>
  );
}
