import { Autocomplete, Button, List, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { synonymLimits, type TermMeaning } from '#shared/assistant/synonyms.ts';
import { phraseKey } from '#shared/assistant/words/tokens.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { termsQuery, useSynonymChanges } from './data.ts';
import { describeMeanings, filterMeaningsByList } from './meanings.ts';

/** Value of the choice for all lists. */
const everyList = '';

interface Properties {
  /** Unknown word for which a synonym is added; '' without one. */
  word: string;
  onClose: () => void;
  /** Called when the word has been added, before `onClose`. */
  onAdded: () => void;
}

/** Dialog that adds a word for a term of the lists, and shows what the word will mean. */
export function SynonymDialog({ word: unknown, onClose, onAdded }: Properties) {
  useFocusBack();
  const { idFor } = useIdempotencyId();
  const { adding } = useSynonymChanges();
  const [word, setWord] = useState(unknown);
  const [term, setTerm] = useState('');
  const [list, setList] = useState(everyList);
  const [search] = useDebouncedValue(term.trim(), 200);
  const found = useQuery(termsQuery(search));
  const terms = found.data ?? [];
  const isSearched = found.isSuccess && !found.isPlaceholderData && search === term.trim();
  const chosen = terms.find((each) => phraseKey(each.term) === phraseKey(term));
  const meanings = chosen?.meanings ?? [];
  const scope = meanings.some((meaning) => meaning.list === list) ? list : everyList;
  const inScope = filterMeaningsByList(meanings, scope === everyList ? null : scope);
  const canAdd = word.trim() !== '' && inScope.length > 0;
  function add() {
    if (!canAdd || adding.isPending) return;
    const synonym = {
      word: word.trim(),
      term: term.trim(),
      list: scope === everyList ? null : scope,
    };
    adding.mutate(
      { synonymId: idFor(synonym), ...synonym },
      {
        onSuccess: () => {
          onAdded();
          onClose();
        },
      },
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add synonym"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(add)}>
        <Stack>
          <TextInput
            label="Word or phrase"
            description={`Up to ${synonymLimits.words} words that users type`}
            required
            maxLength={synonymLimits.characters}
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            data-autofocus={unknown === '' ? true : undefined}
          />
          <Autocomplete
            label="Stands for"
            description="A column, list, value or phrase that the assistant knows"
            required
            maxLength={synonymLimits.characters}
            // An empty search suggests nothing, because its first terms would be signs and single
            // letters.
            data={search === '' ? [] : [...new Set(terms.map((each) => each.term))]}
            filter={({ options }) => options}
            value={term}
            onChange={setTerm}
            data-autofocus={unknown === '' ? undefined : true}
          />
          {meanings.length > 0 && (
            <Select
              label="Applies to"
              data={listChoices(meanings)}
              allowDeselect={false}
              value={scope}
              onChange={(value) => setList(value ?? everyList)}
            />
          )}
          {found.error !== null && (
            <ErrorState
              title="Couldn’t load terms"
              error={found.error}
              onRetry={() => void found.refetch()}
            />
          )}
          <Meaning
            word={word.trim()}
            term={term.trim()}
            meanings={inScope}
            isSearched={isSearched}
          />
          <SendError error={adding.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" disabled={!canAdd} loading={adding.isPending}>
              Add synonym
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function listChoices(meanings: readonly TermMeaning[]) {
  const names = new Map(meanings.map(({ list, listName }) => [list, listName]));
  return [
    { value: everyList, label: 'All lists' },
    ...[...names].flatMap(([list, name]) =>
      list === null || name === null ? [] : { value: list, label: `Only ${name}` },
    ),
  ];
}

/** States what the word will mean, or that the term is unknown once the search has finished. */
function Meaning({
  word,
  term,
  meanings,
  isSearched,
}: {
  word: string;
  term: string;
  meanings: readonly TermMeaning[];
  isSearched: boolean;
}) {
  return (
    <div aria-live="polite">
      {meanings.length > 0 && word !== '' && (
        <>
          <Text size="sm">
            In all users’ questions, “{word}” will mean “{term}”:
          </Text>
          <List size="sm">
            {describeMeanings(meanings).map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </>
      )}
      {meanings.length === 0 && term !== '' && isSearched && (
        <Text size="sm" c="dimmed">
          The assistant doesn’t know “{term}”. Choose a term from the list.
        </Text>
      )}
    </div>
  );
}
