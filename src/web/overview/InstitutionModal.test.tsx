import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { getBenchmarks } from '#shared/health/benchmarks.ts';
import { getHealthTrend } from '#shared/health/health.ts';
import { getInstitutionLocations, getPractices } from '#shared/institutions/institutions.ts';
import { getPrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { createInstitutionHealth } from '#test/records.ts';
import { createTestPractice } from '#test/search-cases.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import {
  type InstitutionReference,
  useInstitutionModal,
} from '#web/institutions/institution-modal.ts';
import { DialogPlaceholder } from '#web/shell/DialogPlaceholder.tsx';
import { ModalsProvider } from '#web/shell/modals.tsx';

const emptySheet = {
  purpose: 'call' as const,
  notice: null,
  contacts: [],
  deal: null,
  tasks: [],
  openTasks: 0,
  notes: [],
  tickets: [],
  openTickets: 0,
  talkingPoints: [],
};
const names: Record<number, string> = { 1: 'Alder', 2: 'Birch', 3: 'Cedar' };

let server: TestServer;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = startSignedInServer();
  server.answer(getHealthTrend, () => {
    const institutionId = Number(server.callsTo(getHealthTrend).at(-1)?.path.split('/').at(-1));
    return {
      data: [
        createInstitutionHealth({ institutionId, institutionName: names[institutionId] ?? '' }),
      ],
    };
  });
});

function Opener({ among }: { among: readonly InstitutionReference[] }) {
  const open = useInstitutionModal();
  return (
    <button type="button" onClick={() => open(1, among)}>
      Open
    </button>
  );
}

async function show(ids: number[], facts: Partial<InstitutionReference> = {}) {
  const among = ids.map((institutionId) => ({ institutionId, ...facts }));
  const element = (
    <ModalsProvider>
      <Opener among={among} />
    </ModalsProvider>
  );
  renderApp('/', [{ path: '/', element }]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}

const heading = (name: string) => screen.findByRole('heading', { name });

it('moves through the list it was opened from by buttons and keys, and stops at its ends', async () => {
  const user = await show([1, 2, 3]);
  await heading('Alder');
  expect(screen.getByText('1 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous customer' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Next customer' }));
  await heading('Birch');
  await user.keyboard('j');
  await heading('Cedar');
  await user.keyboard('j');
  expect(screen.getByText('3 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next customer' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.keyboard('k');
  await heading('Birch');
});

it('opens at once with the name and tier of the row, and loads the rest', async () => {
  let answer: () => void = () => undefined;
  server.answer(getHealthTrend, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { data: [createInstitutionHealth({ institutionId: 1, institutionName: 'Alder' })] };
  });
  await show([1], { institutionName: 'Alder', healthTier: 'Critical' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Institution details' }));
  expect(dialog.getByRole('heading', { name: 'Alder' })).toBeVisible();
  expect(dialog.getByText('Critical')).toBeVisible();
  expect(dialog.getByText('Loading institution details...')).toBeVisible();
  answer();
  await waitFor(() => expect(dialog.queryByText('Loading institution details...')).toBeNull());
});

it('links the plan of the visits that it adds to', async () => {
  const user = await show([1]);
  await user.click(await screen.findByRole('button', { name: 'Add to visits' }));
  expect(screen.getByRole('link', { name: 'Plan 1 visit' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear visits' }));
  expect(screen.queryByRole('link', { name: 'Plan 1 visit' })).toBeNull();
});

it('closes while its code loads, by its button and by Escape in a field', async () => {
  const onClose = vi.fn();
  const element = (
    <>
      <input aria-label="Search" />
      <DialogPlaceholder known={undefined} onClose={onClose} />
    </>
  );
  renderApp('/', [{ path: '*', element }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  screen.getByRole('textbox', { name: 'Search' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('counts a customer with several rows in the list once', async () => {
  const user = await show([1, 1, 2, 1]);
  await heading('Alder');
  expect(screen.getByText('1 of 2')).toBeVisible();
  await user.keyboard('j');
  await heading('Birch');
  expect(screen.getByText('2 of 2')).toBeVisible();
});

it('shows contacts, and one Escape closes only the contacts', async () => {
  server.answer(getPrepSheet, {
    ...emptySheet,
    contacts: [
      {
        name: 'Ana Pérez',
        role: 'Office manager',
        email: 'ana@alder.example',
        phone: '(512) 555-0100',
      },
    ],
  });
  const user = await show([]);
  await heading('Alder');
  await user.click(await screen.findByRole('button', { name: 'Contacts' }));
  expect(await screen.findByRole('link', { name: '(512) 555-0100' })).toHaveAttribute(
    'href',
    'tel:5125550100',
  );
  expect(screen.getByRole('link', { name: 'ana@alder.example' })).toHaveAttribute(
    'href',
    'mailto:ana@alder.example',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contacts' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Contacts' })).toHaveFocus());
  expect(screen.getByRole('dialog', { name: 'Institution details' })).toBeVisible();
});

it('shows an invalid email address or phone number as plain text', async () => {
  const stored = { email: 'ceo@alder.example?bcc=spy%40evil.example', phone: 'ask for Ana' };
  server.answer(getPrepSheet, {
    ...emptySheet,
    contacts: [{ name: 'Ana Pérez', role: null, ...stored }],
  });
  const user = await show([]);
  await heading('Alder');
  await user.click(await screen.findByRole('button', { name: 'Contacts' }));
  expect(await screen.findByText(stored.email)).toBeVisible();
  expect(within(screen.getByRole('dialog', { name: 'Contacts' })).queryByRole('link')).toBeNull();
});

it('gets the focus back when a dialog above it closes', async () => {
  const user = await show([]);
  await heading('Alder');
  const addTask = await screen.findByRole('button', { name: 'Add task' });
  await user.click(addTask);
  await screen.findByRole('dialog', { name: 'New task for Alder' });
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'New task for Alder' })).toBeNull(),
  );
  await waitFor(() => expect(addTask).toHaveFocus());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(addTask).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Institution details' })).toBeVisible();
});

it('has no neighbors when opened without a list, and links to the prep sheet and the page', async () => {
  await show([]);
  await heading('Alder');
  expect(screen.queryByRole('button', { name: 'Next customer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Prep sheet' })).toHaveAttribute(
    'href',
    '/institution/1/overview?print=prep-sheet',
  );
  expect(screen.getByRole('link', { name: 'Full View' })).toHaveAttribute(
    'href',
    '/institution/1/overview',
  );
});

it('keeps the name and the close button when loading fails', async () => {
  server.answer(getPractices, { practices: [], tierLimits: null });
  server.refuse(getHealthTrend, 500, 'down');
  server.refuse(getInstitutionLocations, 500, 'down');
  const user = await show([]);
  expect(await screen.findByText('Couldn’t load this institution')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Customer' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the name immediately when the practice list has it', async () => {
  server.answer(getPractices, {
    practices: [createTestPractice({ institutionId: 1, institutionName: 'Alder' })],
    tierLimits: null,
  });
  server.refuse(getHealthTrend, 500, 'down');
  await show([]);
  await heading('Alder');
  expect(await screen.findByText('Couldn’t load the health of Alder')).toBeVisible();
});

it('polls the benchmarks every five minutes while open, also without a health record', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.answer(getPractices, { practices: [], tierLimits: null });
  server.refuse(getHealthTrend, 500, 'down');
  const element = (
    <ModalsProvider>
      <Opener among={[]} />
    </ModalsProvider>
  );
  renderApp('/', [{ path: '/', element }]);
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(server.callsTo(getBenchmarks)).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000);
  await waitFor(() => expect(server.callsTo(getBenchmarks)).toHaveLength(2));
  vi.useRealTimers();
});
