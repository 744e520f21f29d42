import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { countText } from '#shared/core/words.ts';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { FilterBar } from '#web/ui/list/filters/FilterBar.tsx';

/** Asterisk of a required field, in the style of the other fields. */
function RequiredMark() {
  return (
    <Text span inherit c="var(--mantine-color-error)" aria-hidden>
      {' *'}
    </Text>
  );
}

interface Properties {
  label: string;
  description: string;
  /** Conditions as filters and search of the customer list in URL form. */
  value: string;
  onChange: (conditions: string) => void;
  error?: ReactNode;
  /** Text shown when there are no conditions: 'All customers'. */
  whenEmpty: string;
  required?: boolean;
}

/**
 * Field for conditions, which are filters of the customer list. It shows the number of customers
 * that match now.
 */
export function ConditionsField({
  label,
  description,
  value,
  onChange,
  error,
  whenEmpty,
  required = false,
}: Properties) {
  const { data } = useQuery(institutionListQuery);
  const labelId = useId();
  const { state } = parseList(new URLSearchParams(value), institutionColumns);
  const matching = data && findSegmentRows(data.rows, new URLSearchParams(value)).rows.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border of its own
    <div role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="sm" fw={500}>
        {label}
        {required && <RequiredMark />}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {description}
      </Text>
      <FilterBar
        list={{
          columns: institutionColumns,
          rows: data?.rows,
          state,
          change: (part) =>
            onChange(
              formatListQueryString({ filters: state.filters, search: state.search, ...part }),
            ),
          clear: () => onChange(''),
        }}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {value === ''
          ? whenEmpty
          : matching !== undefined && `${countText(matching, 'customer')} now`}
      </Text>
      {error !== undefined && (
        <Text size="xs" c="var(--tier-critical)" role="alert" tabIndex={-1} mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
