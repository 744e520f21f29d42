import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import {
  type ProductKey,
  productKeys,
  products,
  topLevelProductKeys,
} from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dayInWords, shortenToOneLine } from '#shared/core/words.ts';
import { isReadyToExpand } from '#shared/health/expansion.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { LocationUsage } from '#shared/health/usage.ts';
import {
  findLastSaveDay,
  isSaveAttemptCurrent,
  type Notice,
  noticeReasonText,
} from '#shared/notices/notices.ts';
import {
  type PrepSheet,
  type PrepSheetPurpose,
  prepSheetLimits,
  type TalkingPoint,
} from '#shared/prep-sheet/prep-sheet.ts';
import type { Ticket } from '#shared/tickets/tickets.ts';
import type { Task } from '#shared/work/tasks.ts';
import type { WithdrawnNotices } from './queries.ts';

export interface TalkingPointFacts {
  today: Day;
  /** Business time zone, in which an instant is converted to a day. */
  timeZone: string;
  /** Health of the institution; `null` when the institution was never scored. */
  health: InstitutionHealth | null;
  locations: readonly LocationUsage[];
  /** Open tickets. */
  tickets: readonly Ticket[];
  /** Open tasks, sorted by due date. */
  tasks: readonly Task[];
  deal: PrepSheet['deal'];
  /** Notice of a leaving customer; otherwise `null`. */
  notice: Notice | null;
  /** Withdrawn notices of other customers for the same reason; empty without a notice. */
  withdrawn: WithdrawnNotices;
}

/** Maximum number of days before a renewal at which it is a talking point. */
const renewalDays = 120;
/**
 * Minimum drop in 28-day usage that is a talking point. `percent` is the change, and `from` the
 * minimum usage before the drop.
 */
const notableDrop = { percent: -20, from: 10 };
/** Product score from which a product counts as a success. */
const successScore = 120;
const mostNamed = 3;

function listed(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  if (rest > 0) return `${names.slice(0, mostNamed).join(', ')} and ${rest} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

type Rule<Facts = TalkingPointFacts> = (facts: Facts) => TalkingPoint | undefined;
type LeavingRule = Rule<TalkingPointFacts & { notice: Notice }>;

const urgency = ['URGENT', 'HIGH', 'MEDIUM', 'LOW'];
const openTicket: Rule = ({ tickets, today, timeZone }) => {
  const rank = (ticket: Ticket) =>
    (urgency.indexOf(ticket.priority) + urgency.length) % urgency.length;
  const [worst] = [...tickets].sort(
    (a, b) => rank(a) - rank(b) || a.createdAt.localeCompare(b.createdAt),
  );
  if (worst === undefined) return undefined;
  const days = daysBetween(dayIn(timeZone, new Date(worst.createdAt)), today);
  const others = tickets.length - 1;
  return {
    title: 'Open ticket',
    text: `“${shortenToOneLine(worst.subject, 90)}” has been open for ${countText(Math.max(days, 0), 'day')} (${worst.stage})${others > 0 ? `, and ${others} more` : ''}. Give an update before they ask.`,
  };
};

const overduePromise: Rule = ({ tasks, today }) => {
  const late = tasks.find(({ dueOn }) => dueOn !== null && dueOn < today);
  if (late === undefined || late.dueOn === null) return undefined;
  return {
    title: 'Overdue task',
    text: `“${shortenToOneLine(late.title, 90)}” was due ${dayInWords(late.dueOn)}. Complete it or agree on a new date.`,
  };
};

const quietLocations: Rule = ({ locations }) => {
  const quiet = locations
    .filter(({ activity }) => activity === 'quiet')
    .map(({ locationName }) => locationName);
  if (quiet.length === 0) return undefined;
  const these = quiet.length === 1 ? 'the location' : 'these locations';
  return {
    title: 'Quiet locations',
    text: `${listed(quiet)} had usage in the previous 28 days but none in the last 28 days (${quiet.length} of ${countText(locations.length, 'location')}). Ask what changed there and who manages ${these}.`,
  };
};

const silentFeeds: Rule = ({ locations }) => {
  const silent = locations
    .filter(({ activity }) => activity === 'silent')
    .map(({ locationName }) => locationName);
  if (silent.length === 0) return undefined;
  return {
    title: 'No data',
    text: `${listed(silent)} did not report last week. Ask about the EHR connection before you discuss figures.`,
  };
};

const isEntitled = (health: InstitutionHealth | null, product: ProductKey) =>
  health?.featureEntitlements[product] === true;

// The usage of a location without data is unknown, so a drop could be a missing report.
const fallingProduct: Rule = ({ locations, health }) => {
  if (health === null || locations.some(({ activity }) => activity === 'silent')) return undefined;
  const [worst] = productKeys
    .filter((product) => isEntitled(health, product))
    .map((product) => ({
      product,
      now: health.featureUsage[product] ?? 0,
      before: health.previousFeatureUsage[product] ?? 0,
      percent: health.featureChanges[product] ?? 0,
    }))
    .filter(({ percent, before }) => percent <= notableDrop.percent && before >= notableDrop.from)
    .sort((a, b) => a.percent - b.percent);
  if (worst === undefined) return undefined;
  return {
    title: `${products[worst.product].name} is down`,
    text: `${usageText(worst.product, worst.before)} in the previous 28 days, ${usageText(worst.product, worst.now)} in the last 28 (−${Math.round(-worst.percent)}%). Ask what changed at the front desk.`,
  };
};

const unusedProduct: Rule = ({ health }) => {
  const unused = productKeys.filter(
    (product) => isEntitled(health, product) && health?.featureUsage[product] === 0,
  );
  if (unused.length === 0) return undefined;
  const names = listed(unused.map((product) => products[product].name));
  return {
    title: 'Paid for but unused',
    text: `${names}: no usage in 28 days. Offer a half-hour walk-through.`,
  };
};

const renewal: Rule = ({ deal, today }) => {
  if (deal === null || deal.closesOn === null || daysBetween(today, deal.closesOn) > renewalDays)
    return undefined;
  return {
    title: `${deal.pipeline} ahead`,
    text: `The deal closes ${dayInWords(deal.closesOn)}, in ${countText(daysBetween(today, deal.closesOn), 'day')}; its stage is “${deal.stage}”. Ask what they need to say yes.`,
  };
};

const nextStep: Rule = ({ health }) => {
  const step = health?.improvements[0];
  if (step === undefined) return undefined;
  const perDay =
    products[step.product].unit === 'dollars'
      ? `$${step.extraPerOpenDay.toFixed(2)}`
      : step.extraPerOpenDay.toFixed(1);
  return {
    title: 'Quickest improvement',
    text: `${products[step.product].name}: ${usageText(step.product, step.extraPer28Days)} more in 28 days (${perDay} per open day) takes the score to ${scoreText(step.adoptionScoreAfter)} (${step.healthTierAfter}).`,
  };
};

const expansion: Rule = ({ health }) => {
  if (health === null || !isReadyToExpand(health)) return undefined;
  const missing = topLevelProductKeys.filter((product) => !isEntitled(health, product));
  if (missing.length === 0) return undefined;
  return {
    title: 'Ready for more products',
    text: `Healthy and up ${health.scoreChange?.toFixed(1)} points. Not purchased yet: ${listed(missing.map((product) => products[product].name))}.`,
  };
};

const success: Rule = ({ health }) => {
  const [best] = productKeys
    .flatMap((product) =>
      isEntitled(health, product) ? [{ product, score: health?.featureScores[product] ?? 0 }] : [],
    )
    .filter(({ score }) => score >= successScore)
    .sort((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  return {
    title: 'Good news to start with',
    text: `${products[best.product].name} usage is at ${best.score}% of the benchmark. Ask how they got there.`,
  };
};

const currentScore: Rule = ({ health }) => {
  if (health === null)
    return {
      title: 'Not scored yet',
      text: 'This customer has no official score yet. Ask which products the team has started to use.',
    };
  if (health.adoptionScore === null)
    return {
      title: 'Not enough data',
      text: 'No usage could be measured last week. Ask whether the EHR is connected.',
    };
  return {
    title: 'Current score',
    text: `A score of ${scoreText(health.adoptionScore)} (${health.healthTier}), using ${health.activeFeatures} of ${countText(health.entitledFeatures, 'product')}. Ask whether that matches their impression.`,
  };
};

const relationship: Rule = ({ health }) => ({
  title: 'Staff changes',
  text: `${health === null ? 'A new customer. ' : health.tenure === null ? '' : `Live for ${health.tenure}. `}Ask who has joined or left the front desk since the last call.`,
});

const handwork: Rule = ({ tickets }) => ({
  title: 'Manual work',
  text: `${tickets.length === 0 ? 'No ticket is open' : `${countText(tickets.length, 'ticket')} open`}. Ask what the team still does manually and how often.`,
});

const noticeReason: LeavingRule = ({ notice }) => ({
  title: `Leaving ${dayInWords(notice.leavesOn)}`,
  text: `Gave notice on ${dayInWords(notice.noticedOn)}. Their reason: ${noticeReasonText(notice)}. Ask what would have to change for them to stay.`,
});

const promises: LeavingRule = ({ notice, tasks }) => {
  const titles = tasks.map(({ title }) => `“${shortenToOneLine(title, 60)}”`);
  const promised = [
    ...(notice.saveAttempt === null ? [] : [`Save attempt: ${notice.saveAttempt.plan}`]),
    ...(titles.length === 0 ? [] : [`Open tasks: ${listed(titles)}.`]),
  ];
  return {
    title: 'What we promised',
    text:
      promised.length === 0
        ? 'No promise is recorded. Ask what they were promised.'
        : `${promised.join(' ')} Say what is done and what is not.`,
  };
};

const whatWonOthersBack: LeavingRule = ({ notice, withdrawn: { count, reasons } }) => ({
  title: 'What won others back',
  text:
    count === 0
      ? `No customer that gave the reason “${notice.reason}” has stayed yet.`
      : `${countText(count, 'customer')} with the same reason stayed${reasons.length === 0 ? '' : `: ${reasons.map((why) => shortenToOneLine(why, 80)).join('; ')}`}.`,
});

/**
 * Rules for a customer that has given notice. No rule asks for a renewal or offers more products.
 */
const leavingRules: readonly LeavingRule[] = [noticeReason, promises, whatWonOthersBack];

/** Rules by decreasing urgency. The last three rules apply to every customer. */
const rules: readonly Rule[] = [
  openTicket,
  quietLocations,
  silentFeeds,
  fallingProduct,
  overduePromise,
  unusedProduct,
  renewal,
  expansion,
  nextStep,
  success,
  currentScore,
  relationship,
  handwork,
];

/**
 * Returns the talking points for a phone call: the results of the first rules that apply, at most
 * `prepSheetLimits.talkingPoints`. A customer that has given notice has rules of its own.
 */
export function talkingPoints(facts: TalkingPointFacts): TalkingPoint[] {
  const { notice } = facts;
  const points =
    notice === null
      ? rules.flatMap((rule) => rule(facts) ?? [])
      : leavingRules.flatMap((rule) => rule({ ...facts, notice }) ?? []);
  return points.slice(0, prepSheetLimits.talkingPoints);
}

/** Roles of contacts that have left, by the detail of the reason for the notice. */
const departedRoles: Readonly<Record<string, RegExp>> = {
  'Office manager left': /manager/i,
  'New owner decided otherwise': /owner/i,
};

/** Returns the contacts to ask. Leaves out those who left, if the notice says so. */
export function contactsToAsk(
  contacts: PrepSheet['contacts'],
  notice: Notice | null,
): PrepSheet['contacts'] {
  const departed = departedRoles[notice?.reasonDetail ?? ''];
  return contacts.filter(({ role }) => departed === undefined || !departed.test(role ?? ''));
}

/** Returns the purpose of the sheet. */
export function purposeOf(notice: Notice | null, today: Day): PrepSheetPurpose {
  if (notice === null) return 'call';
  return isSaveAttemptCurrent(findLastSaveDay(notice), today) ? 'save' : 'exit';
}
