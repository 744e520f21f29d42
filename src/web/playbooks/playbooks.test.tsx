import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import {
  getPlaybooks,
  getPlaybookVersions,
  type Playbook,
  postPlaybook,
  postPlaybookPath,
  postPlaybookStart,
  postPlaybookTrial,
} from '#shared/playbooks/playbooks.ts';
import {
  getPlaybookRun,
  getPlaybookRuns,
  type ListedRun,
  postRunsStop,
} from '#shared/playbooks/runs.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getPeople } from '#shared/work/people.ts';
import { patchTask } from '#shared/work/tasks.ts';
import {
  createBranchStep,
  createIdFromWord,
  createPlaybookFields,
  createTaskStep,
} from '#test/playbook-steps.ts';
import { createListedInstitution } from '#test/records.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const fay = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Fay Fallback' };
const playbook: Playbook = {
  playbookId: createIdFromWord('book'),
  version: 2,
  isOn: true,
  fields: createPlaybookFields(fay.id, {
    conditions: 'f.healthTier=Critical',
    steps: [
      createTaskStep('Call'),
      createBranchStep('Better', {
        conditions: 'f.healthTier=Medium',
        next: 'end',
        otherwise: 'following',
      }),
      createTaskStep('Write'),
    ],
  }),
  ruleName: null,
  problems: [],
  matching: 1,
  active: 1,
  completed: 12,
  exited: 3,
  stopped: 0,
  judged: 12,
  improved: 7,
  changedBy: 'Avery Admin',
  changedAt: '2026-11-01T00:00:00.000Z',
};
const run: ListedRun = {
  runId: createIdFromWord('run'),
  institutionId: 1,
  institutionName: 'Elm Dental',
  playbookId: playbook.playbookId,
  playbookName: 'Rescue',
  version: 1,
  state: 'active',
  place: 1,
  steps: 3,
  stepTitle: 'Call',
  until: '2026-11-20',
  personName: 'Ana Pérez',
  ownerName: 'Ana Pérez',
  startedOn: '2026-11-18',
  startedBy: 'Morgan Member',
  endedOn: null,
  endReason: null,
  startScore: 31,
  endScore: null,
  hasImproved: null,
};

let server: TestServer;
const user = userEvent.setup();
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getPeople, { rows: [fay] });
  server.answer(getInstitutionList, {
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    rules: defaultHealthRules,
    rows: [
      createListedInstitution({
        institutionId: 1,
        institutionName: 'Elm Dental',
        healthTier: 'Critical',
      }),
      createListedInstitution({
        institutionId: 2,
        institutionName: 'Oak Dental',
        healthTier: 'Healthy',
      }),
    ],
  });
  server.answer(getPlaybooks, {
    rows: [playbook],
    improvedFrom: 5,
    rules: [{ ruleId: createIdFromWord('rule'), name: 'Score fell', isOn: true }],
  });
  server.answer(getPlaybookRuns, { today: '2026-11-18', rows: [run] });
  server.answer(postPlaybook, ({ version }) => ({ version: version + 1 }));
});

const open = (more = '') => renderApp(`/customer-success-ops?part=playbooks${more}`);
const asAdmin = () => server.answer(getUser, { ...morgan, role: 'admin' });

it('shows the results of each playbook’s runs, and every number opens its rows', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Playbooks' });
  const [, row] = within(table).getAllByRole('row');
  expect(row).toHaveTextContent('Rescue3 steps, version 2');
  expect(within(table).queryByRole('checkbox')).not.toBeInTheDocument();
  expect(
    within(table).getByRole('link', { name: /^12\s?runs of Rescue: completed/ }),
  ).toHaveAttribute('href', expect.stringContaining('f.playbookName=Rescue&f.state=Completed'));
  expect(
    within(table).getByRole('link', { name: /^58% of 12\s?improved after Rescue/ }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New playbook' })).not.toBeInTheDocument();
});

it('is turned off by an admin', async () => {
  asAdmin();
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Rescue is on' }));
  await waitFor(() => expect(server.callsTo(postPlaybook)).toHaveLength(1));
  expect(server.callsTo(postPlaybook)[0]?.body).toEqual({
    version: 2,
    isOn: false,
    fields: playbook.fields,
  });
});

it('reports errors beside the fields, including unreachable steps, and saves a valid playbook', async () => {
  asAdmin();
  open();
  await user.click(await screen.findByRole('button', { name: 'New playbook' }));
  const dialog = await screen.findByRole('dialog', { name: 'New playbook' });
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'Must not be empty.',
  );
  expect(within(dialog).getByText('Choose a person.')).toBeInTheDocument();
  expect(server.callsTo(postPlaybook)).toHaveLength(0);

  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Visit');
  await user.type(within(dialog).getByRole('textbox', { name: 'What to do' }), 'Call');
  await user.click(within(dialog).getByRole('button', { name: 'Add wait' }));
  const days = within(within(dialog).getByRole('listitem', { name: 'Step 2: Wait' })).getByRole(
    'textbox',
    { name: 'Days' },
  );
  await user.clear(days);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(days).toHaveAccessibleDescription('Must be a whole number.');
  await user.type(days, '3');
  await user.click(within(dialog).getByRole('button', { name: 'Add checkpoint' }));
  const third = within(dialog).getByRole('listitem', { name: 'Step 3: Checkpoint' });
  await user.type(within(third).getByRole('textbox', { name: 'What to do' }), 'Seen');
  await user.selectOptions(
    within(within(dialog).getByRole('listitem', { name: 'Step 1: Task' })).getByRole('combobox', {
      name: 'Then go to',
    }),
    '3. Seen',
  );
  expect(
    within(dialog).getByText('No run reaches “2. Wait”. Make an earlier step continue with it.'),
  ).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Move step 3 up' }));
  expect(within(dialog).getByRole('button', { name: 'Move step 2 up' })).toHaveFocus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  const map = within(dialog).getByRole('list', { name: 'Map of the steps' });
  expect(map).toHaveTextContent('1. Seen2. Call3. WaitEnd');
  within(dialog).getAllByLabelText('Then go to')[0]?.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(map).toHaveTextContent('1. Seen2. Call3. WaitEnd');
  await user.click(within(dialog).getByRole('button', { name: 'Remove step 1' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Fallback assignee' }));
  await user.click(await within(dialog).findByRole('option', { name: 'Fay Fallback' }));
  await user.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Started by' }),
    'Score fell',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Save and turn on' }));
  await waitFor(() => expect(server.callsTo(postPlaybook)).toHaveLength(1));
  expect(server.callsTo(postPlaybook)[0]?.body).toMatchObject({
    version: 0,
    isOn: true,
    fields: {
      name: 'Visit',
      ruleId: createIdFromWord('rule'),
      fallbackId: fay.id,
      steps: [
        { kind: 'task', title: 'Call', next: 'following' },
        { kind: 'wait', delay: { days: 3, unit: 'calendar' } },
      ],
    },
  });
}, 20_000);

it('keeps the paths of a branch apart while steps are inserted', async () => {
  asAdmin();
  open();
  await user.click(await screen.findByRole('button', { name: 'New playbook' }));
  const dialog = await screen.findByRole('dialog', { name: 'New playbook' });
  await user.click(within(dialog).getByRole('button', { name: 'Add branch' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add wait' }));
  await user.click(
    within(dialog).getByRole('button', { name: 'Insert on Otherwise path after step 2' }),
  );
  await user.click(await within(dialog).findByRole('menuitem', { name: 'Checkpoint' }));
  expect(within(dialog).getByRole('list', { name: 'Yes path of 2. Branch' })).toHaveTextContent(
    /^3. WaitEnd$/,
  );
  expect(
    within(dialog).getByRole('list', { name: 'Otherwise path of 2. Branch' }),
  ).toHaveTextContent(/^4. CheckpointEnd$/);
  await user.selectOptions(
    within(within(dialog).getByRole('listitem', { name: 'Step 3: Wait' })).getByRole('combobox', {
      name: 'Then go to',
    }),
    'Join the other path: 4. Checkpoint',
  );
  expect(within(dialog).getByRole('list', { name: 'Map of the steps' })).toHaveTextContent(
    'Continues with 4. Checkpoint',
  );
}, 20_000);

it('warns that a path of a stored playbook runs into the other path', async () => {
  const steps = [
    createBranchStep('Better', { otherwise: createIdFromWord('Write') }),
    createTaskStep('Train'),
    createTaskStep('Write'),
  ];
  const fields = { ...playbook.fields, steps };
  server.answer(getPlaybooks, { rows: [{ ...playbook, fields }], improvedFrom: 5, rules: [] });
  server.answer(getPlaybookVersions, {
    rows: [
      {
        ...{ version: 2, isOn: true, fields, active: 1 },
        ...{ changedBy: 'Avery Admin', changedAt: playbook.changedAt },
      },
    ],
  });
  open();
  expect(await screen.findByText('One path of a branch runs into the other')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rescue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rescue' });
  expect(
    await within(dialog).findByText(/The Yes path of “1. Branch” runs into “3. Write”/),
  ).toBeVisible();
});

it('shows its steps in words, and a dry run that warns when the playbook is broad', async () => {
  server.answer(getPlaybookVersions, {
    rows: [
      {
        version: 2,
        isOn: true,
        fields: playbook.fields,
        active: 1,
        changedBy: 'Avery Admin',
        changedAt: playbook.changedAt,
      },
    ],
  });
  server.answer(postPlaybookTrial, {
    problems: [],
    isBroad: true,
    all: 2,
    runs: 3,
    started: 1,
    withoutPast: ['City'],
    weeks: [{ weekStart: '2026-11-08', runs: 3 }],
    customers: [
      { institutionId: 1, institutionName: 'Elm Dental', times: 3, lastWeek: '2026-11-08' },
    ],
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Rescue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rescue' });
  expect(await within(dialog).findByRole('list', { name: 'Steps' })).toHaveTextContent(
    'If Health tier: Medium: the end. Otherwise “3. Write”.',
  );
  expect(await within(dialog).findByText('Fallback assignee: Fay Fallback')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Run' }));
  expect(await within(dialog).findByText('This playbook is broad')).toBeInTheDocument();
  expect(
    within(dialog).getByText(
      /1 customer newly matched the conditions, 3 times in total. Past values of City are not stored/,
    ),
  ).toBeInTheDocument();
  expect(within(dialog).getByText(/Elm Dental: 3 times/)).toBeInTheDocument();
  server.answer(postPlaybookPath, {
    customer: { institutionId: 1, institutionName: 'Elm Dental' },
    ...{ startedOn: '2026-11-15', isPastStart: true, fits: true },
    path: [
      { stepId: createIdFromWord('Call'), on: '2026-11-15', leftOn: '2026-11-17', outcome: 'done' },
      {
        stepId: createIdFromWord('Better'),
        on: '2026-11-17',
        leftOn: '2026-11-17',
        outcome: 'yes',
      },
    ],
    end: { on: '2026-11-17', state: 'completed', reason: null },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Follow steps' }));
  const taken = await within(dialog).findByRole('list', { name: 'Path taken' });
  expect(taken).toHaveTextContent(
    /Day 2, .*: 2. Branch \(Yes path, because the customer matches Health tier: Medium/,
  );
  expect(taken).toHaveTextContent(/Run completed/);
});

it('is started manually for selected customers, and reports why others were left out', async () => {
  server.answer(postPlaybookStart, { started: [], leftOut: [{ institutionId: 1, why: 'active' }] });
  open();
  await user.click(await screen.findByRole('button', { name: 'Start Rescue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start Rescue' });
  await user.click(await within(dialog).findByRole('button', { name: 'Start for 1 customer' }));
  expect(
    await within(dialog).findByText('1 × has an active run of this playbook'),
  ).toBeInTheDocument();
  expect(server.callsTo(postPlaybookStart)[0]?.body).toMatchObject({ institutionIds: [1] });
});

it('filters the runs to those started by the current user', async () => {
  server.answer(getPlaybookRuns, {
    today: '2026-11-18',
    rows: [
      run,
      {
        ...run,
        runId: createIdFromWord('other'),
        institutionName: 'Oak Dental',
        startedBy: 'Ana Pérez',
      },
    ],
  });
  open('&f.startedBy=~me');
  expect(await screen.findByRole('button', { name: 'Edit filter Started by: me' })).toBeVisible();
  expect(await screen.findByText('1 of 2 runs')).toBeVisible();
  expect(screen.getByRole('row', { name: /Elm Dental/ })).toBeVisible();
});

it('shows a run with its steps, closes the task of one, and stops it with a reason', async () => {
  server.answer(getPlaybookRun, {
    run,
    steps: [
      {
        stepId: createIdFromWord('Call'),
        kind: 'task',
        title: 'Call',
        startedAt: '2026-11-18T18:00:00.000Z',
        dueOn: '2026-11-20',
        doneAt: null,
        outcome: null,
        assignee: fay,
        note: 'Ana Pérez is no longer active: assigned to Fay Fallback.',
        task: { taskId: createIdFromWord('task'), status: 'open', version: 3 },
      },
    ],
    ahead: ['2. Branch', '3. Write'],
  });
  server.answer(postRunsStop, { stopped: [run.runId], ended: [] });
  open();
  await user.click(await screen.findByRole('link', { name: '1 of 3: Call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rescue: Elm Dental' });
  expect(await within(dialog).findByText('3. Write')).toBeInTheDocument();
  expect(within(dialog).getByText(/assigned to Fay Fallback/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Mark done: Call' }));
  await waitFor(() => expect(server.callsTo(patchTask)).toHaveLength(1));
  expect(server.callsTo(patchTask)[0]?.body).toEqual({ version: 3, status: 'done' });
  const stop = within(dialog).getByRole('button', { name: 'Stop the run' });
  expect(stop).toBeDisabled();
  await user.type(
    within(dialog).getByRole('textbox', { name: 'Reason for stopping the run' }),
    'Wrong customer',
  );
  await user.click(stop);
  await waitFor(() =>
    expect(server.callsTo(postRunsStop)[0]?.body).toEqual({
      runIds: [run.runId],
      reason: 'Wrong customer',
    }),
  );
});
