import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { ProspectConversion } from '#shared/prospects/conversion.ts';
import { duplicateText } from '#shared/prospects/duplicates.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useUndoConversion } from '../conversion/data.ts';

interface Properties {
  prospect: ListedProspect;
  conversion: ProspectConversion | null;
}

/**
 * Customer that the prospect was converted to, with Undo for 24 hours; otherwise the customer that
 * may be the same practice. Renders nothing without either.
 */
export function CustomerStatus({ prospect, conversion }: Properties) {
  const dayText = useMomentDayFormatter();
  const undo = useUndoConversion(prospect.prospectId);
  if (conversion === null) {
    const { duplicateOf } = prospect;
    if (duplicateOf === null || duplicateOf.institutionId === null) return null;
    return (
      <Text size="sm" data-guide="prospect-customer">
        Already a customer?{' '}
        <Anchor
          component={Link}
          to={paths.institutionOverview(duplicateOf.institutionId)}
          inherit
          underline="always"
        >
          {duplicateText(duplicateOf)}
        </Anchor>
      </Text>
    );
  }
  const { conversionId, institutionId, institutionName, by, at, undoableUntil } = conversion;
  return (
    <>
      <Group gap="sm" data-guide="prospect-customer">
        <Text size="sm">
          Won as the customer{' '}
          <Anchor
            component={Link}
            to={paths.institutionOverview(institutionId)}
            inherit
            underline="always"
          >
            {institutionName}
          </Anchor>{' '}
          on {dayText(at)} by {by.name}
        </Text>
        {new Date() < new Date(undoableUntil) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(conversionId)}
          >
            Undo conversion
          </Button>
        )}
      </Group>
      <SendError error={undo.error} />
    </>
  );
}
