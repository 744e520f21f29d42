import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getMissingImports } from '#shared/imports/next-step.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import {
  getImportRuns,
  getImportUndoPreview,
  type ImportRun,
  postImportUndo,
} from '#shared/imports/runs.ts';
import { getUploadValues } from '#shared/imports/values.ts';
import {
  getUpload,
  getUploadColumns,
  postImportAction,
  postImportDraft,
  postImportPlan,
  postImportStart,
  type Upload,
} from '#shared/imports/wizard.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const uploadId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e61';
const importId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e62';
const report: ImportReport = {
  kind: 'practices',
  rowsRead: 10,
  added: 7,
  changed: 1,
  unchanged: 0,
  superseded: 1,
  skipped: 0,
  rejected: 1,
  rejects: [{ line: 4, column: 'Created', value: 'someday', reason: 'is not a date' }],
  warned: 0,
  warnings: [],
  undated: 0,
  newcomers: 0,
  moved: 0,
  notes: [],
  reasons: [{ column: 'Created', reason: 'is not a date; left out', cells: 1, imported: false }],
  columns: [],
};
const upload = (facts: Partial<Upload> = {}): Upload => ({
  uploadId,
  fileName: 'practices.csv',
  bytes: 1200,
  sha256: null,
  version: 1,
  state: 'uploaded',
  plan: null,
  draft: null,
  report: null,
  warning: null,
  error: null,
  question: null,
  importId: null,
  hasRejects: false,
  rejectsLeftOut: 0,
  ...facts,
});
const run = (facts: Partial<ImportRun> = {}): ImportRun => ({
  importId,
  kind: 'practices',
  source: 'file practices.csv',
  externalSource: 'import',
  state: 'succeeded',
  startedAt: '2026-11-24T08:00:00Z',
  finishedAt: '2026-11-24T08:01:00Z',
  report,
  undoReport: null,
  error: null,
  undoableUntil: '2026-12-01T08:01:00Z',
  isBeingUndone: false,
  undoError: null,
  uploadId,
  ...facts,
});
const plan = {
  kind: 'practices',
  externalSource: 'import',
  uses: {},
  dates: null,
  numbers: null,
  values: {},
  withoutIds: false,
  entitles: false,
  takes: { known: true, new: true },
} as const;

let server: TestServer;
let restore: () => void;
afterEach(() => {
  restore();
});
beforeEach(() => {
  restore = mockElementSizes();
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, name: 'Avery Admin', role: 'admin' as const });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getImportRuns, { rows: [run()] });
  server.answer(getUploadValues, { columns: [] });
  server.answer(getMissingImports, { missing: ['contacts', 'usage'] });
  server.answer(postImportDraft, upload());
});

it('shows columns with their first values, and checks the file with the chosen columns', async () => {
  server.answer(getUpload, upload());
  server.answer(getUploadColumns, {
    guessedKind: 'practices',
    kind: 'practices',
    source: 'import',
    columns: [
      { header: 'Praxis', samples: ['Nord', 'Süd'], usedAs: null, note: null, isDouble: false },
      {
        header: 'City',
        samples: ['Reno'],
        usedAs: 'city',
        note: 'guessed from its words',
        isDouble: false,
      },
      { header: 'City', samples: [], usedAs: null, note: null, isDouble: true },
    ],
    choices: [
      { key: 'name', title: 'Location name' },
      { key: 'city', title: 'City' },
    ],
    dates: null,
    numbers: null,
    values: {},
    isRemembered: false,
    knowsEntitlements: true,
    knownSources: [],
  });
  server.answer(postImportPlan, upload({ state: 'to_check', version: 2 }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Use Praxis as' }),
    'Location name',
  );
  expect(screen.getByText('Nord · Süd')).toBeVisible();
  expect(screen.getByText('Not used, because an earlier column has the same header')).toBeVisible();
  expect(screen.getByText('Guessed from its words')).toBeVisible();
  const guessed = screen.getByRole('combobox', { name: 'Use City as' });
  await userEvent.selectOptions(guessed, 'Not used');
  expect(screen.queryByText('Guessed from its words')).toBeNull();
  await userEvent.selectOptions(guessed, 'City');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Rows to import' }),
    'New rows only',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
  await waitFor(() => expect(server.callsTo(postImportPlan)).toHaveLength(1));
  expect(server.callsTo(postImportPlan)[0]?.body).toEqual({
    ...plan,
    uses: { Praxis: 'name', City: 'city' },
    takes: { known: false, new: true },
    version: 1,
  });
});

it('loads the columns for another type of data, and keeps the focus on the select', async () => {
  server.answer(getUpload, upload());
  let kind: 'practices' | 'usage' = 'practices';
  server.answer(getUploadColumns, () => ({
    guessedKind: null,
    kind,
    source: 'import',
    columns: [
      {
        header: 'Id',
        samples: [],
        usedAs: kind === 'usage' ? 'locationId' : 'institutionId',
        note: null,
        isDouble: false,
      },
    ],
    choices: [
      { key: 'institutionId', title: 'Customer ID' },
      { key: 'locationId', title: 'Location ID' },
    ],
    dates: null,
    numbers: null,
    values: {},
    isRemembered: false,
    knowsEntitlements: false,
    knownSources: [],
  }));
  server.answer(postImportPlan, upload({ state: 'to_check', version: 2 }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  const choice = await screen.findByRole('combobox', { name: 'Type of data' });
  expect(
    screen.queryByRole('checkbox', { name: 'Entitle customers to products they use' }),
  ).toBeNull();
  kind = 'usage';
  choice.focus();
  await userEvent.selectOptions(choice, 'Usage');
  expect(
    await screen.findByRole('checkbox', { name: 'Entitle customers to products they use' }),
  ).toBeChecked();
  expect(choice).toHaveFocus();
  expect(screen.getByRole('combobox', { name: 'Use Id as' })).toHaveValue('locationId');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Repeated rows' }),
    'Add them up',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
  await waitFor(() =>
    expect(server.callsTo(postImportPlan)[0]?.body).toMatchObject({
      kind: 'usage',
      uses: { Id: 'locationId' },
      entitles: true,
      repeats: 'add',
    }),
  );
});

it('an unreadable file shows the reason and a link to another upload', async () => {
  server.answer(getUpload, upload());
  server.refuse(
    getUploadColumns,
    422,
    'This is a spreadsheet or archive, not a CSV file. Save it as CSV and send that.',
  );
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(
    await screen.findByText(
      'This is a spreadsheet or archive, not a CSV file. Save it as CSV and send that.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose another file' })).toHaveAttribute(
    'href',
    '/admin?part=imports',
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('asks which number a cell is, and checks the file again with the answer', async () => {
  const question = {
    header: 'MRR',
    value: '1.204',
    line: 2,
    readings: { 'decimal-point': 1.204, 'decimal-comma': 1204 },
  };
  server.answer(
    getUpload,
    upload({
      state: 'failed',
      plan,
      error: 'The numbers in "MRR" can be read in two ways.',
      question,
      version: 3,
    }),
  );
  server.answer(postImportPlan, upload({ state: 'to_check', version: 4 }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(await screen.findByText('How should 1.204 in MRR be read?')).toBeVisible();
  expect(screen.getByRole('button', { name: '1.204 is 1.204' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: '1.204 is 1,204' }));
  await waitFor(() => expect(server.callsTo(postImportPlan)).toHaveLength(1));
  expect(server.callsTo(postImportPlan)[0]?.body).toEqual({
    ...plan,
    numbers: 'decimal-comma',
    version: 3,
  });
});

it('an answer keeps saved choices of values, and resets the acceptance of the warning', async () => {
  const draft = { ...plan, uses: { ...plan.uses, Name: 'name' as const } };
  server.answer(
    getUpload,
    upload({
      state: 'checked',
      plan,
      draft,
      report,
      warning: 'The file has several rows for the same location.',
      question: { repeatedLines: [2, 3] },
      version: 3,
    }),
  );
  server.answer(
    postImportPlan,
    upload({ state: 'checked', plan, report, warning: 'The file is small.', version: 4 }),
  );
  renderApp(`/admin?part=imports&upload=${uploadId}&accept=yes`);
  await userEvent.click(await screen.findByRole('button', { name: 'Use the last row' }));
  expect(await screen.findByText('The file is small.')).toBeVisible();
  expect(server.callsTo(postImportPlan)[0]?.body).toEqual({
    ...draft,
    repeats: 'replace',
    version: 3,
  });
  expect(screen.getByRole('checkbox', { name: 'Import the usable rows anyway' })).not.toBeChecked();
});

it.each([
  ['Add the rows up', 'add'],
  ['Use the last row', 'replace'],
] as const)(
  'asks about repeated rows beside the warning, and checks the file again: %s',
  async (button, repeats) => {
    const usagePlan = { ...plan, kind: 'usage', uses: { Date: 'day' } } as const;
    server.answer(
      getUpload,
      upload({
        state: 'checked',
        plan: usagePlan,
        report: { ...report, kind: 'usage' },
        warning:
          'The file has several rows for the same location, product and day, such as lines 2 and 3.',
        question: { repeatedLines: [2, 3] },
        version: 3,
      }),
    );
    server.answer(postImportPlan, upload({ state: 'to_check', version: 4 }));
    renderApp(`/admin?part=imports&upload=${uploadId}`);
    const alert = within(
      await screen.findByRole('alert', { name: 'Check this file before you import it' }),
    );
    const choice = within(
      alert.getByRole('group', {
        name: 'How should repeated rows such as lines 2 and 3 be imported?',
      }),
    );
    expect(alert.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import 8 rows' })).toBeNull();
    await userEvent.click(choice.getByRole('button', { name: button }));
    await waitFor(() => expect(server.callsTo(postImportPlan)).toHaveLength(1));
    expect(server.callsTo(postImportPlan)[0]?.body).toEqual({ ...usagePlan, repeats, version: 3 });
  },
);

it('the number format is chosen with the columns, and the check shows how each column is read', async () => {
  server.answer(getUpload, upload());
  server.answer(getUploadColumns, {
    guessedKind: 'contracts',
    kind: 'contracts',
    source: 'import',
    columns: [
      { header: 'MRR', samples: ['1.204'], usedAs: 'monthlyAmount', note: null, isDouble: false },
    ],
    choices: [{ key: 'monthlyAmount', title: 'Monthly amount' }],
    dates: null,
    numbers: null,
    values: {},
    isRemembered: false,
    knowsEntitlements: true,
    knownSources: [],
  });
  const columns = [
    {
      header: 'MRR',
      usedAs: 'monthlyAmount',
      note: 'numbers such as 1.204 (line 2) are read as 1204, as you chose',
    },
  ];
  server.answer(
    postImportPlan,
    upload({ state: 'checked', plan, report: { ...report, columns }, version: 2 }),
  );
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Numbers such as 1.204' }),
    'Decimal comma: 1.204,50',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
  expect(
    await screen.findByText('MRR: numbers such as 1.204 (line 2) are read as 1204, as you chose.'),
  ).toBeVisible();
  expect(server.callsTo(postImportPlan)[0]?.body).toMatchObject({ numbers: 'decimal-comma' });
});

it('a file without usable rows cannot be imported', async () => {
  const none = { ...report, added: 0, changed: 0 };
  server.answer(
    getUpload,
    upload({
      state: 'checked',
      plan,
      report: none,
      warning: '9 of 10 cells cannot be used.',
      version: 3,
    }),
  );
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(await screen.findByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  expect(screen.queryByRole('checkbox', { name: 'Import the usable rows anyway' })).toBeNull();
});

it('a waiting import shows the reason', async () => {
  server.answer(
    getUpload,
    upload({
      state: 'importing',
      plan,
      error: 'The disk is full. It resumes by itself a few minutes after the problem is solved.',
    }),
  );
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The disk is full. It resumes by itself',
  );
});

it('shows what a file would change, and imports a largely unusable file only after a confirmation', async () => {
  const noted = {
    ...report,
    columns: [
      { header: 'City', usedAs: 'city', note: '2 cells such as "N/A" (line 2) were read as blank' },
    ],
  };
  server.answer(
    getUpload,
    upload({
      state: 'checked',
      plan,
      report: noted,
      warning: '9 of 10 cells cannot be used.',
      hasRejects: true,
      version: 3,
    }),
  );
  server.answer(postImportStart, upload({ state: 'to_import', version: 4 }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(
    await screen.findByText('10 rows of practices were read. No data has been changed yet.'),
  ).toBeVisible();
  expect(
    screen.getByText('City: 2 cells such as "N/A" (line 2) were read as blank.'),
  ).toBeVisible();
  expect(screen.getByText('1 × Created is not a date. The row is rejected.')).toBeVisible();
  const rejects = screen.getByRole('table', { name: 'Unusable cells' });
  expect(
    within(rejects).getByRole('row', { name: '4 Created someday is not a date Rejected' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download all as CSV' })).toHaveAttribute(
    'href',
    `/api/imports/uploads/${uploadId}/rejects`,
  );
  const button = screen.getByRole('button', { name: 'Import 8 rows' });
  expect(button).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Import the usable rows anyway' }));
  await userEvent.click(button);
  await waitFor(() => expect(server.callsTo(postImportStart)[0]?.body).toEqual({ version: 3 }));
});

it('offers the columns that could be the missing id, and has no import button', async () => {
  server.answer(
    getUpload,
    upload({
      state: 'failed',
      plan: { ...plan, uses: { Nr: null, Praxis: 'name' } },
      error: 'No column is used as the customer ID.',
      question: {
        missingColumn: 'institutionId',
        isRequired: false,
        candidates: [
          { header: 'Nr', rows: 300, filled: 300, distinct: 300, samples: ['K-1', 'K-2'] },
        ],
      },
    }),
  );
  server.answer(postImportPlan, upload({ state: 'to_check', version: 2 }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  const question = within(
    await screen.findByRole('group', { name: 'Which column is the customer ID?' }),
  );
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  expect(question.getByRole('button', { name: 'Import without IDs' })).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Nr: K-1, K-2' }));
  await waitFor(() =>
    expect(server.callsTo(postImportPlan)[0]?.body).toEqual({
      ...plan,
      uses: { Nr: 'institutionId', Praxis: 'name' },
      version: 1,
    }),
  );
});

it('the result names the next file and links to the imported rows', async () => {
  const prospects = { ...plan, kind: 'prospects' as const };
  server.answer(getUpload, upload({ state: 'done', plan: prospects, report, importId }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(
    await screen.findByText('Next: import usage, from which scores are computed.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open prospects' })).toHaveAttribute(
    'href',
    '/prospects',
  );
  expect(screen.getByRole('link', { name: 'Open sales map' })).toHaveAttribute(
    'href',
    '/sales/map',
  );
});

it('matches unknown values with known values, and checks the file again', async () => {
  const draft = { ...plan, values: { practiceType: { General: 'General Dentistry' } } };
  const checked = { state: 'checked', plan, report, version: 3 } as const;
  server.answer(getUpload, upload(checked));
  server.answer(getUploadValues, {
    columns: [
      {
        column: 'practiceType',
        header: 'Kind',
        title: 'Practice type',
        unmapped: 'leftOut',
        isCut: true,
        values: [
          { value: 'General', cells: 212, suggestion: 'General Dentistry' },
          { value: 'Other', cells: 3, suggestion: null },
        ],
        choices: [{ value: 'General Dentistry', label: 'General Dentistry' }],
      },
    ],
  });
  server.answer(postImportDraft, upload({ ...checked, draft }));
  server.answer(postImportPlan, upload({ state: 'to_check', plan: draft, version: 4 }));
  renderApp(`/admin?part=imports&upload=${uploadId}&step=check`);
  const values = await screen.findByRole('table', { name: 'Values of Kind' });
  expect(within(values).getByRole('row', { name: /^General 212/ })).toBeVisible();
  expect(screen.getByText(/^Only the 200 most frequent values are listed/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use 1 suggestion for Practice type' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(server.callsTo(postImportDraft)[0]?.body).toEqual(draft);
  expect(screen.queryByRole('button', { name: 'Import 8 rows' })).toBeNull();
  await waitFor(() =>
    expect(server.callsTo(postImportPlan)[0]?.body).toEqual({ ...draft, version: 3 }),
  );
});

it('a reload keeps the step and the choices made before the check', async () => {
  const found = {
    guessedKind: 'practices' as const,
    kind: 'practices' as const,
    source: 'import',
    columns: [{ header: 'Praxis', samples: ['Nord'], usedAs: null, note: null, isDouble: false }],
    choices: [{ key: 'name', title: 'Location name' }],
    dates: null,
    numbers: null,
    values: {},
    isRemembered: false,
    knowsEntitlements: true,
    knownSources: [],
  };
  server.answer(getUploadColumns, found);
  const draft = {
    ...plan,
    uses: { Praxis: 'name' },
    dates: 'day-first' as const,
    takes: { known: true, new: false },
  };
  server.answer(getUpload, upload({ state: 'checked', plan, report, draft, version: 3 }));
  renderApp(`/admin?part=imports&upload=${uploadId}&step=columns`);
  expect(await screen.findByRole('combobox', { name: 'Use Praxis as' })).toHaveValue('name');
  expect(screen.getByRole('combobox', { name: /^Dates such as/ })).toHaveValue('day-first');
  expect(screen.getByRole('combobox', { name: 'Rows to import' })).toHaveValue('known');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Dates such as/ }), [
    'Month first',
  ]);
  await waitFor(() =>
    expect(server.callsTo(postImportDraft)[0]?.body).toEqual({ ...draft, dates: 'month-first' }),
  );
});

it('is paused and canceled while it runs', async () => {
  server.answer(getUpload, upload({ state: 'importing', plan }));
  server.answer(postImportAction, upload({ state: 'importing', plan }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('The import will pause in a moment.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel import' }));
  await waitFor(() =>
    expect(server.callsTo(postImportAction).map(({ body }) => body)).toEqual([
      { action: 'pause' },
      { action: 'cancel' },
    ]),
  );
});

it('does not say that it continues while it is paused', async () => {
  server.answer(getUpload, upload({ state: 'paused', plan }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  expect(
    await screen.findByText(/^The import is paused\. Rows already written stay\./),
  ).toBeVisible();
  expect(screen.queryByText(/The import continues, and/)).toBeNull();
});

it('is undone from its result, and kept rows are listed first', async () => {
  server.answer(getUpload, upload({ state: 'done', plan, report, importId }));
  server.answer(getImportUndoPreview, {
    removed: 6,
    restored: 1,
    kept: 1,
    keptRows: [{ what: 'Oak Dental', why: 'Has usage since' }],
  });
  server.answer(postImportUndo, run({ isBeingUndone: true }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText('Has usage since')).toBeVisible();
  expect(screen.getByText('Oak Dental')).toBeVisible();
  expect(
    screen.getByText(/^6 added rows are removed, and 1 changed row is restored\./),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo the rest' }));
  await waitFor(() =>
    expect(server.callsTo(postImportUndo)[0]?.body).toEqual({ leavesChanged: true }),
  );
});

it('is not undone when all its rows were changed or used since, and lists them by reason', async () => {
  const keptRows = [
    { what: 'Elm Dental', why: 'Changed since' },
    { what: 'Oak Dental', why: 'Has usage since' },
    { what: 'Ash Dental', why: 'Changed since' },
  ];
  server.answer(getUpload, upload({ state: 'done', plan, report, importId }));
  server.answer(getImportUndoPreview, { removed: 0, restored: 0, kept: 3, keptRows });
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo file practices.csv?' }));
  expect(
    await dialog.findByText(
      /^This import can’t be undone now: all of its 3 rows were changed or used after the import\./,
    ),
  ).toBeVisible();
  expect(dialog.getByText('Elm Dental · Ash Dental')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
});

it('rows kept by an undo are listed', async () => {
  const keptRows = Array.from({ length: 20 }, (_, index) => ({
    what: `Oak Dental ${index}`,
    why: 'Has usage since',
  }));
  server.answer(getImportRuns, {
    rows: [run({ state: 'undone', undoReport: { removed: 6, restored: 1, kept: 30, keptRows } })],
  });
  renderApp('/admin?part=imports');
  await userEvent.click(await screen.findByText('file practices.csv'));
  const dialog = await screen.findByRole('dialog', { name: 'file practices.csv' });
  expect(within(dialog).getByText('6 rows removed, 1 row restored, 30 rows kept.')).toBeVisible();
  expect(within(dialog).getByText('Has usage since')).toBeVisible();
  expect(
    within(dialog).getByText(/^Oak Dental 0 · Oak Dental 1 · .* · Oak Dental 19$/),
  ).toBeVisible();
  expect(within(dialog).getByText('Showing the first 20.')).toBeVisible();
});

it('an undo that restores no rows does not mention changed rows, and its result lists the kept rows', async () => {
  const keptRows = [{ what: 'Oak Dental', why: 'Has usage since' }];
  server.answer(getUpload, upload({ state: 'done', plan, report, importId }));
  server.answer(getImportUndoPreview, { removed: 6, restored: 0, kept: 1, keptRows });
  server.answer(postImportUndo, run({ isBeingUndone: true }));
  renderApp(`/admin?part=imports&upload=${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText(/^6 added rows are removed\. Official weeks/)).toBeVisible();
  server.answer(getImportRuns, {
    rows: [
      run({
        state: 'undone',
        undoableUntil: null,
        undoReport: { removed: 6, restored: 0, kept: 1, keptRows },
      }),
    ],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo the rest' }));
  expect(await screen.findByText('6 rows removed, 0 rows restored, 1 row kept.')).toBeVisible();
  expect(screen.queryByText(/^Showing the first/)).toBeNull();
  expect(screen.getByText('Has usage since')).toBeVisible();
});

it('lists all imports, with the reason why an undo failed', async () => {
  server.answer(getImportRuns, {
    rows: [
      run({ undoError: '1 row of this import was changed or used since. Nothing was undone.' }),
    ],
  });
  renderApp('/admin?part=imports');
  await userEvent.click(await screen.findByText('file practices.csv'));
  const dialog = await screen.findByRole('dialog', { name: 'file practices.csv' });
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Nothing was undone.');
  expect(within(dialog).getByRole('link', { name: 'Open the file' })).toHaveAttribute(
    'href',
    `/admin?part=imports&upload=${uploadId}`,
  );
});
