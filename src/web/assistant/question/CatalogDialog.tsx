import { Anchor, Modal, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CatalogList } from '#shared/assistant/catalog.ts';
import { foldText } from '#shared/core/text.ts';
import { capitalize, countText } from '#shared/core/words.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import classes from '../assistant.module.css';
import { catalogQuery } from '../data.ts';
import { ExampleButtons } from './ExampleQuestions.tsx';

interface Properties {
  onClose: () => void;
  onAsk: (question: string) => void;
}

/** Lists, columns and words that questions can use, with examples. */
export function CatalogDialog({ onClose, onAsk }: Properties) {
  useFocusBack();
  const { data: lists, error, refetch } = useQuery(catalogQuery);
  const [search, setSearch] = useState('');
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const found = lists?.map((list) => filterList(list, search)).filter(hasContent);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={narrow}
      radius={narrow ? 0 : 'lg'}
      title="What can I ask?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Text size="sm">
          You can count, sum, average, compare, rank and group the rows of these lists. Most columns
          are known only for today.
        </Text>
        <TextInput
          type="search"
          label="Search lists and words"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        {lists === undefined && error === null && (
          <LoadingSkeleton label="Loading lists and words">
            <Skeleton h={200} />
          </LoadingSkeleton>
        )}
        {lists === undefined && error !== null && (
          <ErrorState
            title="Couldn’t load lists and words"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {found?.map((list) => (
          <ListSection key={list.key} list={list} isOpen={search.trim() !== ''} onAsk={onAsk} />
        ))}
        {found?.length === 0 && (
          <Text c="dimmed">Nothing found for “{search.trim()}”. Try another word.</Text>
        )}
      </Stack>
    </Modal>
  );
}

const hasContent = ({ columns, phrases, examples }: CatalogList): boolean =>
  columns.length > 0 || phrases.length > 0 || examples.length > 0;

/** Returns the parts of a list that contain the search text; the whole list when its noun does. */
function filterList(list: CatalogList, search: string): CatalogList {
  const text = foldText(search.trim());
  const includes = (words: readonly string[]) =>
    words.some((word) => foldText(word).includes(text));
  if (includes([list.noun.one, list.noun.many, ...list.noun.synonyms])) return list;
  return {
    ...list,
    columns: list.columns.filter(({ label, words, values }) =>
      includes([label, ...words, ...values]),
    ),
    phrases: list.phrases.filter((phrase) => includes([phrase])),
    examples: list.examples.filter((example) => includes([example])),
  };
}

interface SectionProperties {
  list: CatalogList;
  isOpen: boolean;
  onAsk: (question: string) => void;
}

function ListSection({ list, isOpen, onAsk }: SectionProperties) {
  const { noun, grain, page, columns, phrases, examples } = list;
  return (
    <section aria-label={capitalize(noun.many)}>
      <Stack gap="xs">
        <div>
          <Title order={3} size="h5">
            <Anchor component={Link} to={page} inherit>
              {capitalize(noun.many)}
            </Anchor>
          </Title>
          <Text size="sm" c="dimmed">
            {capitalize(grain)}.{noun.synonyms.length > 0 && ` Also: ${noun.synonyms.join(', ')}.`}
          </Text>
        </div>
        <ExampleButtons questions={examples} onAsk={onAsk} />
        {phrases.length > 0 && (
          <Text size="sm">
            <b>Phrases:</b> {phrases.join(', ')}
          </Text>
        )}
        {columns.length > 0 && (
          <details open={isOpen} className={classes.details}>
            <summary>{countText(columns.length, 'column')}</summary>
            <dl className={classes.words}>
              {columns.map(({ key, label, words, values, valueCount }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    {words.length > 0 && <span>{words.join(', ')}</span>}
                    {values.length > 0 && (
                      <span>
                        Values: {values.join(', ')}
                        {valueCount > values.length && ` and ${valueCount - values.length} more`}
                      </span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </Stack>
    </section>
  );
}
