import type { ReactNode } from 'react';
import { dayIn, daysBetween } from '#shared/core/dates.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { healthNarrative } from '#shared/health/narrative.ts';
import { productRows, usageText } from '#shared/health/product-table.ts';
import { signedText } from '#shared/list/column.ts';
import type { PrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import classes from './prep-sheet.module.css';

interface Properties {
  detail: LoadedInstitutionDetail;
  sheet: PrepSheet;
}

/** Body of the prep sheet: talking points, score, products, open work, notes and contacts. */
export function SheetBody({ detail: { health }, sheet }: Properties) {
  const timeZone = useBusinessTimeZone();
  const today = useToday();
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
  return (
    <>
      <Section title="Talking points">
        <ol className={classes.points}>
          {sheet.talkingPoints.map(({ title, text }) => (
            <li key={title}>
              <b>{title}.</b> {text}
            </li>
          ))}
        </ol>
      </Section>
      {health !== null && (
        <>
          <Section title="Score explained">
            <p>
              {health.whyItMoved} {healthNarrative(health)}
            </p>
          </Section>
          <Section title="Products">
            <Products health={health} />
          </Section>
        </>
      )}
      <div className={classes.columns}>
        <Section title={`Open tasks (${sheet.openTasks})`}>
          <Lines
            none="No open tasks."
            lines={sheet.tasks.map(({ taskId, title, dueOn, assignee }) => ({
              key: taskId,
              text: title,
              facts: [
                dueOn !== null && `${dueOn < today ? 'overdue since' : 'due'} ${dayInWords(dueOn)}`,
                assignee?.name,
              ],
            }))}
          />
        </Section>
        <Section title={`Open tickets (${sheet.openTickets})`}>
          <Lines
            none="No open tickets."
            lines={sheet.tickets.map(({ ticketId, subject, stage, priority, createdAt }) => ({
              key: String(ticketId),
              text: subject,
              facts: [
                stage,
                `${priority.toLowerCase()} priority`,
                `open for ${countText(daysBetween(dayOf(createdAt), today), 'day')}`,
              ],
            }))}
          />
        </Section>
        <Section title="Recent notes">
          <Lines
            none="No notes yet."
            lines={sheet.notes.map(({ author, at, text }) => ({
              key: at,
              text,
              facts: [author, dayInWords(dayOf(at))],
            }))}
          />
        </Section>
        <Section title="Contacts">
          <Lines
            none="No contacts yet."
            lines={sheet.contacts.map(({ name, role, email, phone }) => ({
              key: `${email} ${name}`,
              text: [name, role].filter((part) => part !== null).join(', '),
              facts: [phone, email],
            }))}
          />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface Line {
  key: string;
  text: string;
  facts: readonly (string | false | null | undefined)[];
}

function Lines({ lines, none }: { lines: readonly Line[]; none: string }) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <ul className={classes.lines}>
      {lines.map(({ key, text, facts }) => (
        <li key={key}>
          <span>{text}</span> <small>{facts.filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}

function Products({ health }: { health: InstitutionHealth }) {
  const rows = productRows(health);
  if (rows.length === 0) return <p>This customer has no products.</p>;
  return (
    <table className={classes.products}>
      <thead>
        <tr>
          <th>Product</th>
          <th>Last 28 days</th>
          <th>Change from the 28 days before</th>
          <th>% of benchmark</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.product}>
            <th scope="row" data-sub={row.isSubItem || undefined}>
              {row.name}
              {!row.entitled && ' (not sold)'}
            </th>
            <td>{row.current === undefined ? 'no data' : usageText(row.product, row.current)}</td>
            <td>{row.change === undefined ? '–' : signedText(row.change, '%')}</td>
            <td>{row.score === undefined ? '–' : `${row.score}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
