import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { anotherUserText, pageUserHeader, type User } from '#shared/core/user.ts';
import { postNote } from '#shared/work/notes.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { RequireSession } from '#web/shell/RequireSession.tsx';
import { draftLifetimeMs } from '#web/ui/draft/draft-store.ts';
import { NoteForm } from '#web/work/NoteForm.tsx';
import { announceUser } from './use-session-watch.ts';

const avery: User = { ...morgan, id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4eaa', name: 'Avery Admin' };
const routes: RouteObject[] = [
  {
    path: '*',
    element: (
      <RequireSession>
        <NoteForm institutionId={7} />
      </RequireSession>
    ),
  },
];
const text = 'Spoke with the front desk';

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const field = () => screen.findByRole('textbox', { name: 'Note' });
const offer = () => screen.queryByText(/^You have an unsaved note from \d+:\d\d [AP]M\.$/);

/** Opens the page as a user and types a note. */
async function openAndType(words = text) {
  const view = renderApp('/institution/7/overview', routes);
  await userEvent.type(await field(), words);
  return view;
}

/** Opens the page in a new tab. */
async function reopenAs(user: User) {
  server.answer(getUser, user);
  const view = renderApp('/institution/7/overview', routes);
  await field();
  return view;
}

describe('a session that ends while the user is writing', () => {
  it('keeps the text in the field and offers it after the next sign-in', async () => {
    server.refuse(postNote, 401, 'Sign in to continue.');
    const { unmount } = await openAndType();
    expect(screen.getByText('Not saved')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(screen.getByRole('link', { name: 'Sign in with Google' })).toHaveAttribute(
      'href',
      '/auth/google?returnTo=%2Finstitution%2F7%2Foverview',
    );
    await userEvent.keyboard('{Escape}');
    expect(await field()).toHaveValue(text);
    unmount();

    await reopenAs(morgan);
    expect(offer()).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await field()).toHaveValue(text);
    expect(offer()).toBeNull();
    server.answer(postNote, ({ noteId, body }) => ({
      ...{ institutionId: 7, noteId, body, version: 1, editedAt: null },
      ...{ author: { id: morgan.id, name: morgan.name }, createdAt: '2026-11-18T18:00:00.000Z' },
    }));
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(async () => expect(await field()).toHaveValue(''));
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('says that the browser keeps the text, unless a sign-out in another tab deleted it', async () => {
    server.refuse(postNote, 401, 'Sign in to continue.');
    const { unmount } = await openAndType();
    const add = () => userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await add();
    const name = 'Your session has ended';
    expect(await screen.findByRole('dialog', { name })).toHaveTextContent('This browser keeps it');
    unmount();
    localStorage.clear();
    await openAndType();
    localStorage.clear();
    await add();
    expect(await screen.findByRole('dialog', { name })).toHaveTextContent(
      'this browser no longer keeps it. Copy it before you sign in.',
    );
  });

  it('offers the text to no other user, and no longer a week later', async () => {
    const { unmount } = await openAndType();
    unmount();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + draftLifetimeMs - 60_000);
    const isOffered = () => screen.queryByRole('button', { name: 'Restore' }) !== null;
    const other = await reopenAs(avery);
    expect(isOffered()).toBe(false);
    other.unmount();
    const later = await reopenAs(morgan);
    expect(isOffered()).toBe(true);
    later.unmount();
    clock.mockReturnValue(now + draftLifetimeMs + 60_000);
    await reopenAs(morgan);
    expect(isOffered()).toBe(false);
    clock.mockRestore();
  });

  it('forgets a discarded text', async () => {
    (await openAndType()).unmount();
    await reopenAs(morgan);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(offer()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('says when the browser cannot keep the text', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Quota', 'QuotaExceededError');
    });
    await openAndType('Hi');
    expect(screen.getByText(/^Not saved\. This browser can’t keep the text/)).toBeVisible();
    full.mockRestore();
    warned.mockRestore();
  });
});

it('asks before a sign-out deletes unsaved texts', async () => {
  (await openAndType()).unmount();
  server.answer(getUser, morgan);
  renderApp('/portfolio');
  await userEvent.click(await screen.findByRole('button', { name: /Signed in as/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'This browser keeps 1 text that you haven’t saved. Signing out deletes it.',
  );
});

describe('another user who signs in', () => {
  const message = 'You are now signed in as Avery Admin. Reload to continue as Avery Admin.';

  it('is reported by a rejected save, which states the page’s user', async () => {
    server.refuse(postNote, 409, anotherUserText(avery), { [pageUserHeader]: avery.id });
    const user = userEvent.setup();
    await openAndType();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    const dialog = await screen.findByRole('dialog', { name: 'Another user signed in' });
    expect(dialog).toHaveTextContent(message);
    expect(server.callsTo(postNote)[0]?.headers.get(pageUserHeader)).toBe(morgan.id);
    await user.click(screen.getByRole('button', { name: 'Copy what I wrote' }));
    expect(await navigator.clipboard.readText()).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await field()).toHaveValue(text);
  });

  it('is reported as soon as another tab announces a user, and not for the same user', async () => {
    await openAndType();
    announceUser(morgan.id);
    server.answer(getUser, avery);
    announceUser(avery.id);
    expect(await screen.findByRole('dialog')).toHaveTextContent(message);
    server.answer(getUser, morgan);
    announceUser(morgan.id);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await field()).toHaveValue(text);
  });
});
