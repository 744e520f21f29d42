import { escapeHtml } from '../../html.ts';
import type { DemoAccount } from './demo-accounts.ts';

/** Renders a page of the demo's identity provider. `content` is HTML. */
function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Chairside demo</title>
<style>
:root { color-scheme: light dark; --ink: light-dark(#12292d, #e6efee); --dim: light-dark(#4d6064, #a3b5b6);
  --paper: light-dark(#fbf9f5, #0e1d20); --card: light-dark(#fff, #16292d); --line: light-dark(#e3ddd2, #2a4146);
  --accent: light-dark(#0b6b68, #5cc9c1); --on-accent: light-dark(#fff, #08201f) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: 1.75rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em }
p { margin: 0 0 1.5rem; color: var(--dim) }
form { margin: 0 0 .75rem }
button { width: 100%; min-height: 3.25rem; padding: .5rem .875rem; text-align: left; font: inherit; font-weight: 600;
  color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: .625rem; cursor: pointer }
form:first-of-type button { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
button:hover { border-color: var(--accent) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
small { display: block; margin-top: 1rem; color: var(--dim) }
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** Renders a page with a form for each account. The forms are sent to `action`. */
export function renderSignInPage(accounts: readonly DemoAccount[], action: string): string {
  const forms = accounts.map(
    ({ subject, name }) => `<form method="post" action="${escapeHtml(action)}">
<button name="account" value="${escapeHtml(subject)}">Continue as ${escapeHtml(name)}</button>
</form>`,
  );
  return page(
    'Sign in',
    `<h1>Sign in to Chairside</h1>
<p>Choose a demo user. No password is needed.</p>
${forms.join('\n')}
<small>Avery can change settings and run imports; Morgan can use everything else. Both exist on this machine only.</small>`,
  );
}

export function renderSignInErrorPage(message: string, appOrigin: string): string {
  return page(
    'Sign-in failed',
    `<h1>Sign-in failed</h1>
<p>${escapeHtml(message)}</p>
<small><a href="${escapeHtml(appOrigin)}/app">Back to Chairside</a></small>`,
  );
}
