import type { AlertPreview, AlertRun } from '#shared/alerts/alerts.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { countText, numberText } from '#shared/core/words.ts';

const waitingText = (heldBack: number): string[] =>
  heldBack === 0
    ? []
    : [
        `${countText(heldBack, 'action item')} ${heldBack === 1 ? 'waits' : 'wait'} for the next days, because rules open at most ${alertRuleParameters.perPersonAndDay} new action items per owner and day.`,
      ];
const seasonText =
  'The rule is about a decline and the last official week has a seasonal drop, so it opens nothing this week.';

/** Describes what turning a rule on opens now and later. */
export function turnOnText(
  { opened, heldBack, isSilent, matching }: AlertPreview,
  includesPresent: boolean,
): string {
  const parts =
    matching === 0
      ? ['No customer matches this rule now. Check its conditions before you turn it on.']
      : !includesPresent
        ? [
            `No action items open now. The ${countText(matching, 'customer')} that already ${matching === 1 ? 'matches' : 'match'} ${matching === 1 ? 'is' : 'are'} left out until ${matching === 1 ? 'it stops' : 'they stop'} matching.`,
          ]
        : isSilent
          ? [seasonText]
          : [
              `${countText(opened, 'action item')} ${opened === 1 ? 'opens' : 'open'} now.`,
              ...waitingText(heldBack),
              ...(matching > opened + heldBack
                ? [
                    `${countText(matching - opened - heldBack, 'matching customer')} already ${matching - opened - heldBack === 1 ? 'has' : 'have'} an open or recently closed action item of this rule.`,
                  ]
                : []),
            ];
  return [...parts, 'You can undo this.'].join(' ');
}

/** Describes what a run of a rule opened. */
export function runText({ opened, again, heldBack, isSilent, matching }: AlertRun): string {
  if (isSilent) return seasonText;
  return [
    opened === 0
      ? `No new action items. ${numberText(matching)} ${matching === 1 ? 'customer matches' : 'customers match'}, not counting leaving customers; the rule fires when a customer starts to match.`
      : `Opened ${countText(opened, 'action item')}.`,
    ...(again === 0 ? [] : [`Fired again for ${countText(again, 'open action item')}.`]),
    ...waitingText(heldBack),
  ].join(' ');
}
