import { Anchor, Button, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { type MergeComparison, mergeInstitutionFieldTitles } from '#shared/data-quality/merge.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useMarkDistinct, useMergeCustomers } from './data.ts';
import { FieldChoices } from './FieldChoices.tsx';
import { LocationPairChoice } from './LocationPairChoice.tsx';
import {
  attachedRowsText,
  createDefaultMergeChoices,
  type MergeSideChoice,
  toMergeRequest,
} from './merge-choices.ts';

/** Form to choose which customer is kept and which values are used. */
export function MergeForm({
  comparison,
  onClose,
}: {
  comparison: MergeComparison;
  onClose: () => void;
}) {
  const [choices, setChoices] = useState(() => createDefaultMergeChoices(comparison));
  const merge = useMergeCustomers();
  const apart = useMarkDistinct();
  const { kept } = choices;
  const away = kept === 'one' ? 'other' : 'one';
  const haveOneName = comparison.one.fields.name === comparison.other.fields.name;
  const nameOf = (side: MergeSideChoice) => {
    const { institutionId, fields } = comparison[side];
    return haveOneName
      ? `${fields.name ?? 'Customer'} (ID ${institutionId})`
      : (fields.name ?? 'Customer');
  };
  const done = { onSuccess: ({ summary }: { summary: string }) => finish(summary) };
  const finish = (summary: string) => {
    notifications.show({ title: summary, message: 'You can undo the merge under “Show fixes”.' });
    onClose();
  };
  const send = () => merge.mutate(toMergeRequest(comparison, choices), done);
  const tellApart = () =>
    apart.mutate(
      { institutionId: comparison.one.institutionId, otherId: comparison.other.institutionId },
      done,
    );
  return (
    <form onSubmit={createSubmitHandler(send)}>
      <Stack gap="lg">
        {comparison.likeness !== null && (
          <Text size="sm">
            Similar fields: {comparison.likeness.toLowerCase()}
            <MetricInfo metric="duplicateCustomer" />
          </Text>
        )}
        <Radio.Group
          label="Customer to keep"
          value={kept}
          onChange={(value) =>
            setChoices({ ...choices, kept: value === 'other' ? 'other' : 'one' })
          }
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mt={6}>
            {(['one', 'other'] as const).map((side) => (
              <div key={side}>
                <Radio value={side} label={nameOf(side)} styles={{ label: { fontWeight: 600 } }} />
                <Text size="xs" c="dimmed" mt={4}>
                  {countText(comparison[side].openLocations, 'open location')},{' '}
                  {attachedRowsText(comparison[side].attached)}
                  {comparison[side].fields.created_on !== null &&
                    `, a customer since ${dayInWords(comparison[side].fields.created_on)}`}
                  .{' '}
                  <Anchor
                    component={Link}
                    to={paths.institutionOverview(comparison[side].institutionId)}
                    inherit
                    td="underline"
                  >
                    Open
                  </Anchor>
                </Text>
              </div>
            ))}
          </SimpleGrid>
        </Radio.Group>
        <FieldChoices
          names={mergeInstitutionFieldTitles}
          what="customers"
          values={comparison}
          chosen={choices.fields}
          stays={kept}
          onChoose={(field, side) =>
            setChoices({ ...choices, fields: { ...choices.fields, [field]: side } })
          }
        />
        {comparison.places.map((pair, at) => (
          <LocationPairChoice
            key={pair.one.locationId}
            pair={pair}
            choice={choices.places[at] ?? { stays: 'both', fields: {} }}
            onChange={(choice) =>
              setChoices({
                ...choices,
                places: choices.places.map((one, index) => (index === at ? choice : one)),
              })
            }
          />
        ))}
        <Text size="sm">
          All locations of {nameOf(away)}, their usage and all attached data move to {nameOf(kept)}.
          A customer can have some records only once, such as a risk case. If both customers have
          such a record, the record of {nameOf(kept)} is kept. Closed weeks keep their scores. Later
          files can use the ids of both customers.
        </Text>
        {merge.error !== null && (
          <ErrorState title="Couldn’t merge the customers" error={merge.error} onRetry={send} />
        )}
        {apart.error !== null && (
          <ErrorState
            title="Couldn’t mark as not duplicates"
            error={apart.error}
            onRetry={tellApart}
          />
        )}
        <DialogButtons onClose={onClose}>
          <Button variant="default" loading={apart.isPending} onClick={tellApart}>
            Not duplicates
          </Button>
          <Button type="submit" loading={merge.isPending}>
            Merge
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
