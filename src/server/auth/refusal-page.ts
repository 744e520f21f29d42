import type { FastifyReply } from 'fastify';
import type { Refusal } from './rules.ts';

const refusals: Record<Refusal, { status: number; title: string; text: string }> = {
  wrong_domain: {
    status: 403,
    title: 'This account has no access',
    text: 'Chairside is for employees. Sign in with your work account.',
  },
  unverified: {
    status: 403,
    title: 'Your e-mail address is not verified',
    text: 'Verify the address of your account with your sign-in provider, then try again.',
  },
  disabled: {
    status: 403,
    title: 'Your account is disabled',
    text: 'An administrator of Chairside can enable it again.',
  },
  expired: {
    status: 400,
    title: 'The sign-in was not completed',
    text: 'It was cancelled, took longer than 10 minutes, or was begun in another browser. Nothing is lost: try again.',
  },
  provider_down: {
    status: 503,
    title: 'The sign-in service does not answer',
    text: 'This is usually over in a few minutes. Try again then.',
  },
};

/** Plain HTML, because it must work when nothing else does: no script, no request, nothing from outside in it. */
export function sendRefusal(reply: FastifyReply, reason: Refusal, tryAgainPath: string): FastifyReply {
  const { status, title, text } = refusals[reason];
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Chairside</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
  font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#12292d, #e6efee); background: light-dark(#fbf9f5, #0e1d20) }
main { max-width: 26rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
a { color: light-dark(#0b6b68, #5cc9c1) }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${tryAgainPath}">Try again</a> or go to <a href="/">the start page</a>.</p>
</main>
</body>
</html>
`);
}
