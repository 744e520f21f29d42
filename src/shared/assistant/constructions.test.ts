import { describe, expect, it } from 'vitest';
import { formatListQueryString } from '#shared/list/address.ts';
import {
  listPlanTexts,
  readingsOf,
  threeCustomersQuestionContext,
} from '#test/assistant/small-lists.ts';
import { interpret } from './interpret.ts';

/** Questions of one construction, which have the same plan. */
const constructions: [name: string, plan: string, questions: string[]][] = [
  [
    'a change of this week',
    'customers | sort=scoreChange | rows 10',
    ['biggest drops this week', 'which customers dropped the most since last week'],
  ],
  [
    'a tier of last week',
    'customers | f.previousHealthTier=Critical | count',
    ['how many customers were critical last week', 'number of critical accounts last week'],
  ],
  [
    'two columns with a sign between them',
    'customers | count | sizeTier ehr',
    ['size tier x EHR of customers', 'size × EHR', 'size crossed with ehr'],
  ],
  [
    'the order of names',
    'customers | sort=institutionName | rows 20',
    ['first 20 customers by name', 'first 20 customers alphabetically'],
  ],
  [
    'the order of names without a limit',
    'customers | f.healthTier=Critical&sort=institutionName | rows',
    ['critical customers by name', 'critical accounts in alphabetical order'],
  ],
  [
    'a comparison of two values by their rows',
    'customers | f.healthTier=Critical&f.state=TX&f.state=FL | count | state | most null',
    [
      'Texas or Florida: which has more critical customers',
      'who has more critical accounts, TX or FL',
    ],
  ],
  [
    'a comparison of two values by a figure',
    'customers | f.ehr=Dentrix&f.ehr=Eaglesoft | mean adoptionScore | ehr | fewest null',
    [
      'which has the lower score, Dentrix or Eaglesoft',
      'Dentrix or Eaglesoft: worse average score',
    ],
  ],
  [
    'a day before which a state began',
    'customers | f.goLiveDate=..2019-12-31 | rows',
    ['customers live since before 2020', 'accounts live before 2020'],
  ],
  [
    'a product as an order',
    'customers | sort=-paymentsScore | rows 5',
    ['top 5 accounts by payments', 'top 5 customers by online payments'],
  ],
  [
    'a ranking of all groups',
    'customers | mean adoptionScore | ehr | most null',
    ['rank EHRs by average score', 'ranking of EHRs by score'],
  ],
  [
    'the groups with the worst figure',
    'customers | mean adoptionScore | ehr | fewest 1',
    ['which EHR has the worst average score', 'what EHR has the lowest score'],
  ],
  [
    'users without a name',
    'customers | f.healthTier=Critical&f.state=TX | rows',
    ['pull up everyone critical in Texas', 'show me anyone in TX that is critical'],
  ],
  [
    'a number of weeks beside a state',
    'customers | f.consecutiveWeeksDeclining=3.. | rows',
    ['accounts declining 3 or more weeks', 'customers declining for 3+ weeks'],
  ],
  [
    'an article as a number',
    'customers | f.consecutiveWeeksAtRisk=%3E1.. | rows',
    ['customers at risk for longer than a week', 'accounts at risk more than one week'],
  ],
  [
    'how groups are doing',
    'customers | f.ehr=Dentrix | count | healthTier',
    ['how are Dentrix customers doing', 'how’s Dentrix doing'],
  ],
  [
    'a month after a past verb',
    'customers | f.goLiveDate=2025-12-01..2025-12-31 | rows',
    ['customers that went live in December', 'accounts launched in December'],
  ],
  [
    'customers on their way out',
    'losses | f.effectiveOn=2026-11-18..&f.isTakenBack=no | rows',
    ['customers who told us they’re leaving', 'which accounts are leaving'],
  ],
  [
    'a column without a noun',
    'losses | f.noticedOn=2026-07-01..2026-09-30&f.isTakenBack=no | count | reason',
    ['churn reasons last quarter', 'loss reasons in Q3'],
  ],
  [
    'abbreviations',
    'customers | f.healthTier=Critical&f.state=TX&f.openTicketCount=%3E0.. | rows',
    ['critical accts w/ open tickets in tx', 'tx customers w/ open tickets that are critical'],
  ],
  [
    'a range of numbers',
    'customers | f.locationCount=2..5 | rows',
    ['accounts with 2-5 locations', 'customers with 2 to 5 locations'],
  ],
  [
    'a comparative of a column',
    'customers | f.monthsSinceGoLive=%3E60.. | rows',
    ['customers older than 5 years', 'accounts live for more than 60 months'],
  ],
  [
    'the healthier of two values',
    'customers | f.state=TX&f.state=FL | mean adoptionScore | state | most null',
    [
      'is Texas or Florida healthier',
      'which are in better shape, TX or FL',
      'is Texas healthier than Florida',
    ],
  ],
  [
    'a breakdown without by',
    'customers | f.healthTier=Critical | count | ehr',
    ['critical customers EHR breakdown', 'distribution of EHRs, critical customers'],
  ],
  [
    'an order of groups',
    'customers | count | ehr | most null',
    ['customers by EHR, highest first', 'number of customers per EHR largest first'],
  ],
  [
    'a column before its superlative',
    'customers | count | ehr | most 10',
    ['EHRs with the most customers', 'what EHRs have the most customers'],
  ],
  [
    'a change from one tier to another',
    'customers | f.healthTier=Critical&f.previousHealthTier=Medium | rows',
    ['who moved from medium to critical', 'customers that fell from Medium to Critical'],
  ],
  [
    'the owner as a verb',
    'customers | f.healthTier=Critical | count | ownerName | most 1',
    ['who owns the most critical customers', 'who has the most critical accounts'],
  ],
  [
    'a fall without a number',
    'customers | f.scoreChange=..%3C0 | count',
    ['how many customers dropped this week', 'number of accounts whose score fell'],
  ],
  [
    'two values around a comparison',
    'customers | f.ehr=Dentrix&f.ehr=Eaglesoft | count | ehr healthTier',
    [
      'how is Dentrix doing compared to Eaglesoft',
      'how are Dentrix customers performing vs Eaglesoft',
    ],
  ],
  [
    'a month of a date that it names',
    'customers | f.goLiveDate=2026-01-01..2026-12-31 | count | goLiveDate',
    ['go lives by month this year', 'accounts launched this year by month'],
  ],
  [
    'a score by groups',
    'customers | mean adoptionScore | ehr',
    ['score by EHR', 'adoption per EHR'],
  ],
  [
    'the worst groups by a figure',
    'customers | mean adoptionScore | state | fewest 3',
    ['worst 3 states by score', 'bottom 3 states by adoption'],
  ],
  [
    'all but a value',
    'customers | f.healthTier=~not&f.healthTier=Critical | rows',
    [
      'everything but critical customers',
      'all but critical accounts',
      'all customers but critical ones',
      'customers besides critical ones',
    ],
  ],
  [
    'neither of two values',
    'customers | f.healthTier=~not&f.healthTier=Critical&f.healthTier=Medium | rows',
    ['accounts neither critical nor medium', 'customers that are neither Critical nor Medium'],
  ],
  [
    'users as I',
    'customers | f.ownerName=~me | count',
    ['how many customers do I have', 'how many accounts do I own'],
  ],
  [
    'a month of a column without days in the future',
    'losses | f.noticedOn=2025-12-01..2025-12-31&f.isTakenBack=no | rows',
    ['losses in December', 'cancellations in Dec'],
  ],
  [
    'words of which the longest phrase would leave one unknown',
    'customers | f.inGrace=yes | rows',
    ['customers in grace period', 'customers in their grace period'],
  ],
  [
    'two products',
    'customers | f.formsScore=%3E0..&f.paymentsScore=%3E0.. | rows',
    [
      'customers using forms and payments',
      'who uses payments and forms',
      'accounts on forms and online payments',
    ],
  ],
  [
    'a condition on the number of a group',
    'customers | f.healthTier=Critical | count | ownerName | most null | {"from":5,"to":null,"isFromExclusive":true}',
    ['which CSMs have more than 5 critical customers', 'who owns more than 5 critical accounts'],
  ],
  [
    'a condition on the figure of a group',
    'customers | mean adoptionScore | state | fewest null | {"from":null,"to":60,"isToExclusive":true}',
    ['which states have an average score under 60', 'states with a mean score below 60%'],
  ],
  [
    'the number of groups with a condition',
    'customers | count | state | most null | {"from":20,"to":null,"isFromExclusive":true}',
    ['how many states have more than 20 customers', 'number of states with over 20 customers'],
  ],
  [
    'the groups that have rows',
    'customers | f.healthTier=Critical | count | state | most null | {"from":1,"to":null}',
    ['how many states have critical customers', 'which states have critical customers'],
  ],
  [
    'two values with a slash',
    'customers | f.ehr=Dentrix&f.ehr=Eaglesoft | rows',
    ['Dentrix/Eaglesoft customers', 'accounts on Dentrix and/or Eaglesoft'],
  ],
  [
    'whether all rows meet a condition',
    'customers | f.state=TX | share f.healthTier=Critical',
    [
      'are all Texas customers critical',
      'is every Texas customer critical',
      'are Texas customers critical',
    ],
  ],
  [
    'a change to a tier from any other one',
    'customers | f.healthTier=Critical&f.previousHealthTier=~not&f.previousHealthTier=Critical | rows',
    [
      'accounts that went critical this week',
      'did any customer move to critical this week',
      'newly critical customers',
    ],
  ],
  [
    'a state that lasted less than some weeks',
    'customers | f.consecutiveWeeksAtRisk=%3E0..%3C3 | rows',
    ['customers at risk under 3 weeks', 'accounts at risk for less than 3 weeks'],
  ],
  [
    'a length of time in another unit',
    'customers | f.goLiveDate=2026-08-21.. | rows',
    ['accounts live less than 90 days', 'customers live for less than 90 days'],
  ],
  [
    'a column that no row has changed',
    'customers | f.tierChange=flat | rows',
    ['customers with no tier change', 'accounts without a tier change'],
  ],
  [
    'a change as a noun',
    'customers | f.scoreChange=..%3C-10 | rows',
    ['customers with a score drop of more than 10', 'accounts that dropped more than 10 points'],
  ],
  [
    'two groups without a figure',
    'customers | f.ownerName=~me | count | sizeTier healthTier',
    ['health tier by size for my accounts', 'tier by size of my customers'],
  ],
  [
    'a fact of one customer',
    'customers | f.institutionName=~is&f.institutionName=Practice%202 | rows',
    [
      'which EHR does Practice 2 use',
      'what EHR is Practice 2 on',
      'when did Practice 2 go live',
      'where is Practice 2',
      'who owns Practice 2',
    ],
  ],
  [
    'a value with its preposition repeated',
    'customers | f.state=TX&f.state=FL | rows',
    ['customers in Texas or in Florida', 'customers from TX and from FL'],
  ],
];

describe('a question with', () => {
  it.each(constructions)('%s has one plan', async (_, plan, questions) => {
    for (const question of questions)
      expect([question, ...(await listPlanTexts(question))]).toEqual([question, plan]);
  });

  it.each([
    ['healty customers', 'f.healthTier=Healthy', 'healthy'],
    ['healty accounts in Ohio', 'f.healthTier=Healthy&f.state=OH', 'healthy'],
  ])(
    'a word between two known words is read as the one that fits: “%s”',
    async (question, state, read) => {
      const found = await interpret(question, threeCustomersQuestionContext);
      expect(readingsOf(found).map(({ plan }) => formatListQueryString(plan.state))).toEqual([
        state,
      ]);
      expect(found).toMatchObject({ corrections: [{ typed: 'healty', read }] });
    },
  );
});
