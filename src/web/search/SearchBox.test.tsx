import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getNppesRecords } from '#shared/prospects/places.ts';
import {
  type DiscoveredPlace,
  getProspects,
  postPlaceSearch,
  postProspect,
} from '#shared/prospects/prospects.ts';
import { createTestPractice, createTestProspect } from '#test/search-cases.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { SearchBox } from './SearchBox.tsx';

const practices = [
  createTestPractice({
    locationId: 1,
    institutionId: 1,
    institutionName: 'Bright Smiles',
    locationName: 'Elm Street',
    city: 'Austin',
    state: 'TX',
  }),
  createTestPractice({
    locationId: 2,
    institutionId: 1,
    institutionName: 'Bright Smiles',
    locationName: 'Cedar Park',
    city: 'Cedar Park',
    state: 'TX',
  }),
  createTestPractice({
    locationId: 3,
    institutionId: 2,
    institutionName: 'Bright Dental',
    locationName: 'Main',
    city: 'Boise',
    ehr: 'Dentrix',
  }),
];
const prospects = [
  createTestProspect({ prospectId: 7, name: 'Walnut Dental', latitude: '43.6', longitude: -116.2 }),
  createTestProspect({ prospectId: 8, name: 'Walnut Grove', latitude: null, longitude: null }),
];
const place = (changes: Partial<DiscoveredPlace> = {}): DiscoveredPlace => ({
  placeId: 'oak',
  name: 'Oak Dental',
  address: '2 Oak Road, Boise, ID',
  businessType: 'Dentist',
  latitude: 43,
  longitude: -116,
  phone: null,
  rating: 4.5,
  totalRatings: 20,
  source: 'google_places',
  isNewFromPlaces: true,
  city: 'Boise',
  state: 'ID',
  alreadyProspect: false,
  customerId: null,
  isPlacedByZip: false,
  isPossibleDuplicate: false,
  ...changes,
});

const storable = { attribution: null, isStorable: true };

let server: TestServer;
const selected = { institution: vi.fn(), practice: vi.fn(), prospect: vi.fn(), location: vi.fn() };

beforeEach(() => {
  for (const spy of Object.values(selected)) spy.mockReset();
  server = startSignedInServer();
  server.answer(getPractices, { practices, tierLimits: null });
  server.answer(getProspects, prospects);
});

function show({ takesProspects = true } = {}) {
  const box = (
    <>
      <SearchBox
        onSelectInstitution={selected.institution}
        onSelectPractice={selected.practice}
        onSelectProspect={takesProspects ? selected.prospect : undefined}
        onLocationRequest={selected.location}
      />
      <p>Elsewhere</p>
    </>
  );
  renderApp('/', [{ path: '/', element: box }]);
  return userEvent.setup();
}

const input = () => screen.getByRole('combobox', { name: 'Search' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const options = () => screen.queryAllByRole('option');
const isChosen = (name: RegExp) => expect(tab(name).getAttribute('aria-selected')).toBe('true');
const highlightedOption = () =>
  options().find((option) => option.getAttribute('aria-selected') === 'true');

describe('the list', () => {
  test('opens on focus with suggestions and closes on Escape and on a press outside', async () => {
    const user = show();
    expect(input().getAttribute('aria-expanded')).toBe('false');
    await user.click(input());
    expect(screen.getByText('Location name')).toBeDefined();
    expect(screen.getByText('Institution name')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Location name')).toBeNull();
    await user.click(input());
    expect(screen.getByText('Location name')).toBeDefined();
    await user.click(screen.getByText('Elsewhere'));
    expect(screen.queryByText('Location name')).toBeNull();
  });

  test('shows customers first: counted, highlighted, institutions before locations', async () => {
    const user = show();
    await user.type(input(), 'bright');
    const found = await screen.findAllByRole('option');
    expect(found.map((option) => option.textContent)).toEqual([
      expect.stringContaining('2 locations'),
      expect.stringContaining('1 location'),
    ]);
    expect(within(found[0] as HTMLElement).getByText('Bright').tagName).toBe('MARK');
    isChosen(/Customers/);
    expect(tab(/Customers/).textContent).toBe('Customers2');
  });

  test('Enter opens an exact name at any position, and more than ten matches are indicated', async () => {
    const large = Array.from({ length: 24 }, (_, at) =>
      createTestPractice({
        locationId: at,
        institutionId: 1 + Math.floor(at / 2),
        institutionName: `Oak ${Math.floor(at / 2)}`,
      }),
    );
    server.answer(getPractices, {
      practices: [
        ...large,
        createTestPractice({ locationId: 99, institutionId: 50, institutionName: 'Oak' }),
      ],
      tierLimits: null,
    });
    const user = show();
    await user.type(input(), 'oak');
    expect(await screen.findAllByRole('option')).toHaveLength(10);
    expect(tab(/Customers/).textContent).toBe('Customers10+');
    expect(highlightedOption()?.textContent).toMatch(/^Oak1 location/);
    await user.keyboard('{Enter}');
    expect(selected.institution).toHaveBeenCalledWith(
      50,
      [expect.objectContaining({ locationId: 99 })],
      expect.arrayContaining([{ institutionId: 50 }]),
    );
  });

  test('a phone number finds its location and is shown', async () => {
    server.answer(getPractices, {
      practices: [createTestPractice({ institutionId: 5, phone: '(203) 555-0101' })],
      tierLimits: null,
    });
    const user = show();
    await user.type(input(), '203.555.0101');
    expect((await screen.findByRole('option')).textContent).toContain('(203) 555-0101');
  });

  test('a location found by its id shows the id', async () => {
    server.answer(getPractices, {
      practices: [
        createTestPractice({ locationId: 10131, institutionId: 5, phone: '(203) 555-0101' }),
      ],
      tierLimits: null,
    });
    const user = show();
    await user.type(input(), '#10131');
    const found = await screen.findByRole('option');
    expect(found.textContent).toContain('ID 10131');
    expect(found.textContent).not.toContain('555');
  });

  test('a location says why it matched', async () => {
    const user = show();
    await user.type(input(), 'dentrix');
    expect((await screen.findByRole('option')).textContent).toContain('EHR Dentrix');
  });

  test('opens the prospects tab when only prospects match, and shows "No customer matches" in the other tab', async () => {
    const user = show();
    await user.type(input(), 'walnut');
    await screen.findByRole('option', { name: /Walnut Dental/ });
    isChosen(/Prospects/);
    await user.click(tab(/Customers/));
    expect(screen.getByText('No customer matches')).toBeDefined();
    isChosen(/Customers/);
  });

  test('the next search selects the tab again', async () => {
    const user = show();
    await user.type(input(), 'bright');
    await screen.findAllByRole('option');
    await user.click(tab(/Prospects/));
    expect(screen.getByText('No prospects found')).toBeDefined();
    await user.type(input(), ' s');
    await screen.findByRole('option', { name: /Bright Smiles/ });
    isChosen(/Customers/);
  });

  test('one letter and spaces show no results', async () => {
    const user = show();
    await user.type(input(), 'b');
    await screen.findByText('No matches found');
    expect(screen.getByText('Try searching by location name or institution name')).toBeDefined();
    await user.clear(input());
    await user.type(input(), '   ');
    expect(screen.getByText('Location name')).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 650));
    expect(server.callsTo(postPlaceSearch)).toEqual([]);
  });

  test('the clear button empties the box and keeps the focus', async () => {
    const user = show();
    await user.type(input(), 'bright');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(input()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(input());
    expect(screen.getByText('Location name')).toBeDefined();
  });

  test('a failed practice list shows an error with Retry', async () => {
    server.refuse(getPractices, 500, 'Something went wrong');
    const user = show();
    await user.type(input(), 'bright');
    expect(await screen.findByText('Failed to fetch customer practices')).toBeDefined();
    server.answer(getPractices, { practices, tierLimits: null });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: /Bright Smiles/ })).toBeDefined();
  });

  test('Near Me asks for the location', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Near Me' }));
    expect(selected.location).toHaveBeenCalledOnce();
  });
});

describe('the keyboard', () => {
  test('the arrow keys wrap around and announce the position', async () => {
    const user = show();
    await user.type(input(), 'bright');
    const [first, second] = await screen.findAllByRole('option');
    expect(highlightedOption()).toBe(first);
    expect(input().getAttribute('aria-activedescendant')).toBe(first?.id);
    await user.keyboard('{ArrowUp}');
    expect(highlightedOption()).toBe(second);
    await user.keyboard('{ArrowDown}');
    expect(highlightedOption()).toBe(first);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(highlightedOption()).toBe(first);
  });

  test('Enter selects, fills the input with the institution’s name and closes the list', async () => {
    const user = show();
    await user.type(input(), 'bri');
    await screen.findAllByRole('option');
    await user.keyboard('{Enter}');
    expect(selected.institution).toHaveBeenCalledWith(
      1,
      [
        expect.objectContaining({ locationName: 'Cedar Park' }),
        expect.objectContaining({ locationName: 'Elm Street' }),
      ],
      [{ institutionId: 1 }, { institutionId: 2 }],
    );
    expect(input()).toHaveProperty('value', 'Bright Smiles');
    expect(options()).toEqual([]);
    expect(input().getAttribute('aria-expanded')).toBe('false');
  });

  test('Enter right after the last letter uses the current text', async () => {
    const user = show();
    await user.type(input(), 'bright');
    await screen.findAllByRole('option');
    await user.type(input(), ' dental{Enter}');
    expect(selected.institution).toHaveBeenCalledWith(
      2,
      [expect.objectContaining({ locationId: 3 })],
      expect.anything(),
    );
  });

  test('Enter with nothing found does nothing', async () => {
    const user = show();
    await user.type(input(), 'zzzz');
    await screen.findByText(/Searching Google|No matches found/);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(input()).toHaveProperty('value', 'zzzz');
  });
});

describe('selection', () => {
  test('a location selects its practice', async () => {
    const user = show();
    await user.type(input(), 'elm');
    await user.click(await screen.findByRole('option'));
    expect(selected.practice).toHaveBeenCalledWith(expect.objectContaining({ locationId: 1 }), [
      { institutionId: 1 },
    ]);
    expect(input()).toHaveProperty('value', 'Bright Smiles');
  });

  test('a prospect goes to the prospect handler', async () => {
    const user = show();
    await user.type(input(), 'walnut d');
    await user.click(await screen.findByRole('option'));
    expect(selected.prospect).toHaveBeenCalledWith(prospects[0]);
  });

  test('without a prospect handler, a prospect is passed on as a practice with ids of -1', async () => {
    const user = show({ takesProspects: false });
    await user.type(input(), 'walnut d');
    await user.click(await screen.findByRole('option'));
    expect(selected.practice).toHaveBeenCalledWith(
      expect.objectContaining({
        locationId: -1,
        institutionId: -1,
        latitude: 43.6,
        longitude: -116.2,
        institutionName: 'Walnut Dental',
      }),
      [],
    );
  });

  test('a prospect without coordinates is ignored', async () => {
    const user = show({ takesProspects: false });
    await user.type(input(), 'walnut g');
    await user.click(await screen.findByRole('option'));
    expect(selected.practice).not.toHaveBeenCalled();
  });
});

describe('discovery', () => {
  test('searches once, half a second after the last letter, and opens its tab without local matches', async () => {
    server.answer(postPlaceSearch, { results: [place()], notice: null, ...storable });
    const user = show();
    await user.type(input(), 'oak');
    expect(await screen.findByText('Searching Google for new practices...')).toBeDefined();
    expect(screen.getByText('Results will appear here')).toBeDefined();
    expect(screen.getByLabelText('Searching')).toBeDefined();
    expect((await screen.findByRole('option')).textContent).toContain('Oak Dental');
    isChosen(/Discover/);
    expect(tab(/Discover/).textContent).toBe('Discover1');
    expect(server.callsTo(postPlaceSearch).map(({ body }) => body)).toEqual([{ query: 'oak' }]);
  });

  test('the other tabs show that the search is running', async () => {
    server.answer(postPlaceSearch, () => new Promise(() => undefined));
    const user = show();
    await user.type(input(), 'zzzz');
    // Retries, because each search selects a tab and overrides an earlier click.
    await waitFor(async () => {
      await user.click(screen.getByRole('tab', { name: /Prospects/ }));
      expect(screen.getByText('Searching for new practices...')).toBeDefined();
    });
  });

  test('a failure is only logged', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(postPlaceSearch, 503, 'The directory is down');
    const user = show();
    await user.type(input(), 'zzzz');
    expect(await screen.findByText('No matches found')).toBeDefined();
    expect(warned).toHaveBeenCalledWith(
      '/api/prospects/search-places failed:',
      '503: The directory is down',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    warned.mockRestore();
  });

  test('a newer search replaces a running one', async () => {
    let answerOld: (() => void) | undefined;
    server.answer(postPlaceSearch, ({ query }) =>
      query === 'oak'
        ? new Promise((resolve) => {
            answerOld = () => resolve({ results: [place()], notice: null, ...storable });
          })
        : {
            results: [place({ placeId: 'ash', name: 'Oaks and Ashes' })],
            notice: null,
            ...storable,
          },
    );
    const user = show();
    await user.type(input(), 'oak');
    await waitFor(() => expect(answerOld).toBeDefined());
    await user.type(input(), 's');
    expect(await screen.findByRole('option', { name: /Oaks and Ashes/ })).toBeDefined();
    await act(async () => answerOld?.());
    expect(screen.queryByRole('option', { name: /Oak Dental/ })).toBeNull();
  });

  test('a selected place is saved once, announced and passed on as a prospect', async () => {
    server.answer(postPlaceSearch, { results: [place()], notice: null, ...storable });
    const kept = createTestProspect({
      prospectId: 9,
      placeId: 'oak',
      name: 'Oak Dental',
      source: 'google_places',
    });
    server.answer(postProspect, kept);
    const user = show();
    await user.type(input(), 'oak');
    await user.click(await screen.findByRole('option'));
    expect(await screen.findByText('✨ Added to Prospects')).toBeDefined();
    expect(within(screen.getByRole('alert')).getByText('Oak Dental')).toBeDefined();
    expect(selected.prospect).toHaveBeenCalledWith(kept);
    expect(server.callsTo(postProspect).map(({ body }) => body)).toEqual([{ placeId: 'oak' }]);
    await waitFor(() => expect(server.callsTo(getProspects)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('✨ Added to Prospects')).toBeNull(), {
      timeout: 5000,
    });
  });

  test('twelve keystrokes without a pause search once', async () => {
    const user = userEvent.setup({ delay: 30 });
    show();
    await user.type(input(), 'oak dental c');
    await waitFor(() => expect(server.callsTo(postPlaceSearch)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(server.callsTo(postPlaceSearch).map(({ body }) => body)).toEqual([
      { query: 'oak dental c' },
    ]);
  });

  test('a place whose facts may not be stored is added with the name that the user types', async () => {
    const live = { notice: null, attribution: 'Google Maps', isStorable: false };
    server.answer(postPlaceSearch, { results: [place({ rating: null })], ...live });
    server.answer(getNppesRecords, {
      rows: [
        {
          npi: '1234567893',
          name: 'Oak Family Dental',
          address: '2 Oak Rd, Boise, ID 83702',
          businessType: 'Dentist',
          phone: null,
        },
      ],
      notice: null,
    });
    server.answer(
      postProspect,
      createTestProspect({ prospectId: 9, placeId: 'oak', name: 'Oak D.' }),
    );
    const user = show();
    await user.type(input(), 'oak');
    const option = await screen.findByRole('option');
    expect(screen.getByText('Google Maps')).toBeDefined();
    await user.click(option);
    const dialog = await screen.findByRole('dialog', { name: 'Add to prospects' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    // The name of the directory may not be copied.
    expect(name).toHaveProperty('value', '');
    const button = within(dialog).getByRole('button', { name: 'Add to prospects' });
    expect(button).toHaveProperty('disabled', true);
    await user.type(name, 'Oak D.');
    await user.type(within(dialog).getByRole('textbox', { name: 'ZIP code' }), '83702');
    await user.click(within(dialog).getByRole('button', { name: 'Find NPPES records' }));
    const record = await within(dialog).findByRole('radio', { name: 'Oak Family Dental' });
    await user.click(record);
    await user.click(within(dialog).getByRole('radio', { name: 'No record' }));
    await user.click(button);
    expect(await screen.findByText('✨ Added to Prospects')).toBeDefined();
    expect(selected.prospect).toHaveBeenCalledWith(expect.objectContaining({ prospectId: 9 }));
    expect(server.callsTo(postProspect).map(({ body }) => body)).toEqual([
      { placeId: 'oak', name: 'Oak D.' },
    ]);
    expect(server.callsTo(postPlaceSearch)).toHaveLength(1);
    act(() => notifications.clean());
  });

  test('a place that fails to save is not reported as added', async () => {
    server.answer(postPlaceSearch, { results: [place()], notice: null, ...storable });
    server.refuse(postProspect, 502, 'The directory is down');
    const user = show();
    await user.type(input(), 'oak');
    await user.click(await screen.findByRole('option'));
    expect(await screen.findByText('Couldn’t add Oak Dental to prospects')).toBeDefined();
    expect(screen.queryByText('✨ Added to Prospects')).toBeNull();
    expect(selected.prospect).not.toHaveBeenCalled();
  });

  test('new places come before prospects and customers', async () => {
    const results = [
      place({ placeId: '1', name: 'Oak customer', customerId: 1 }),
      place({ placeId: '2', name: 'Oak prospect', alreadyProspect: true }),
      place({ placeId: '3', name: 'Oak new' }),
    ];
    server.answer(postPlaceSearch, { results, notice: 'The directory is slow today', ...storable });
    const user = show();
    await user.type(input(), 'oak');
    await screen.findAllByRole('option');
    expect(options().map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Oak new/),
      expect.stringMatching(/^Oak prospect.*Already a prospect$/),
      expect.stringMatching(/^Oak customer.*Already a customer$/),
    ]);
    expect(screen.getByText('The directory is slow today')).toBeDefined();
  });

  test('a customer among the places is not counted as new and opens the customer', async () => {
    server.answer(postPlaceSearch, {
      results: [place({ customerId: 5 }), place({ placeId: 'new', name: 'New Oak' })],
      notice: null,
      ...storable,
    });
    const user = show();
    await user.type(input(), 'oak');
    const option = await screen.findByRole('option', { name: /Already a customer/ });
    expect(tab(/Discover/).textContent).toBe('Discover1');
    await user.click(option);
    expect(selected.institution).toHaveBeenCalledWith(5, [], [{ institutionId: 5 }]);
    expect(server.callsTo(postProspect)).toEqual([]);
  });
});
