import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { expect, test } from '@playwright/test';
import { getUser, signOutPath } from '../../src/shared/auth/auth.ts';
import { pageUserHeader } from '../../src/shared/core/user.ts';
import { getNote, postNote } from '../../src/shared/work/notes.ts';
import { findScoredInstitutionId } from '../pages.ts';

let foreign: Server;
let foreignPort: number;

test.beforeAll(async () => {
  foreign = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  foreignPort = await new Promise((resolve, reject) => {
    foreign.listen(0, '127.0.0.1', () => {
      const address = foreign.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('no port'));
    });
  });
});
test.afterAll(() => foreign.close());

// On 127.0.0.1, the page is on another site. On another port of localhost, it is on the same site,
// so the browser sends the session cookie.
for (const host of ['127.0.0.1', 'localhost']) {
  test(`a page of ${host} on another port cannot use the visitor's session`, async ({
    page,
    baseURL,
  }) => {
    const institutionId = await findScoredInstitutionId(page.request);
    const noteId = randomUUID();
    const fill = (path: string) =>
      path.replace(':id', String(institutionId)).replace(':noteId', noteId);
    const body = JSON.stringify({ noteId, body: 'From elsewhere' });
    const targets = { note: baseURL + fill(postNote.path), signOut: baseURL + signOutPath };
    const sent: (number | null)[] = [];
    const note = (method: string, url: string, status: number | null) => {
      if (method === 'POST' && url.startsWith(String(baseURL))) sent.push(status);
    };
    page.on('response', (response) =>
      note(response.request().method(), response.url(), response.status()),
    );
    page.on('requestfailed', (request) => note(request.method(), request.url(), null));

    await page.goto(`http://${host}:${foreignPort}/`);
    await page.evaluate(
      async ({ note, signOut, body }) => {
        const send = (url: string, type: string, mode: RequestMode) =>
          // A request that the browser blocks before sending counts as refused.
          fetch(url, {
            method: 'POST',
            mode,
            credentials: 'include',
            headers: { 'content-type': type },
            body,
          }).catch(() => undefined);
        await send(note, 'text/plain', 'no-cors');
        await send(note, 'application/json', 'cors');
        await send(signOut, 'text/plain', 'no-cors');
      },
      { ...targets, body },
    );
    for (const action of Object.values(targets)) {
      await page.goto(`http://${host}:${foreignPort}/`);
      const refused = page.waitForURL(action);
      await page.evaluate(
        ({ action, body }) => {
          const form = document.createElement('form');
          // The form has a plain-text body that is valid JSON.
          Object.assign(form, { method: 'post', action, enctype: 'text/plain' });
          const field = document.createElement('input');
          Object.assign(field, { name: body.slice(0, -1), value: '}' });
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { action, body },
      );
      await refused;
    }
    // The plain-text fetches reach the server, but the page cannot read the responses. The JSON
    // fetch fails in the browser's preflight request. The server rejects both forms.
    expect(sent).toEqual([null, null, null, 403, 403]);

    await page.goto('/app');
    const user = getUser.response.parse(await (await page.request.get(getUser.path)).json());
    const headers = { 'content-type': 'application/json', [pageUserHeader]: user.id };
    const fromOwnPage = (path: string, method = 'GET') =>
      page.evaluate(
        async ({ path, method, body, headers }) => {
          const json = method === 'GET' ? {} : { headers, body };
          return (await fetch(path, { method, ...json })).status;
        },
        { path, method, body, headers },
      );
    expect(await fromOwnPage(getUser.path)).toBe(200);
    expect(await fromOwnPage(fill(getNote.path))).toBe(404);
    // The same request succeeds from the product's own page.
    expect(await fromOwnPage(fill(postNote.path), 'POST')).toBe(200);
    expect(await fromOwnPage(fill(getNote.path))).toBe(200);
  });
}
