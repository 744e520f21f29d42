import { Box, Button, CloseButton, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCurrentLocation, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import {
  choiceKey,
  choiceName,
  exactMatchIndex,
  type SearchChoice,
  type SelectionHandlers,
} from './choices.ts';
import { SearchDropdown } from './SearchDropdown.tsx';
import { useHighlightedRow } from './use-highlighted-row.ts';
import { useDirectorySearch } from './use-places.ts';
import { useSearch } from './use-search.ts';
import { useSearchIndex } from './use-search-index.ts';
import { useSelectChoice } from './use-select-choice.ts';

const AddPlaceDialog = lazy(async () => ({
  default: (await import('./AddPlaceDialog.tsx')).AddPlaceDialog,
}));

interface Properties extends SelectionHandlers {
  onLocationRequest: () => void;
  autoFocus?: boolean;
  /** Initial text of the box. */
  text?: string;
  onTextPicked?: (text: string) => void;
}

/**
 * Search box for customers, prospects and new practices. Reports the selection through callbacks.
 */
export function SearchBox({
  onLocationRequest,
  autoFocus = false,
  text = '',
  onTextPicked,
  ...selecting
}: Properties) {
  const [typed, setTyped] = useState(text);
  const [isOpen, setOpen] = useState(autoFocus);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { index, failed } = useSearchIndex();
  // A closed list needs no places. A selection, which fills in a name, must not search for it.
  const places = useDirectorySearch(isOpen ? typed : '');
  const search = useSearch(typed, index, places);
  const choices = search.choicesOf(search.tab);
  const { highlighted, move, highlight } = useHighlightedRow(
    choices.map(choiceKey).join(),
    choices.length,
    exactMatchIndex(choices, search.needle),
  );
  const picking = useSelectChoice(selecting, places);

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('mousedown', closeOutside);
    return () => document.removeEventListener('mousedown', closeOutside);
  }, []);

  const select = (choice: SearchChoice | undefined) => {
    if (!choice) return;
    setTyped(choiceName(choice));
    onTextPicked?.(choiceName(choice));
    setOpen(false);
    picking.select(choice, choices);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter')
      select(!isOpen || search.isSettled ? choices[isOpen ? highlighted : -1] : search.firstNow());
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1);
      setOpen(true);
    }
  };

  const optionId = (row: number) => `${listId}-${row}`;
  return (
    <Box
      ref={box}
      onBlur={({ relatedTarget }) =>
        relatedTarget && !box.current?.contains(relatedTarget) && setOpen(false)
      }
    >
      <Group gap="xs">
        <TextInput
          ref={input}
          flex="1 1 260px"
          size="md"
          role="combobox"
          aria-label="Search"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && highlighted >= 0 ? optionId(highlighted) : undefined}
          data-mantine-stop-propagation={isOpen}
          data-autofocus={autoFocus || undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search customers, prospects, or discovery..."
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                aria-label="Clear search"
                onClick={() => {
                  setTyped('');
                  input.current?.focus();
                }}
              />
            )
          }
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setOpen(true);
          }}
          onFocus={({ currentTarget }) => {
            currentTarget.select();
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <Button
          size="md"
          px="sm"
          variant="default"
          leftSection={<IconCurrentLocation size={18} />}
          onClick={onLocationRequest}
        >
          Near Me
        </Button>
      </Group>
      {isOpen && (
        <SearchDropdown
          typed={typed}
          search={search}
          places={places}
          isReady={index !== undefined}
          failed={failed}
          listId={listId}
          optionId={optionId}
          highlighted={highlighted}
          onHighlight={highlight}
          onSelect={select}
        />
      )}
      <Suspense>
        {picking.placeToName !== undefined && (
          <AddPlaceDialog
            {...picking.placeToName}
            onAdded={picking.finishNaming}
            onClose={picking.cancelNaming}
          />
        )}
      </Suspense>
      <VisuallyHidden role="status">
        {isOpen && search.needle !== null && index ? countText(choices.length, 'result') : ''}
      </VisuallyHidden>
    </Box>
  );
}
