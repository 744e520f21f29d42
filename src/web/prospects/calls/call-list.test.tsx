import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CalledProspect,
  postCallList,
  postProspectCall,
  postProspectCallUndo,
} from '#shared/prospects/calls/calls.ts';
import { getProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { createListedProspect } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();

const oak = createListedProspect({
  placeId: null,
  locationCount: 2,
  latitude: null,
  longitude: null,
  source: 'referral',
  stage: 'Researching',
  exitCriteria: null,
  daysWithoutTouch: null,
});
const called = (values: Partial<ListedProspect>): CalledProspect => ({
  prospect: { ...oak, ...values },
  lastNote: null,
});

beforeEach(() => {
  server = startSignedInServer();
  server.answer(postCallList, {
    prospects: [
      {
        prospect: oak,
        lastNote: {
          at: '2026-11-10T12:00:00.000Z',
          by: { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' },
          text: 'Ask for Kim',
        },
      },
      called({ prospectId: 6, name: 'Quiet Dental', doNotContact: 'They asked us' }),
      called({ prospectId: 7, name: 'Ash Clinic', stage: 'Proposal' }),
      called({ prospectId: 8, name: 'Mute Clinic', phone: null }),
    ],
    missing: 1,
  });
  server.answer(postProspectCall, ({ version }) => ({ version: version + 1 }));
  server.answer(postProspectCallUndo, ({ version }) => ({ version: version + 1 }));
});

const open = async (search = '') => {
  const view = renderApp(`/prospects/call-list?prospects=5.6.7.8.9${search}`);
  await screen.findByRole('progressbar');
  return view;
};
const saved = () => server.callsTo(postProspectCall).map(({ body }) => body);
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

describe('the call list', () => {
  it('shows what a caller needs, and says who is left out', async () => {
    await open();
    expect(await heading('Oak Dental')).toBeVisible();
    const [screenLink] = screen.getAllByRole('link', { name: '860-555-0100' });
    expect(screenLink).toHaveAttribute('href', 'tel:8605550100');
    expect(screen.getAllByText('Ask for Kim')[0]).toBeVisible();
    expect(screen.getByText('1.2 miles from our customer Elm Dental')).toBeVisible();
    expect(screen.getByText('Quiet Dental · Do not contact: They asked us')).toBeVisible();
    expect(screen.getByText('Mute Clinic · No phone number')).toBeVisible();
    expect(screen.getByText('1 prospect no longer in the list of prospects')).toBeVisible();
    expect(screen.getByText('1 of 2')).toBeVisible();
  });

  it('saves outcomes by key and button with the next stage, goes on, and undoes', async () => {
    const { router } = await open();
    await user.type(screen.getByLabelText('Note'), 'Wants 1 demo');
    expect(saved()).toEqual([]);
    await user.keyboard('{Escape}1');
    expect(await heading('Ash Clinic')).toBeVisible();
    expect(saved()).toMatchObject([
      { version: 3, outcome: 'reached', note: 'Wants 1 demo', stage: 'Contacted' },
    ]);
    expect(router.state.location.search).toContain('at=7');
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await heading('Oak Dental')).toBeVisible();
    expect(server.callsTo(postProspectCallUndo)[0]?.body).toEqual({ version: 4 });
    await user.click(screen.getByRole('button', { name: /^Skip/ }));
    await heading('Ash Clinic');
    await user.click(screen.getByRole('button', { name: /^Not interested/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Price' }));
    expect(await heading('End of the call list')).toBeVisible();
    expect(saved()[1]).toMatchObject({ outcome: 'notInterested', lostReason: 'Price' });
    expect(screen.getByText(/1 not interested, 1 skipped/)).toBeVisible();
  });

  it('keeps its place after a reload', async () => {
    await open('&at=7');
    expect(await heading('Ash Clinic')).toBeVisible();
    expect(screen.getByText('2 of 2')).toBeVisible();
    await user.keyboard('u');
    expect(await heading('Oak Dental')).toBeVisible();
    expect(server.callsTo(postProspectCallUndo)).toEqual([]);
  });

  it('stays at a refused call, with the note', async () => {
    server.refuse(postProspectCall, 409, 'Oak Dental has changed in the meantime.');
    await open();
    await user.type(screen.getByLabelText('Note'), 'Call again');
    await user.click(screen.getByRole('button', { name: /^Left a message/ }));
    expect(await screen.findByText(/has changed in the meantime/)).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Call again');
    await waitFor(() => expect(server.callsTo(postCallList).length).toBeGreaterThan(1));
  });

  it('shows an error of the talking points with Retry, and can save calls meanwhile', async () => {
    server.refuse(getProspectEvidence, 503, 'The database is busy.');
    await open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText(/The database is busy/)).toBeVisible();
    const before = server.callsTo(getProspectEvidence).length;
    await user.click(retry);
    await waitFor(() => expect(server.callsTo(getProspectEvidence).length).toBeGreaterThan(before));
    await user.click(screen.getByRole('button', { name: /^Left a message/ }));
    expect(await heading('Ash Clinic')).toBeVisible();
  });

  it('prints all prospects that can be called, and asks for a selection without any', async () => {
    const { unmount } = await open();
    const table = screen.getByRole('table', { hidden: true });
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3);
    unmount();
    renderApp('/prospects/call-list?prospects=x.0.-5');
    expect(await screen.findByRole('link', { name: 'Choose prospects' })).toBeVisible();
  });
});
