import { Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { AddFilter, FilterChip } from '#web/ui/list/filters/filter-popovers.tsx';
import classes from '../assistant.module.css';
import { removeFilter } from './change-plan.ts';

const PlanFilterDropdown = lazy(async () => ({
  default: (await import('./PlanFilterDropdown.tsx')).PlanFilterDropdown,
}));

interface Properties {
  answer: Answer;
  /** Called with a changed plan and the change in words. */
  onChange: (plan: SentPlan, change: string) => void;
}

/** Filters of the answer. Changing, removing or adding one asks again with the changed plan. */
export function AnswerFilters({ answer: { chips, plan }, onChange }: Properties) {
  const dropdown = (column: string | null) => (close: () => void) => (
    <PlanFilterDropdown
      plan={plan}
      column={column}
      onApply={(next, change) => {
        close();
        onChange(next, change);
      }}
    />
  );
  return (
    <Group gap={6} data-guide="assistant-filters" role="group" aria-label="Filters">
      {chips.length > 0 && (
        <Text size="sm" c="dimmed" aria-hidden>
          Filters
        </Text>
      )}
      {chips.map(({ column, text }) => {
        const remove = () => onChange(removeFilter(plan, column), `Without ${text}`);
        return column === null ? (
          <button
            key={text}
            type="button"
            className={classes.chip}
            aria-label={`Remove ${text}`}
            onClick={remove}
          >
            {text} <IconX size={13} aria-hidden />
          </button>
        ) : (
          <FilterChip key={column} text={text} onRemove={remove}>
            {dropdown(column)}
          </FilterChip>
        );
      })}
      <AddFilter>{dropdown(null)}</AddFilter>
    </Group>
  );
}
