import { describe, expect, it } from 'vitest';
import { formatListQueryString } from '#shared/list/address.ts';
import { readingsOf, threeCustomersQuestionContext } from '#test/assistant/small-lists.ts';
import { interpret } from './interpret.ts';

describe('a question with', () => {
  it.each([
    [
      'customers whose score is going down',
      ['f.consecutiveWeeksDeclining=1..', 'f.scoreChange=..%3C0'],
    ],
    [
      'customers not using online booking',
      ['f.onlineBookingScore=..0', 'f.onlineBookingScore=~empty'],
    ],
    [
      'customers using forms but not payments',
      ['f.formsScore=%3E0..&f.paymentsScore=..0', 'f.formsScore=%3E0..&f.paymentsScore=~empty'],
    ],
    ['accounts without payments', ['f.paymentsScore=..0', 'f.paymentsScore=~empty']],
    ['customers yet to go live', ['f.goLiveDate=~empty']],
  ])('two meanings has both readings: “%s”', async (question, states) => {
    const found = readingsOf(await interpret(question, threeCustomersQuestionContext));
    expect(found.map(({ plan }) => formatListQueryString(plan.state)).sort()).toEqual(states);
  });

  it.each([
    ['renewals over $10k this quarter', 'f.dueOn=2026-10-19..2026-12-31&f.amountDue=%3E10000..'],
    ['renewals this year', 'f.dueOn=2026-10-19..2026-12-31'],
    ['customers in grace or at risk', 'f.inGrace=yes'],
    ['which CSMs have fewer than 5 critical customers', 'f.healthTier=Critical'],
    ['customers in grace vs at risk', 'f.inGrace=yes'],
    ['critical customers vs customers in grace', 'f.healthTier=Critical'],
    ['customers using forms or payments', 'f.formsScore=%3E0..'],
    ['Florida customers below 50', 'f.adoptionScore=..%3C50&f.state=FL'],
    ['losses by quarter', 'f.isTakenBack=no'],
    ['share of customers by tier', ''],
    [
      'customers except critical ones in Texas',
      'f.healthTier=~not&f.healthTier=Critical&f.state=TX',
    ],
    ['all but critical customers in Texas', 'f.healthTier=~not&f.healthTier=Critical&f.state=TX'],
  ])('more than its list can answer is a guess: “%s”', async (question, state) => {
    const [first] = readingsOf(await interpret(question, threeCustomersQuestionContext));
    expect(first && [formatListQueryString(first.plan.state), first.isGuess]).toEqual([
      state,
      true,
    ]);
  });

  it.each([
    ['who is onboarding Practice 2', 'ownerName'],
    ['who owns Practice 2', 'ownerName'],
    ['where is Practice 2', 'city state'],
    ['what tier was Practice 2 last week', 'previousHealthTier'],
    ['score of Practice 2 last week', 'previousScore'],
    ['when did Practice 2 go live', 'goLiveDate'],
    ['which EHR does Practice 2 use', 'ehr'],
  ])('about one customer shows what it asks for: “%s”', async (question, shown) => {
    const found = readingsOf(await interpret(question, threeCustomersQuestionContext));
    expect(found.map(({ plan }) => plan.shown.join(' '))).toEqual([shown]);
  });

  it.each([
    ['how many customers did we have last week', 'I only know this for today'],
    ['at-risk customers last week', 'I only know this for today'],
    ['average payments by state', 'Say which figure'],
    ['which state is the largest', 'couldn’t fit it'],
    ['who has more customers', 'A comparison needs two values'],
    ['forms customers', '“forms” needs'],
    ['customers not forms', '“not forms” needs'],
    ['how many people are there', '“people”'],
    ['owners with an average score over 3 weeks', 'weeks'],
    ['live customers', 'couldn’t fit it'],
    ['top 10 churn risks', 'the most frequent one'],
    ['top 3 health tiers', 'the most frequent one'],
    ['which products does Practice 2 have', 'products'],
    ['what open tickets does Practice 2 have', 'open tickets'],
    ['how are customers', 'couldn’t fit it'],
    ['is Triya at risk', 'I don’t know “Triya”'],
    ['how many offices does Practice 2 have', 'You named one customer'],
    ['running renewals', 'couldn’t fit it'],
    ['renewals still running', 'couldn’t fit it'],
    ['tasks I created', 'I don’t know'],
    ['which is better, Texas or Florida', 'Say which figure “better” refers to'],
    ['renewals last year', 'covers only the last 30 days'],
    ['customers but critical', 'I know “but”'],
    ['customers that only use forms', 'I know “only”'],
    ['customers only using online booking', 'I know “only”'],
    ['customers that just use payments', 'I know “just”'],
    ['customers only on payments', '“payments” needs'],
    ['customers with only open tickets', 'I know “only”'],
    ['customers that went live within 2 days', '“within 2 days” is in the future'],
    ['customers that went live next week', '“next week” is in the future'],
  ])('“%s” is refused: %s', async (question, reason) => {
    expect(await interpret(question, threeCustomersQuestionContext)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(reason),
    });
  });
});
