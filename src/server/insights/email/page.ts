import { type Html, html } from '#server/core/html.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { companyFooterLine } from '#shared/core/settings/company.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import {
  type Insights,
  type InsightsProductUsage,
  unavailablePageText,
} from '#shared/insights/insights.ts';
import {
  colleaguePreviewNote,
  comparedFigures,
  describeGaps,
  explainFigures,
  findMainProductFigure,
  helpText,
  insightsHeadline,
  newCustomerText,
  nextStepText,
  peerComparisonText,
  usageAmountText,
  usageChangeText,
} from '#shared/insights/words.ts';
import { renderEmailPage, renderHeading, renderRow, secondaryTextStyle } from './letter.ts';

/**
 * Renders the insights as an email that is 600 pixels wide. The layout uses tables, because email
 * clients support little else.
 */
export function renderInsightsEmail(insights: Insights): string {
  const { practiceName, company, weekEndDate, figures, step, locations, bookingLink, isPreview } =
    insights;
  const compared = comparedFigures(figures);
  const main = findMainProductFigure(figures);
  const parts = [
    ...(isPreview
      ? [renderRow(html`<p class="note" style="${noteStyle}">${colleaguePreviewNote}</p>`)]
      : []),
    renderRow(html`<p class="muted" style="margin:0;${secondaryTextStyle}">${practiceName}</p>
<h1 style="margin:6px 0 0;font-size:25px;line-height:1.3">${insightsHeadline(insights)}</h1>`),
    ...(figures.length > 0
      ? [renderRow(html`${renderHeading('Your activity')}${recap(figures)}`)]
      : []),
    ...(main === undefined
      ? []
      : [
          renderRow(
            html`${renderHeading(`${products[main.product].name}: four-week totals`)}${trend(main)}`,
          ),
        ]),
    ...(step === null
      ? []
      : [
          renderRow(
            html`${renderHeading('One thing to try')}<p style="margin:0">${nextStepText(step)}</p>`,
          ),
        ]),
    ...(compared.length > 0
      ? [
          renderRow(
            html`${renderHeading('Compared with similar practices')}${comparisons(compared)}`,
          ),
        ]
      : []),
    ...(insights.isNew && weekEndDate !== null
      ? [renderRow(html`<p style="margin:0">${newCustomerText}</p>`)]
      : []),
    ...(locations.length > 0 && main !== undefined
      ? [renderRow(html`${renderHeading('Your locations')}${locationTable(locations, main)}`)]
      : []),
    ...(bookingLink === null ? [] : [renderRow(button(bookingLink, 'Open your booking page'))]),
    renderRow(
      html`${weekEndDate === null ? null : small(explainFigures(weekEndDate))}${small(helpText)}${small(companyFooterLine(company))}`,
    ),
  ];
  return renderEmailPage(`Insights for ${practiceName}`, parts);
}

/** Renders the response for a page that the visitor may not read. */
export const renderUnavailablePage = (): string =>
  renderEmailPage(unavailablePageText.title, [
    renderRow(
      html`<h1 style="margin:0;font-size:25px;line-height:1.3">${unavailablePageText.title}</h1><p style="margin:12px 0 0">${unavailablePageText.text}</p>`,
    ),
  ]);

const noteStyle = 'margin:0;padding:10px 14px;border-radius:8px;background:#f8eddf;font-size:14px';

const small = (words: string): Html | null =>
  words === ''
    ? null
    : html`<p class="muted" style="margin:0 0 8px;font-size:13px;${secondaryTextStyle}">${words}</p>`;

function recap(figures: readonly InsightsProductUsage[]): Html {
  const rows = figures.map(
    ({ product, usage, previousUsage }) => html`<tr>
<td style="padding:8px 0;vertical-align:top">${products[product].parent === undefined ? '' : '– '}${products[product].name}</td>
<td align="right" style="padding:8px 0 8px 16px;vertical-align:top"><strong>${usage === null ? 'No data' : usageAmountText(product, usage)}</strong>${
      usage === null || previousUsage === null
        ? null
        : html`<br><span class="muted" style="font-size:13px;${secondaryTextStyle}">${usageChangeText(product, usage, previousUsage)}</span>`
    }</td>
</tr>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows}</table>`;
}

/** Renders a bar for each week, at most 80 pixels high, and the reasons for weeks without data. */
function trend({ product, weeks, gaps }: InsightsProductUsage): Html {
  const most = Math.max(...weeks.map(({ usage }) => usage ?? 0), 1);
  const columns = weeks.map(
    ({ usage }) =>
      html`<td valign="bottom" style="padding:0 2px"><div class="bar" style="height:${Math.round((80 * (usage ?? 0)) / most)}px;background:#0b6e6b;border-radius:3px 3px 0 0"></div></td>`,
  );
  const first = weeks.find(({ usage }) => usage !== null);
  const last = weeks.at(-1);
  const text =
    first?.usage == null || last?.usage == null
      ? ''
      : `${usageAmountText(product, last.usage)} now, ${usageText(product, first.usage)} in the 28 days to ${dayInWords(weekEndOf(first.weekStartDate))}`;
  const notes = [text, ...describeGaps({ product, gaps })].filter((note) => note !== '');
  return html`<table role="img" aria-label="${text}" width="100%" height="80" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${columns}</tr></table>
${notes.map((note) => html`<p class="muted" style="margin:6px 0 0;font-size:13px;${secondaryTextStyle}">${note}</p>`)}`;
}

function comparisons(figures: readonly InsightsProductUsage[]): Html {
  const rows = figures.flatMap(({ product, peers }) =>
    peers === null
      ? []
      : [
          html`<tr><td style="padding:8px 0"><strong>${products[product].name}</strong>${peers.isPerLocation ? ' per location' : ''}<br>${peerComparisonText({ product, peers })}.<br>
<span class="muted" style="font-size:13px;${secondaryTextStyle}">You: ${usageText(product, peers.usage)}, typical range: ${usageText(product, peers.low)}–${usageText(product, peers.high)}</span></td></tr>`,
        ],
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows}</table>`;
}

const mostLocations = 30;

function locationTable(locations: Insights['locations'], { product }: InsightsProductUsage): Html {
  const rows = locations.slice(0, mostLocations).map(
    ({ locationName, city, state, usage }) =>
      html`<tr><td style="padding:6px 0">${locationName}<br><span class="muted" style="font-size:13px;${secondaryTextStyle}">${[city, state].filter((part) => part !== null).join(', ')}</span></td>
<td align="right" style="padding:6px 0">${usage === null ? 'No data' : usageAmountText(product, usage[product] ?? 0)}</td></tr>`,
  );
  const more = locations.length - mostLocations;
  return html`<table width="100%" cellpadding="0" cellspacing="0"><tr><th align="left">Location</th><th align="right">${products[product].name}</th></tr>${rows}</table>
${more > 0 ? html`<p class="muted" style="margin:6px 0 0;font-size:13px;${secondaryTextStyle}">And ${countText(more, 'more location')}.</p>` : null}`;
}

/** Renders a link as a colored table cell, which every email client shows like a button. */
const button = (
  address: string,
  words: string,
): Html => html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="button" style="border-radius:10px;background:#0b6e6b"><a href="${address}" rel="noopener noreferrer" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;text-decoration:none">${words}</a></td>
</tr></table>`;
