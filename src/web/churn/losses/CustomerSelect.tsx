import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';

interface Properties {
  value: number | undefined;
  onChange: (institutionId: number | undefined) => void;
}

/** Select for a current customer. State and id distinguish customers with equal names. */
export function CustomerSelect({ value, onChange }: Properties) {
  const { data, isPending, error } = useQuery(institutionListQuery);
  const customers = useMemo(() => {
    const rows = data?.rows ?? [];
    const names = Map.groupBy(rows, ({ institutionName }) => institutionName);
    return rows
      .map(({ institutionId, institutionName, state }) => ({
        value: String(institutionId),
        label:
          (names.get(institutionName)?.length ?? 0) > 1
            ? `${institutionName}, ${state ?? 'no state'} (${institutionId})`
            : institutionName,
      }))
      .sort((one, other) => one.label.localeCompare(other.label, 'en'));
  }, [data]);
  return (
    <Select
      label="Customer"
      required
      placeholder="Find by name"
      searchable
      comboboxProps={{ withinPortal: false }}
      limit={30}
      data={customers}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      error={error === null ? undefined : 'Couldn’t load customers'}
      nothingFoundMessage={isPending ? 'Loading…' : 'No matching customers'}
      data-autofocus
    />
  );
}
