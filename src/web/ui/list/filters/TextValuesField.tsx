import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TagsInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { listUrlLimits } from '#shared/list/address.ts';
import type { FilterOption } from './OptionField.tsx';

interface TextValuesProperties {
  label: string;
  /** Returns the values to suggest. Called once, because a text column has many values. */
  findOptions: () => readonly FilterOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Field for several texts. Text that is not yet a tag counts as a value too. */
export function TextValuesField({ label, findOptions, values, onChange }: TextValuesProperties) {
  const [suggested] = useState(() => findOptions().map(({ value }) => value));
  const [draft, setDraft] = useState({ tags: [...values], typed: '' });
  // A single event can call `change` twice before the next render: with a new tag and with the
  // cleared text. The ref makes both changes apply.
  const latest = useRef(draft);
  function change(part: Partial<typeof draft>) {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
    const { tags, typed } = latest.current;
    const all = [...tags, typed].map((value) => value.trim());
    onChange([...new Set(all.filter((value) => value !== ''))]);
  }
  return (
    <TagsInput
      aria-label={label}
      description="Press Enter to add another value."
      data-autofocus
      data={suggested}
      limit={6}
      maxLength={listUrlLimits.value}
      maxTags={listUrlLimits.values}
      splitChars={[]}
      value={draft.tags}
      searchValue={draft.typed}
      // Suggestions for an empty text would cover the button below.
      dropdownOpened={draft.typed.trim() !== ''}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => change({ tags: next })}
      onSearchChange={(next) => change({ typed: next })}
    />
  );
}
