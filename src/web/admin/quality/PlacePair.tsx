import '@mantine/core/styles/Fieldset.css';
import { Fieldset, Radio, SimpleGrid, Stack } from '@mantine/core';
import { type Comparison, locationFields } from '#shared/admin/quality/merge.ts';
import { FieldChoices } from './FieldChoices.tsx';
import type { PlaceChoice } from './merge-choices.ts';

interface Properties {
  pair: Comparison['places'][number];
  choice: PlaceChoice;
  onChange: (choice: PlaceChoice) => void;
}

const titleOf = ({ fields }: Properties['pair']['one']) => fields.name ?? fields.street_address ?? 'Location';

/** Two locations that are alike: one place, of which one stays open, or two. */
export function PlacePair({ pair, choice, onChange }: Properties) {
  const { stays } = choice;
  return (
    <Fieldset legend={`${titleOf(pair.one)} and ${titleOf(pair.other)}`}>
      <Stack gap="sm">
        <Radio.Group
          label="Are they one place?"
          value={stays}
          onChange={(value) => onChange({ ...choice, stays: value === 'one' || value === 'other' ? value : 'both' })}
        >
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" mt={4}>
            <Radio value="one" label="Yes, the first one stays open" />
            <Radio value="other" label="Yes, the second one stays open" />
            <Radio value="both" label="No, both stay open" />
          </SimpleGrid>
        </Radio.Group>
        {stays !== 'both' && (
          <FieldChoices
            names={locationFields}
            values={pair}
            chosen={choice.fields}
            stays={stays}
            onChoose={(field, side) => onChange({ ...choice, fields: { ...choice.fields, [field]: side } })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
