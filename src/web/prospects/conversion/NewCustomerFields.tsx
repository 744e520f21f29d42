import { Autocomplete, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { knownEhrs } from '#shared/institutions/ehrs.ts';
import { type ConversionFacts, goLiveProblem } from '#shared/prospects/conversion.ts';

interface Properties {
  facts: ConversionFacts;
  goLiveOn: Day;
  today: Day;
  practiceTypes: readonly string[];
  locationCount: number | null;
  onChange: (change: Partial<ConversionFacts>) => void;
  onGoLiveChange: (goLiveOn: Day) => void;
}

/** Fields of the new customer and its first location. */
export function NewCustomerFields({
  facts,
  goLiveOn,
  today,
  practiceTypes,
  locationCount,
  onChange,
  onGoLiveChange,
}: Properties) {
  const field = (key: keyof ConversionFacts) => ({
    value: facts[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [key]: event.currentTarget.value }),
  });
  const problem = goLiveOn === '' ? undefined : goLiveProblem(goLiveOn, today);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required maxLength={200} {...field('name')} />
        <Autocomplete
          label="Practice type"
          required
          maxLength={100}
          data={[...practiceTypes]}
          value={facts.practiceType}
          onChange={(practiceType) => onChange({ practiceType })}
          comboboxProps={{ withinPortal: false }}
        />
        <TextInput label="Street" maxLength={200} {...field('streetAddress')} />
        <TextInput label="City" required maxLength={100} {...field('city')} />
        <TextInput
          label="State"
          required
          pattern="[A-Z]{2}"
          title="Two capital letters, such as TX"
          maxLength={2}
          {...field('state')}
        />
        <TextInput
          label="ZIP code"
          required
          pattern="\d{5}(-\d{4})?"
          title="Five digits, such as 06103"
          maxLength={10}
          {...field('zip')}
        />
        <Autocomplete
          label="EHR"
          maxLength={100}
          data={[...knownEhrs]}
          limit={50}
          value={facts.ehr}
          onChange={(ehr) => onChange({ ehr })}
          comboboxProps={{ withinPortal: false }}
        />
        <TextInput label="Phone" type="tel" maxLength={50} {...field('phone')} />
        <TextInput
          type="date"
          label="Expected go-live"
          required
          value={goLiveOn}
          onChange={(event) => onGoLiveChange(event.currentTarget.value)}
          error={problem && `The day ${problem}`}
        />
      </SimpleGrid>
      {locationCount !== null && locationCount > 1 && (
        <Text size="sm" c="dimmed">
          The new customer has one location at this address. Import the other{' '}
          {countText(locationCount - 1, 'location')} afterwards.
        </Text>
      )}
    </>
  );
}
