import { escapeHtml, type Html, html } from '#server/core/html.ts';

/**
 * Inline style of secondary text. Styles are inline, because many email clients remove style
 * sheets.
 */
export const secondaryTextStyle = 'color:#53656b';

export const renderHeading = (words: string): Html =>
  html`<h2 style="margin:0 0 8px;font-size:17px;line-height:1.3">${words}</h2>`;

/** Renders a section of the email as a table row. */
export const renderRow = (content: Html): Html =>
  html`<tr><td style="padding:18px 28px">${content}</td></tr>`;

/**
 * Renders a complete HTML page that is 600 pixels wide. Email clients that keep style sheets show
 * it in dark colors in dark mode.
 */
export function renderEmailPage(title: string, rows: readonly Html[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0e1b20 !important; color: #dfe8e8 !important }
  .paper { background: #16272d !important; border-color: #2c4149 !important }
  .muted { color: #9badb1 !important }
  .note { background: #0a1418 !important }
  .bar, .button { background: #58c2bb !important }
  .button a { color: #0a1519 !important }
}
@media print { .paper { border: 0 !important } tr { break-inside: avoid } }
</style>
</head>
<body style="margin:0;background:#fbf9f5;color:#10262c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;font-variant-numeric:tabular-nums">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf9f5"><tr><td align="center" style="padding:20px 8px">
<main>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left;background:#ffffff;border:1px solid #e3ded3;border-radius:14px;overflow-wrap:anywhere">
${html`${rows}`.text}
</table>
</main>
</td></tr></table>
</body>
</html>
`;
}
