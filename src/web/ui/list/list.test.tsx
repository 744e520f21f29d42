import { Button, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListColumn } from '#shared/list/column.ts';
import { getSavedViews, postSavedView, type SavedView } from '#shared/list/saved-views.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { ApiError } from '#web/core/api.ts';
import { useCloseIgnoringNestedEscape } from '../dialog/use-close-ignoring-nested-escape.ts';
import { createSubmitHandler } from '../sending/sending.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { List } from './List.tsx';
import { useList } from './use-list.ts';
import { ViewerNameContext } from './viewer.ts';

interface Tree {
  id: number;
  name: string;
  kind: string;
  height: number | null;
  isEvergreen: boolean;
  planter: string;
}

const columns: readonly ListColumn<Tree>[] = [
  { key: 'name', label: 'Name', kind: 'text', value: (tree) => tree.name, isSearched: true },
  { key: 'kind', label: 'Kind', kind: 'option', value: (tree) => tree.kind },
  { key: 'height', label: 'Height', kind: 'number', unit: ' m', value: (tree) => tree.height },
  {
    key: 'isEvergreen',
    label: 'Evergreen',
    kind: 'flag',
    value: (tree) => tree.isEvergreen,
    isHidden: true,
  },
  {
    key: 'planter',
    label: 'Planter',
    kind: 'option',
    isPerson: true,
    value: (tree) => tree.planter,
    isHidden: true,
  },
];
const trees: readonly Tree[] = [
  { id: 1, name: 'Elm', kind: 'Broadleaf', height: 30, isEvergreen: false, planter: morgan.name },
  { id: 2, name: 'Fir', kind: 'Conifer', height: 50, isEvergreen: true, planter: 'Ana Pérez' },
  { id: 3, name: 'Oak', kind: 'Broadleaf', height: 30, isEvergreen: false, planter: 'Ana Pérez' },
  { id: 4, name: 'Yew', kind: 'Conifer', height: null, isEvergreen: true, planter: morgan.name },
];
const fresh = {
  error: null,
  dataUpdatedAt: Date.now(),
  isFetching: false,
  refetch: () => undefined,
};

let server: TestServer;
let restore: () => void;
const opened = vi.fn();
const felled = vi.fn();

const askAbout = {
  list: 'trees',
  filters: [{ column: 'kind', kind: 'one-of', values: ['Conifer', 'Broadleaf'] }] as const,
};

interface PageProperties {
  rows?: readonly Tree[] | undefined;
  source?: Parameters<typeof List<Tree>>[0]['source'];
}

function TreePage({ rows = trees, source = fresh }: PageProperties) {
  const list = useList({ name: 'trees', columns, rows });
  return (
    <List
      list={list}
      source={source}
      label="Trees"
      noun={{ one: 'tree', many: 'trees' }}
      rowId={(tree) => tree.id}
      onOpen={(tree) => opened(tree.name)}
      overviewOf={(tree) => `/tree/${tree.id}`}
      bulkActions={(selected, clear) => (
        <Button
          onClick={() => {
            felled(selected.map((tree) => tree.name));
            clear();
          }}
        >
          Fell
        </Button>
      )}
      exportPath="/api/trees/export"
      askAbout={askAbout}
      whenEmpty="No plants yet."
    />
  );
}

const sent = vi.fn();
const closed = vi.fn();

/** Form that contains filters. */
function FormPage() {
  const list = useList({ name: 'trees', columns, rows: trees });
  const close = useCloseIgnoringNestedEscape(closed, { isForm: true });
  return (
    <Modal opened onClose={close} title="A rule">
      <form onSubmit={createSubmitHandler(sent)}>
        <TextInput label="Name of the rule" />
        <FilterBar list={list} />
      </form>
    </Modal>
  );
}

const show = (search = '', properties: PageProperties = {}) =>
  renderApp(`/${search}`, [
    {
      path: '/',
      element: (
        <ViewerNameContext value={morgan.name}>
          <TreePage {...properties} />
        </ViewerNameContext>
      ),
    },
  ]);
const searchOf = ({ router }: ReturnType<typeof show>) =>
  decodeURIComponent(router.state.location.search);

async function names(): Promise<string[]> {
  const grid = await screen.findByRole('grid', { name: 'Trees' });
  await waitFor(() => expect(grid).toHaveAttribute('aria-busy', 'false'));
  return within(grid)
    .queryAllByRole('link')
    .map((link) => link.textContent);
}
const settled = (...wanted: string[]) => waitFor(async () => expect(await names()).toEqual(wanted));
const heading = (name: string) =>
  screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const sortBy = (name: string) => within(heading(name)).getByRole('button');

/** Chooses a condition in the open filter of a column. */
async function choose(column: string, condition: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: column }));
  await userEvent.click(await screen.findByRole('option', { name: condition }));
}

beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  server = startSignedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  opened.mockReset();
  felled.mockReset();
});

describe('order', () => {
  it('follows the clicked heading, then reverses, then resets', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(sortBy('Name'));
    expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(sortBy('Name'));
    await settled('Yew', 'Oak', 'Fir', 'Elm');
    expect(heading('Name')).toHaveAttribute('aria-sort', 'descending');
    expect(searchOf(view)).toBe('?sort=-name');
    await userEvent.click(sortBy('Name'));
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(heading('Name')).toHaveAttribute('aria-sort', 'none');
  });

  it('adds a column with Shift and keeps unknown values last', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(sortBy('Height'));
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(sortBy('Name'));
    await user.click(sortBy('Name'));
    await user.keyboard('{/Shift}');
    await settled('Fir', 'Oak', 'Elm', 'Yew');
    expect(searchOf(view)).toBe('?sort=-height,-name');
    expect(heading('Name')).toHaveTextContent('▼2');
  });

  it('drops a column on another Shift click, and all others on a plain click', async () => {
    const view = show('?sort=-height,-name');
    await settled('Fir', 'Oak', 'Elm', 'Yew');
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(sortBy('Name'));
    await user.keyboard('{/Shift}');
    await waitFor(() => expect(searchOf(view)).toBe('?sort=-height'));
    expect(heading('Height')).not.toHaveTextContent('1');
    await user.click(sortBy('Kind'));
    await waitFor(() => expect(searchOf(view)).toBe('?sort=kind'));
    await settled('Elm', 'Oak', 'Fir', 'Yew');
  });
});

describe('filters', () => {
  it('are added, changed and removed as chips', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await userEvent.click(picker.getByRole('button', { name: 'Kind' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Conifer/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Fir', 'Yew');
    expect(searchOf(view)).toBe('?f.kind=Conifer');
    expect(screen.getByText('2 of 4 trees')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Kind: Conifer' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Broadleaf/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Conifer/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Elm', 'Oak');

    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Kind: Broadleaf' }));
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus();
  });

  it('have the focus in the condition after the choice of a column', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await userEvent.click(picker.getByRole('button', { name: 'Kind' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveFocus());
  });

  it('exclude options, keep the selection when the condition changes, and are exported', async () => {
    const view = show('?f.kind=Conifer');
    await settled('Fir', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Kind: Conifer' }));
    await choose('Kind', 'is not');
    expect(await screen.findByRole('checkbox', { name: 'Conifer 2' })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Elm', 'Oak');
    expect(searchOf(view)).toBe('?f.kind=~not&f.kind=Conifer');
    expect(screen.getByRole('button', { name: 'Edit filter Kind is not Conifer' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/trees/export?f.kind=~not&f.kind=Conifer',
    );
  });

  it('compare whole texts, including text that is not yet a tag', async () => {
    const view = show('?f.name=EL');
    await settled('Elm');
    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Name contains “EL”' }));
    await choose('Name', 'is');
    const field = await screen.findByRole('combobox', { name: 'Name is' });
    await userEvent.type(field, '{Backspace}elm{Enter}yew');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Elm', 'Yew');
    expect(searchOf(view)).toBe('?f.name=~is&f.name=elm&f.name=yew');

    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Name is elm or yew' }));
    await choose('Name', 'is not');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Fir', 'Oak');
    expect(searchOf(view)).toBe('?f.name=~not&f.name=elm&f.name=yew');
    expect(
      screen.getByRole('button', { name: 'Edit filter Name is not elm or yew' }),
    ).toBeVisible();
  });

  it('show, keep and change exclusive bounds', async () => {
    const view = show('?f.height=..<50');
    await settled('Elm', 'Oak');
    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Height under 50 m' }));
    const upper = await screen.findByRole('combobox', { name: 'Upper bound' });
    expect(upper).toHaveDisplayValue('under');
    await userEvent.type(screen.getByRole('textbox', { name: 'From' }), '10');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(searchOf(view)).toBe('?f.height=10..<50'));

    await userEvent.click(
      screen.getByRole('button', { name: 'Edit filter Height at least 10 m and under 50 m' }),
    );
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Upper bound' }),
      'at most',
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Lower bound' }), 'over');
    await userEvent.clear(screen.getByRole('textbox', { name: 'From' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Elm', 'Fir', 'Oak');
    expect(searchOf(view)).toBe('?f.height=..50');
    expect(screen.getByRole('button', { name: 'Edit filter Height at most 50 m' })).toBeVisible();
  });

  it('offer each value with its number of rows under the other filters', async () => {
    show('?f.kind=Conifer');
    await settled('Fir', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Planter' }));
    expect(await screen.findByRole('checkbox', { name: 'Me 1' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Kind: Conifer' }));
    expect(await screen.findByRole('checkbox', { name: 'Broadleaf 2' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Conifer 2' })).toBeVisible();
  });

  it('without matches show a message and can be cleared together', async () => {
    show('?f.kind=Palm&q=zzz&f.height=1000..');
    expect(await screen.findByText('No trees match the search and filters.')).toBeVisible();
    expect(await names()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await settled('Elm', 'Fir', 'Oak', 'Yew');
  });

  it('combine with the search, which the URL keeps', async () => {
    const view = show('?f.kind=Conifer');
    await settled('Fir', 'Yew');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search trees' }), 'yew');
    await settled('Yew');
    await waitFor(() => expect(searchOf(view)).toBe('?q=yew&f.kind=Conifer'));
  });
});

describe('filters in the form of a dialog', () => {
  // jsdom has no layout, so the button seems out of view and its popover is hidden.
  const inPopover = (role: string, name?: RegExp | string) =>
    screen.findByRole(role, { hidden: true, ...(name !== undefined && { name }) });

  it('do not submit the form, and their Escape leaves the dialog open', async () => {
    // The popover's focus trap warns that it finds no focusable element.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderApp('/', [{ path: '/', element: <FormPage /> }], 'default');
    await userEvent.click(await screen.findByRole('button', { name: 'Add filter' }));
    await userEvent.click(await inPopover('button', 'Kind'));
    await userEvent.click(await inPopover('checkbox', /Conifer/));
    await userEvent.click(await inPopover('button', 'Apply'));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit filter Kind: Conifer' }));
    await inPopover('checkbox', /Conifer/);
    await userEvent.keyboard('{Escape}');
    expect([sent.mock.calls, closed.mock.calls]).toEqual([[], []]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit filter Kind: Conifer' }));
    await waitFor(() => expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull());
    await userEvent.click(screen.getByRole('textbox', { name: 'Name of the rule' }));
    await userEvent.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('a filter for users', () => {
  it('accepts “me”, counts own rows and exports by name', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await userEvent.click(await picker.findByRole('button', { name: 'Planter' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Me 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Elm', 'Yew');
    expect(searchOf(view)).toBe('?f.planter=~me');
    const chip = screen.getByRole('button', { name: 'Edit filter Planter: me' });
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/trees/export?f.planter=Morgan%20Member',
    );

    await userEvent.click(chip);
    await choose('Planter', 'is not');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await settled('Fir', 'Oak');
    expect(searchOf(view)).toBe('?f.planter=~not&f.planter=~me');
    expect(screen.getByRole('button', { name: 'Edit filter Planter is not me' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/trees/export?f.planter=~not&f.planter=Morgan%20Member',
    );
  });
});

describe('columns and rows', () => {
  it('are selected, moved by key and reset', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(screen.queryByRole('columnheader', { name: /Evergreen/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Evergreen' }));
    expect(heading('Evergreen')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Height' }));
    expect(screen.queryByRole('columnheader', { name: /Height/ })).toBeNull();
    screen.getByRole('button', { name: 'Move Evergreen with the arrow keys' }).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByText('Evergreen is column 2 of 3')).toBeInTheDocument();
    expect(searchOf(view)).toBe('?cols=name,isEvergreen,kind');
    await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(heading('Height')).toBeVisible();
  });

  it('can be compact', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(screen.getByRole('row', { name: /Elm/ })).toHaveStyle({ height: '40px' });
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Elm/ })).toHaveStyle({ height: '32px' }),
    );
    expect(searchOf(view)).toBe('?density=compact');
  });

  it('are exported as shown', async () => {
    show('?f.kind=Conifer&sort=-height&density=compact');
    await settled('Fir', 'Yew');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/trees/export?f.kind=Conifer&sort=-height',
    );
  });
});

describe('selection', () => {
  it('is passed to the actions, for all matching rows and for single rows', async () => {
    show('?f.kind=Conifer');
    await settled('Fir', 'Yew');
    expect(screen.queryByRole('button', { name: 'Fell' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all matching rows' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Fir' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fell' }));
    expect(felled).toHaveBeenCalledWith(['Yew']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Fell' })).toBeNull());
    expect(opened).not.toHaveBeenCalled();
  });

  it('extends with Shift from the last clicked checkbox in the current order', async () => {
    show('?sort=-name');
    await settled('Yew', 'Oak', 'Fir', 'Elm');
    const all = screen.getByRole('checkbox', { name: 'Select all matching rows' });
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Select Yew' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Fir' }));
    expect(screen.getByText('3 selected')).toBeVisible();
    expect(all).toBePartiallyChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select Oak' }));
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select Elm' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Yew' }));
    await user.keyboard('{/Shift}');
    expect(screen.queryByRole('button', { name: 'Fell' })).toBeNull();
  });

  it('of all rows is cleared by the same checkbox', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    const all = screen.getByRole('checkbox', { name: 'Select all matching rows' });
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Select Elm' }));
    await user.click(all);
    expect(screen.getByText('4 selected')).toBeVisible();
    expect(all).toBeChecked();
    await user.click(all);
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Oak' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('never acts on filtered-out rows', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Elm' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Fir' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search trees' }), 'fir');
    await settled('Fir');
    await userEvent.click(screen.getByRole('button', { name: 'Fell' }));
    expect(felled).toHaveBeenCalledWith(['Fir']);
  });
});

describe('keys', () => {
  it('move, select and open', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.keyboard('jj');
    await waitFor(() => expect(screen.getByRole('row', { name: /Fir/ })).toHaveFocus());
    await userEvent.keyboard('x');
    expect(screen.getByText('1 selected')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(opened).toHaveBeenLastCalledWith('Fir');
    await userEvent.keyboard('k{Enter}');
    await waitFor(() => expect(opened).toHaveBeenLastCalledWith('Elm'));
    await userEvent.keyboard('k{Enter}');
    expect(opened).toHaveBeenLastCalledWith('Elm');
  });

  it('focus the search, in which they are typed as letters', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.keyboard('f');
    const box = screen.getByRole('searchbox', { name: 'Search trees' });
    expect(box).toHaveFocus();
    await userEvent.keyboard('jx');
    expect(box).toHaveValue('jx');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('are listed in a dialog and inactive while it is open', async () => {
    show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await userEvent.keyboard('jx');
    expect(screen.queryByText('1 selected')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('opens a row on a click and leaves modified clicks to the browser', async () => {
  show();
  await settled('Elm', 'Fir', 'Oak', 'Yew');
  await userEvent.click(screen.getByRole('cell', { name: '50 m' }));
  expect(opened).toHaveBeenCalledWith('Fir');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('cell', { name: '50 m' }));
  expect(open).toHaveBeenCalledWith('/tree/2', '_blank', 'noopener');
  expect(opened).toHaveBeenCalledTimes(1);
  open.mockRestore();
});

describe('a saved view', () => {
  const view = (facts: Partial<SavedView> = {}): SavedView => ({
    savedViewId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f',
    list: 'trees',
    name: 'Tall ones',
    shared: false,
    search: 'f.height=40..',
    version: 1,
    ownerName: 'Morgan Member',
    isMine: true,
    mayEdit: true,
    ...facts,
  });

  it('with an unknown column shows the rest and reports it', async () => {
    const gone = view({ search: 'f.bark=smooth&f.height=40..&sort=-age&cols=name,bark' });
    server.answer(getSavedViews, { rows: [gone], defaultViewId: null });
    show(`?view=${gone.savedViewId}`);
    await settled('Fir');
    const told = await screen.findByText('Some of this view couldn’t be shown');
    const box = within(told.closest('[role="status"]') ?? document.body);
    expect(box.getByText(/A filter uses the column “bark”/)).toBeVisible();
    expect(box.getByText(/The sort order uses the column “age”/)).toBeVisible();
    expect(box.getByText(/This view shows the column “bark”/)).toBeVisible();
  });

  it('that was deleted leaves the list unchanged and is reported', async () => {
    show('?view=0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60');
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(
      await screen.findByText('The saved view of this link was deleted or is private.'),
    ).toBeVisible();
  });

  it('opens with the list when it is the default, and can be closed', async () => {
    server.answer(getSavedViews, { rows: [view()], defaultViewId: view().savedViewId });
    show();
    await settled('Fir');
    await userEvent.click(screen.getByRole('button', { name: 'Tall ones' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'No view' }));
    await settled('Elm', 'Fir', 'Oak', 'Yew');
  });

  it('is saved under a name with the state of the list', async () => {
    server.answer(postSavedView, (body) => {
      const saved = view({ ...body, version: 1 });
      server.answer(getSavedViews, { rows: [saved], defaultViewId: null });
      return saved;
    });
    const page = show('?f.kind=Conifer&sort=name');
    await settled('Fir', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as new view…' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Conifers');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Conifers' })).toBeVisible();
    expect(server.callsTo(postSavedView).map(({ body }) => body)).toMatchObject([
      { list: 'trees', name: 'Conifers', shared: false, search: 'f.kind=Conifer&sort=name' },
    ]);
    expect(searchOf(page)).toMatch(/f\.kind=Conifer&sort=name&view=[\da-f-]{36}/);
    expect(await screen.findByText('Saved view “Conifers”')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search trees' }), 'yew');
    expect(await screen.findByRole('button', { name: /^Conifers\s*· modified$/ })).toBeVisible();
  });
});

const failed = {
  ...fresh,
  error: new ApiError(503, 'The database is busy.'),
  dataUpdatedAt: Date.now() - 3 * 3_600_000,
};

function Broken({ refetch }: { refetch: () => void }) {
  const list = useList<Tree>({ name: 'trees', columns, rows: undefined });
  return (
    <List
      list={list}
      source={{ ...failed, refetch }}
      label="Trees"
      noun={{ one: 'tree', many: 'trees' }}
      rowId={(tree) => tree.id}
      onOpen={() => undefined}
    />
  );
}

describe('on a phone', () => {
  beforeEach(() => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query === '(max-width: 40em)',
    }));
    return () => vi.stubGlobal('matchMedia', wide);
  });

  it('rows are two-line cards, sorted by a select and opened by touch', async () => {
    const view = show();
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(screen.queryByRole('columnheader')).toBeNull();
    expect(screen.getByRole('row', { name: /Elm/ })).toHaveTextContent('Elm30 mBroadleaf');
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Sort by' }),
      'Height',
    );
    await settled('Fir', 'Elm', 'Oak', 'Yew');
    await userEvent.click(screen.getByRole('button', { name: 'Highest first' }));
    await settled('Elm', 'Oak', 'Fir', 'Yew');
    expect(searchOf(view)).toBe('?sort=height');
    await userEvent.click(screen.getByRole('row', { name: /Fir/ }));
    expect(opened).toHaveBeenCalledWith('Fir');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all matching rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fell' }));
    expect(felled).toHaveBeenCalledWith(['Elm', 'Oak', 'Fir', 'Yew']);
  });
});

describe('without data', () => {
  it('explains the empty list', async () => {
    show('', { rows: [] });
    expect(await screen.findByText('No plants yet.')).toBeVisible();
    expect(screen.getByText('0 trees')).toBeVisible();
  });

  it('shows a loading error and can retry', async () => {
    const refetch = vi.fn();
    renderApp('/', [{ path: '/', element: <Broken refetch={refetch} /> }]);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Couldn’t load treesThe database is busy.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps the previous data with its age after a failed refetch', async () => {
    show('', { source: failed });
    await settled('Elm', 'Fir', 'Oak', 'Yew');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'These trees are out of date: loaded 3 h ago',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The database is busy.');
  });
});

describe('the link to the assistant', () => {
  const name = 'Ask about this list';

  it('passes the filters of the list and of the page', async () => {
    show('?f.kind=Conifer&sort=-name');
    await settled('Yew', 'Fir');
    expect(await screen.findByRole('link', { name })).toHaveAttribute(
      'href',
      '/ai-chat?list=trees&state=f.kind%3DConifer%26sort%3D-name',
    );
  });

  it('is left out when no filter selects the rows', async () => {
    show('?f.kind=Palm');
    await screen.findByText(/trees match the search/);
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('link', { name })).toBeNull();
  });
});
