import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#shared/core/person.ts';
import { peopleQuery } from './data.ts';
import { NameWithWorkload } from './NameWithWorkload.tsx';

interface Properties {
  label: string;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** Label of the option for no user. */
  nobody?: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
}

/** Select field for an active user or no user. Each option shows the user's workload. */
export function PersonSelect({
  label,
  value,
  onChange,
  nobody = 'Unassigned',
  description,
  error,
  required = false,
}: Properties) {
  const { data = [], isError } = useQuery(peopleQuery);
  // The selected user stays an option, even if the user has been disabled.
  const people = value === null || data.some(({ id }) => id === value.id) ? data : [value, ...data];
  return (
    <Select
      label={label}
      required={required}
      placeholder={nobody}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(people.find((person) => person.id === id) ?? null)}
      renderOption={({ option }) => (
        <NameWithWorkload name={option.label} personId={option.value} />
      )}
      description={description}
      error={isError ? 'Couldn’t load people' : error}
      withScrollArea={false}
      styles={{ options: { maxHeight: 200, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="No matching people"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${nobody}` }}
    />
  );
}
