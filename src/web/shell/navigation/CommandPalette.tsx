import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { use, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { foldText } from '#shared/core/text.ts';
import { countText } from '#shared/core/words.ts';
import { searchCustomersAndProspects } from '#shared/search/search.ts';
import { PageGuideContext } from '#web/guides/page-guide.ts';
import { useGuideOpenState } from '#web/guides/use-guide-open-state.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { pages } from '#web/routes.tsx';
import { cityAndStateText } from '#web/search/choices.ts';
import { useSearchIndex } from '#web/search/use-search-index.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './CommandPalette.module.css';
import { useShowPracticesNearMe } from './use-show-practices-near-me.ts';

const mostCustomers = 6;
const [store, palette] = createSpotlight();

/** Selects the first action, as the palette does after each letter. */
function selectFirst() {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface Command {
  label: string;
  description: string;
  run: () => void;
}

const pageCommands = pages.flatMap(({ path, title, menu, menuGroup }) =>
  menu === undefined && menuGroup === undefined
    ? []
    : [
        {
          path,
          label: menu?.label ?? title,
          description: menu?.subtitle ?? menuGroup?.toLowerCase() ?? '',
        },
      ],
);

/** Returns `true` when every word of the query occurs in the label or description. */
const matches = ({ label, description }: Command, query: string): boolean =>
  foldText(query)
    .split(/\s+/)
    .every((word) => foldText(`${label} ${description}`).includes(word));

interface Properties {
  onClose: () => void;
  onSearch: () => void;
  onSignOut: () => void;
}

/** Command palette that opens pages and customers and runs global actions from the keyboard. */
export function CommandPalette({ onClose, onSearch, onSignOut }: Properties) {
  useFocusBack();
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const openInstitution = useInstitutionModal();
  const { setColorScheme } = useMantineColorScheme();
  const { index } = useSearchIndex();
  const guide = use(PageGuideContext);
  const { open: openGuide } = useGuideOpenState();
  const showNearMe = useShowPracticesNearMe();
  useEffect(() => {
    palette.open();
    return palette.close;
  }, []);
  // Customers may be loaded after the user has typed the query. The first row is then selected
  // again, so that Enter opens it.
  useEffect(() => {
    if (index !== undefined) selectFirst();
  }, [index]);

  const commands: Command[] = [
    { label: 'Search', description: 'customers, prospects and new practices', run: onSearch },
    {
      label: 'My territory',
      description: 'prospects in your sales territory',
      run: () => void navigate(`${paths.prospects}?f.territoryOwner=~me`),
    },
    { label: 'Practices near me', description: 'on the map', run: showNearMe },
    ...(guide === undefined
      ? []
      : [{ label: `${guide.name} Guide`, description: 'what this page can do', run: openGuide }]),
    { label: 'Dark colors', description: 'for all pages', run: () => setColorScheme('dark') },
    { label: 'Light colors', description: 'for all pages', run: () => setColorScheme('light') },
    { label: 'Sign out', description: '', run: onSignOut },
  ];
  const goTo = pageCommands.map(
    ({ path, ...page }): Command => ({ ...page, run: () => void navigate(path) }),
  );
  const customers =
    index === undefined
      ? []
      : searchCustomersAndProspects(index, query).customers.slice(0, mostCustomers);
  const groups = [
    { label: 'Pages', commands: goTo.filter((command) => matches(command, query)) },
    { label: 'Actions', commands: commands.filter((command) => matches(command, query)) },
  ].filter((group) => group.commands.length > 0);
  const isNothingFound = customers.length === 0 && groups.length === 0;
  const question = query.trim();
  // The question is offered only after the customers are loaded, because the text may match a
  // customer.
  const mayAsk = question !== '' && index !== undefined;

  return (
    <Spotlight.Root
      store={store}
      classNames={{ action: classes.action ?? '' }}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      maxHeight="60dvh"
    >
      <Spotlight.Search
        placeholder="A page, an action or a customer"
        aria-label="Go to"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={(event) => {
          // Closes before the next key, which is for the page.
          if (event.key === 'Escape') flushSync(onClose);
        }}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.commands.map(({ label, description, run }) => (
              <Spotlight.Action key={label} label={label} description={description} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {customers.length > 0 && (
          <Spotlight.ActionsGroup label="Customers">
            {customers.map(
              ({ institutionId, institutionName, totalLocations, matchingLocations: [first] }) => (
                <Spotlight.Action
                  key={institutionId}
                  label={institutionName}
                  description={
                    totalLocations === 1 && first
                      ? cityAndStateText(first)
                      : countText(totalLocations, 'location')
                  }
                  rightSection={first && <TierMark tier={first.healthTier} />}
                  onClick={() => openInstitution(institutionId, customers)}
                />
              ),
            )}
          </Spotlight.ActionsGroup>
        )}
        {isNothingFound && mayAsk && (
          <Spotlight.ActionsGroup label="AI Assistant">
            <Spotlight.Action
              label={`Ask: ${question}`}
              description="in the AI Assistant"
              onClick={() => void navigate(paths.ask(question))}
            />
          </Spotlight.ActionsGroup>
        )}
        {isNothingFound && !mayAsk && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
