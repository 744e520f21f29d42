import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { postQuestion } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { type PlanColumn, postPlanColumns } from '#shared/assistant/plan-columns.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const columns: PlanColumn[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text' },
  { key: 'state', label: 'State', kind: 'option' },
  { key: 'adoptionScore', label: 'Score', kind: 'percent' },
  { key: 'goLiveDate', label: 'Go-live', kind: 'date' },
  { key: 'ownerName', label: 'Owner', kind: 'option', isPerson: true },
];
const valuesOf: Record<string, { value: string; rows: number }[]> = {
  state: [
    { value: 'FL', rows: 4 },
    { value: 'TX', rows: 5 },
  ],
  ownerName: [{ value: 'Avery Admin', rows: 2 }],
};
const plan = createTestPlan({
  state: 'f.state=TX&f.adoptionScore=20..50&f.goLiveDate=2026-01-01..&sort=-adoptionScore',
  aggregate: { kind: 'share', filters: 'f.atRisk=yes' },
});

let server: TestServer;
const user = userEvent.setup();
beforeEach(() => {
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, { lists: [], hasLanguageModel: false });
  server.answer(postPlanColumns, ({ column }) => ({
    columns,
    values: valuesOf[column ?? ''] ?? [],
  }));
  server.answer(
    postQuestion,
    createTestAnswer({
      plan,
      chips: [
        { column: 'state', text: 'State: TX' },
        { column: 'adoptionScore', text: 'Score: 20% to 50%' },
        { column: 'goLiveDate', text: 'Go-live from Jan 1, 2026' },
      ],
    }),
  );
});

const loadedPopover = (name: string) =>
  waitFor(() => {
    const popover = within(screen.getByRole('dialog', { name }));
    expect(popover.queryByRole('status')).toBeNull();
    return popover;
  });
/** Opens a filter's popover by its button. The button and the popover have the same name. */
async function openFilter(name: string) {
  renderApp('/ai-chat?q=Rows');
  const button = await screen.findByRole('button', { name });
  await user.click(button);
  return { button, editor: await loadedPopover(name) };
}
const lastPlan = () => {
  const [call] = server.callsTo(postQuestion).slice(1);
  return postQuestion.body.parse(call?.body).plan;
};

describe('a filter of an answer', () => {
  it('changes its values in the editor of the lists and asks again', async () => {
    const { editor } = await openFilter('Edit filter State: TX');
    expect(editor.getByRole('checkbox', { name: 'TX 5' })).toBeChecked();
    await user.click(editor.getByRole('checkbox', { name: 'FL 4' }));
    await user.click(editor.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('region', { name: 'State: TX or FL' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(lastPlan()).toEqual({
      ...plan,
      state:
        'f.state=TX&f.state=FL&f.adoptionScore=20..50&f.goLiveDate=2026-01-01..&sort=-adoptionScore',
    });
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'State: TX or FL' })).toHaveFocus(),
    );
  });

  it('changes the bounds of numbers', async () => {
    const { editor } = await openFilter('Edit filter Score: 20% to 50%');
    const to = editor.getByRole('textbox', { name: 'To' });
    expect(to).toHaveValue('50%');
    await user.clear(to);
    await user.type(to, '60{Enter}');
    await screen.findByRole('region', { name: 'Score: 20% to 60%' });
    expect(lastPlan()?.state).toContain('f.adoptionScore=20..60&f.goLiveDate');
  });

  it('changes the bounds of days', async () => {
    const { editor } = await openFilter('Edit filter Go-live from Jan 1, 2026');
    const from = editor.getByLabelText('From');
    expect(from).toHaveValue('2026-01-01');
    await user.clear(from);
    await user.type(from, '2026-02-01');
    await user.click(editor.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('region', { name: 'Go-live from Feb 1, 2026' });
    expect(lastPlan()?.state).toContain('f.goLiveDate=2026-02-01..');
  });

  it('has the focus again after Escape, and nothing is asked', async () => {
    const { button, editor } = await openFilter('Edit filter State: TX');
    await waitFor(() => expect(editor.getByRole('combobox', { name: 'State' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo(postQuestion)).toHaveLength(1);
  });

  it('opens by keyboard', async () => {
    renderApp('/ai-chat?q=Rows');
    (await screen.findByRole('button', { name: 'Edit filter State: TX' })).focus();
    await user.keyboard('{Enter}');
    const editor = await loadedPopover('Edit filter State: TX');
    await waitFor(() => expect(editor.getByRole('combobox', { name: 'State' })).toHaveFocus());
    await user.tab();
    expect(editor.getByRole('checkbox', { name: 'FL 4' })).toHaveFocus();
    await user.keyboard(' {Enter}');
    expect(await screen.findByRole('region', { name: /^State: TX or FL$/ })).toBeVisible();
  });

  it('can be added on another column', async () => {
    const { editor } = await openFilter('Add filter');
    expect(editor.queryByRole('button', { name: 'State' })).toBeNull();
    await user.click(editor.getByRole('button', { name: 'Owner' }));
    const owner = within(screen.getByRole('dialog'));
    await waitFor(() => expect(owner.getByRole('combobox', { name: 'Owner' })).toHaveFocus());
    await user.click(owner.getByRole('checkbox', { name: /^Me/ }));
    await user.click(owner.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('region', { name: 'Owner: me' });
    expect(new URLSearchParams(lastPlan()?.state).get('f.ownerName')).toBe('~me');
  });

  it('shows why the editor can’t be loaded, with a retry', async () => {
    server.refuse(postPlanColumns, 503, 'The database is starting.');
    const { editor } = await openFilter('Edit filter State: TX');
    expect(await editor.findByText('Couldn’t load the filter')).toBeVisible();
    server.answer(postPlanColumns, { columns, values: [] });
    await user.click(editor.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('combobox', { name: 'State' })).toBeVisible();
  });
});
