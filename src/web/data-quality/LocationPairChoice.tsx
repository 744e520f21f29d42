import '@mantine/core/styles/Fieldset.css';
import { Fieldset, Radio, SimpleGrid, Stack } from '@mantine/core';
import { type MergeComparison, mergeLocationFieldTitles } from '#shared/data-quality/merge.ts';
import { FieldChoices } from './FieldChoices.tsx';
import type { LocationPairMergeChoice } from './merge-choices.ts';

const wrapping = { label: { overflowWrap: 'anywhere' } } as const;

interface Properties {
  pair: MergeComparison['places'][number];
  choice: LocationPairMergeChoice;
  onChange: (choice: LocationPairMergeChoice) => void;
}

type Place = Properties['pair']['one'];

const titleOf = ({ fields }: Place) => fields.name ?? fields.street_address ?? 'Location';

/**
 * Returns the text that distinguishes `place` from `other`: its name, else its address, else its
 * id.
 */
function tellingApart(place: Place, other: Place): string {
  if (titleOf(place) !== titleOf(other)) return titleOf(place);
  const where = ({ fields }: Place) =>
    [fields.street_address, fields.city].filter((part) => part !== null).join(', ');
  return where(place) !== where(other) && where(place) !== ''
    ? `${where(place)} (ID ${place.locationId})`
    : `ID ${place.locationId}`;
}

/** Choice for two similar locations: keep one location open, or keep both. */
export function LocationPairChoice({ pair, choice, onChange }: Properties) {
  const { stays } = choice;
  return (
    <Fieldset
      legend={
        titleOf(pair.one) === titleOf(pair.other)
          ? `Both named ${titleOf(pair.one)}`
          : `${titleOf(pair.one)} and ${titleOf(pair.other)}`
      }
    >
      <Stack gap="sm">
        <Radio.Group
          label="Same location?"
          value={stays}
          onChange={(value) =>
            onChange({ ...choice, stays: value === 'one' || value === 'other' ? value : 'both' })
          }
        >
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" mt={4}>
            <Radio
              value="one"
              label={`Yes, keep ${tellingApart(pair.one, pair.other)} open`}
              styles={wrapping}
            />
            <Radio
              value="other"
              label={`Yes, keep ${tellingApart(pair.other, pair.one)} open`}
              styles={wrapping}
            />
            <Radio value="both" label="No, keep both open" />
          </SimpleGrid>
        </Radio.Group>
        {stays !== 'both' && (
          <FieldChoices
            names={mergeLocationFieldTitles}
            what="locations"
            values={pair}
            chosen={choice.fields}
            stays={stays}
            onChoose={(field, side) =>
              onChange({ ...choice, fields: { ...choice.fields, [field]: side } })
            }
          />
        )}
      </Stack>
    </Fieldset>
  );
}
