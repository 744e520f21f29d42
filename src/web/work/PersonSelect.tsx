import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#shared/core/person.ts';
import { peopleQuery } from './data.ts';

interface Properties {
  label: string;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** What nobody is called here. */
  nobody?: string;
  description?: string;
  error?: string | undefined;
}

/** Somebody who can be given work, or nobody. */
export function PersonSelect({ label, value, onChange, nobody = 'Unassigned', description, error }: Properties) {
  const { data = [], isError } = useQuery(peopleQuery);
  // Whoever has it now can be kept, though disabled since.
  const people = value === null || data.some(({ id }) => id === value.id) ? data : [value, ...data];
  return (
    <Select
      label={label}
      placeholder={nobody}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(people.find((person) => person.id === id) ?? null)}
      description={description}
      error={isError ? 'The list of people could not be loaded' : error}
      withScrollArea={false}
      styles={{ options: { maxHeight: 200, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="No person found"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${nobody}` }}
    />
  );
}
