import { Fragment } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import { figureHeading } from '#shared/assistant/figure-heading.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { countText } from '#shared/core/words.ts';
import { ColumnTextOrTierMark } from '#web/ui/tier/ColumnTextOrTierMark.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import { type AnswerGroup, GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';

interface Properties {
  answer: Answer;
  groups: readonly AnswerGroup[];
}

/** Returns the lowest and highest value of the axis, which includes zero. */
function axisOf({ plan, groups }: Answer): { low: number; high: number } {
  if (plan.aggregate.kind === 'share') return { low: 0, high: 100 };
  const values = groups.flatMap(({ value }) => value ?? []);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

/** Horizontal bars of groups, each with its value and a link to its rows. */
export function GroupBars({ answer, groups }: Properties) {
  const { reading, plan, noun } = answer;
  const { low, high } = axisOf(answer);
  const span = high - low || 1;
  const percent = (value: number) => `${(100 * value) / span}%`;
  // The text of a share includes its number of rows.
  const hasCounts = figureHeading(plan) !== null && plan.aggregate.kind !== 'share';
  const tierAt = plan.groups.findIndex(({ column }) => column === 'healthTier');
  return (
    <ul
      className={classes.bars}
      data-counted={hasCounts || undefined}
      aria-label={`${reading}, chart`}
    >
      {groups.map((group) => {
        const { labels, value, valueText, rows } = group;
        const tier = healthTiers.find((each) => each === labels[tierAt]);
        return (
          <li key={labels.join('\n')} className={classes.barRow}>
            <span className={classes.barName}>
              <GroupLink group={group}>
                {plan.groups.map(({ column }, at) => (
                  <Fragment key={column}>
                    {at > 0 && ', '}
                    <ColumnTextOrTierMark column={column} text={labels[at] ?? ''} />
                  </Fragment>
                ))}
              </GroupLink>
            </span>
            <span className={classes.track} aria-hidden>
              {value !== null && value !== 0 && (
                <span
                  className={classes.bar}
                  style={{
                    insetInlineStart: percent(Math.min(0, value) - low),
                    inlineSize: percent(Math.abs(value)),
                    ...(tier === undefined ? {} : { background: tierStyles[tier].fill }),
                  }}
                />
              )}
              {low < 0 && <i style={{ insetInlineStart: percent(-low) }} />}
            </span>
            <span className={classes.barValue}>{valueText}</span>
            {hasCounts && (
              <span className={classes.barRows}>{countText(rows, noun.one, noun.many)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
