import { describe, expect, it } from 'vitest';
import { formatListQueryString } from '#shared/list/address.ts';
import {
  listPlanTexts,
  readingsOf,
  workListsQuestionContext,
} from '#test/assistant/small-lists.ts';
import { interpret } from './interpret.ts';

const plansAbout = (question: string) => listPlanTexts(question, workListsQuestionContext);

describe('a question about work', () => {
  it.each([
    ['overdue action items', 'action-items | f.dueOn=..2026-11-17&f.state=Open | rows'],
    [
      'late action items of Priya',
      'action-items | f.dueOn=..2026-11-17&f.personName=Priya%20Vaughn&f.state=Open | rows',
    ],
    [
      'action items overdue more than a week',
      'action-items | f.dueOn=..2026-11-10&f.state=Open | rows',
    ],
    [
      'action items overdue by 3 days or less',
      'action-items | f.dueOn=2026-11-15..2026-11-17&f.state=Open | rows',
    ],
    ['tasks overdue for more than 3 days', 'team-tasks | f.overdueDays=%3E3.. | rows'],
    ['tasks more than a week overdue', 'team-tasks | f.overdueDays=%3E7.. | rows'],
    ['tasks overdue less than a week', 'team-tasks | f.overdueDays=%3E0..%3C7 | rows'],
    ['tasks late by at least 3 days', 'team-tasks | f.overdueDays=3.. | rows'],
    ['renewals overdue by more than 10 days', 'renewals | f.daysLeft=..%3C-10 | rows'],
    ['first 3 renewals by due date', 'renewals | sort=dueOn | rows 3'],
    [
      'tickets last month vs this month',
      'tickets | f.createdOn=2026-10-01..2026-11-30 | count | createdOn',
    ],
    [
      'compare tickets closed this month and last month',
      'tickets | f.closedOn=2026-10-01..2026-11-30 | count | closedOn',
    ],
    ['overdue snoozed action items', 'action-items | f.dueOn=..2026-11-17&f.state=Snoozed | rows'],
    ['customers in onboarding for more than 90 days', 'onboarding-current | f.day=%3E90.. | rows'],
    [
      'onboarding over 90 days',
      'onboarding-all | f.state=~not&f.state=Graduated&f.state=Timed%20out&f.state=Left&f.day=%3E90.. | rows',
    ],
    [
      'action items closed last week by Priya',
      'action-items | f.closedOn=2026-11-08..2026-11-14&f.closedBy=Priya%20Vaughn | rows',
    ],
    ['tickets over 2 weeks', 'tickets | f.isOpen=yes&f.ageDays=%3E14.. | rows'],
    ['tasks over 30 days', 'team-tasks | f.openDays=%3E30.. | rows'],
    [
      'action items I closed this week',
      'action-items | f.closedOn=2026-11-15..2026-11-21&f.closedBy=~me | rows',
    ],
    ['runs Priya started', 'playbook-runs | f.startedOn=~filled&f.startedBy=Priya%20Vaughn | rows'],
    ['how many accounts recovered', 'risk-recovered | count'],
    ['total arr up for renewal', 'renewals | f.dueOn=2026-11-18.. | sum amountDue'],
    ['customers trending down', 'customers | f.consecutiveWeeksDeclining=1.. | rows'],
    ['who is on an upward trend', 'customers | f.consecutiveWeeksImproving=1.. | rows'],
    [
      'critical customers with open tickets',
      'customers | f.healthTier=Critical&f.openTicketCount=%3E0.. | rows',
    ],
    [
      'how many critical accounts have open tickets',
      'customers | f.healthTier=Critical&f.openTicketCount=%3E0.. | count',
    ],
  ])('has one plan: “%s”', async (question, plan) => {
    expect(await plansAbout(question)).toEqual([plan]);
  });

  it.each(['workload by owner', 'workload per person', 'who has the highest workload'])(
    'asks which work it means: “%s”',
    async (question) => {
      const readings = readingsOf(await interpret(question, workListsQuestionContext));
      expect(
        readings.map(({ plan }) => [
          plan.list,
          formatListQueryString(plan.state),
          plan.groups[0]?.column,
        ]),
      ).toEqual([
        ['tickets', 'f.isOpen=yes', 'ownerName'],
        ['action-items', 'f.state=Open', 'personName'],
        ['team-tasks', '', 'personName'],
      ]);
    },
  );

  it('reads “trending” without a direction in both directions', async () => {
    expect(await plansAbout('which customers are trending')).toEqual([
      'customers | f.consecutiveWeeksDeclining=1.. | rows',
      'customers | f.consecutiveWeeksImproving=1.. | rows',
    ]);
  });

  it.each([
    ['critical customers with overdue renewals', 'f.daysLeft=..-1&f.healthTier=Critical'],
    [
      'tickets Priya closed last week',
      'f.ownerName=Priya%20Vaughn&f.closedOn=2026-11-08..2026-11-14',
    ],
    ['overdue action items this week', 'f.dueOn=2026-11-15..2026-11-17&f.state=Open'],
  ])('is a guess when another question is likelier: “%s”', async (question, state) => {
    const [first] = readingsOf(await interpret(question, workListsQuestionContext));
    expect(first && [formatListQueryString(first.plan.state), first.isGuess]).toEqual([
      state,
      true,
    ]);
  });

  it.each([
    ['tasks I finished this week', 'only open tasks'],
    ['completed tasks', 'only open tasks'],
    ['predictions accepted this month', 'doesn’t have the date of a verdict'],
    [
      'at-risk customers with overdue tasks',
      'I can’t combine the list of tasks with “at risk customers”',
    ],
    ['overdue action items next week', 'can be overdue yet'],
    ['customers in grace ending this month', 'whose grace ends this month'],
    ['losses this quarter vs last quarter', 'two months in a row'],
    ['tickets in September vs November', 'two months in a row'],
    ['tickets last month vs this month by owner', 'can’t group compared periods'],
    ['first 10 tickets', 'Add an order to “first”'],
    ['first 5 customers by score', 'Add an order to “first”'],
    ['action items overdue by more than 2 hours', 'number of days or weeks'],
    ['tasks overdue for more than 2 hours', 'can’t filter overdue tasks by hours'],
    ['tasks I created', 'doesn’t say who did this'],
    ['tickets closed last week by Priya', 'doesn’t say who did this'],
    ['score >= 50 and <= 40', 'No number can be “>= 50 and <= 40”'],
    ['customers with a score over 50 and under 50', 'No number can be'],
  ])('is refused with a reason: “%s”', async (question, reason) => {
    expect(await interpret(question, workListsQuestionContext)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(reason),
    });
  });
});
