import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { listUrlLimits } from '#shared/list/address.ts';

interface Properties {
  value: string;
  label: string;
  field: RefObject<HTMLInputElement | null>;
  onChange: (value: string) => void;
}

/**
 * Debounce delay in milliseconds. It is short enough to feel immediate, and long enough that typing
 * a word changes the URL once.
 */
const debounceDelay = 120;

export function SearchField({ value, label, field, onChange }: Properties) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, debounceDelay);

  // The value also changes from outside the field: by a saved view, the back button or 'Clear all'.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  function put(next: string) {
    setText(next);
    send(next);
  }

  return (
    <TextInput
      ref={field}
      size="xs"
      type="search"
      aria-label={label}
      aria-keyshortcuts="f"
      placeholder={label}
      maxLength={listUrlLimits.search}
      value={text}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            f
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => put('')} />
        )
      }
      onChange={(event) => put(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
