import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { countText } from '#shared/core/words.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import { figureHeading } from '../words.ts';
import classes from './groups.module.css';

type AnswerGroup = Answer['groups'][number];

/** Returns the lowest and highest value of the axis, which includes zero. */
function axisOf({ plan, groups }: Answer): { low: number; high: number } {
  if (plan.aggregate.kind === 'share') return { low: 0, high: 100 };
  const values = groups.flatMap(({ value }) => value ?? []);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

/** Horizontal bars of groups, each with its value and a link to its rows. */
export function GroupBars({ answer }: { answer: Answer }) {
  const { groups, reading, plan, listName } = answer;
  const { low, high } = axisOf(answer);
  const span = high - low || 1;
  const place = (value: number) => `${(100 * (value - low)) / span}%`;
  const isTier = plan.groups.length === 1 && plan.groups[0]?.column === 'healthTier';
  const countsRows = figureHeading(answer) === null;
  return (
    <ul className={classes.bars} aria-label={`${reading}, chart`}>
      {groups.map((group) => {
        const { labels, value, valueText, rows } = group;
        const tier = isTier ? healthTiers.find((each) => each === labels[0]) : undefined;
        return (
          <li key={labels.join('\n')} className={classes.barRow}>
            <span className={classes.barName}>
              <GroupLink group={group}>
                {tier === undefined ? labels.join(', ') : <TierMark tier={tier} />}
              </GroupLink>
            </span>
            <span className={classes.track} aria-hidden>
              {value !== null && (
                <span
                  className={classes.bar}
                  style={{
                    insetInlineStart: place(Math.min(0, value)),
                    inlineSize: `${(100 * Math.abs(value)) / span}%`,
                    ...(tier === undefined ? {} : { background: tierStyles[tier].fill }),
                  }}
                />
              )}
              {low < 0 && <i style={{ insetInlineStart: place(0) }} />}
            </span>
            <span
              className={classes.barValue}
              title={countsRows ? undefined : `${rows} ${listName}`}
            >
              {valueText}
              {!countsRows && plan.aggregate.kind !== 'share' && (
                <small>{` of ${countText(rows, 'row')}`}</small>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Name of a group, which links to its rows in the list when a filter can select them. */
export function GroupLink({ group, children }: { group: AnswerGroup; children: ReactNode }) {
  return group.link === null ? (
    children
  ) : (
    <Anchor component={Link} to={group.link} inherit>
      {children}
    </Anchor>
  );
}
