import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { addDays, type Day } from '#shared/core/dates.ts';

const texts: readonly [category: string, title: string, body: string][] = [
  [
    'Getting started',
    'The first week with a new practice',
    'Connect the EHR first: nothing else can be measured without it. On the same day check that providers, visit types and opening hours came over. Then put the booking link on the website, send one form to a test patient, and let the front desk answer one message. End the week with a short call: what went well, what is still done on paper, and who answers messages when the lead is away.',
  ],
  [
    'Getting started',
    'What the 25, 50 and 80 percent checkpoints mean',
    'A new customer is expected at 25 percent of its peers’ usage on day 30, at 50 percent on day 60 and at 80 percent on day 90. A customer that misses a checkpoint by more than 20 points rarely catches up alone. Look at the products one by one: usually one product was never switched on, and the others are on pace.',
  ],
  [
    'Getting started',
    'Choosing a champion at the practice',
    'The champion is the person who decides how the front desk works, which is often not the owner. Ask who trains new staff: that is the person. Write the name down as a contact, and find a second one. When a champion leaves, usage falls within a month, so a change of staff is a reason to call.',
  ],
  [
    'Getting started',
    'Moving a second location onto the platform',
    'Treat a new location as a small go-live. Copy visit types and forms from the first location, but not its hours. Train the local front desk even when the first location is expert: the second location’s usage is compared with the first from the first week.',
  ],
  [
    'Online Booking',
    'Why online bookings stay low',
    'Four causes explain most low numbers. The link is not on the website’s first screen. Only a few visit types can be booked. New patients cannot book at all. Or too few openings are offered, because the front desk keeps them for patients who call. Check them in this order by booking a visit yourself, from a phone.',
  ],
  [
    'Online Booking',
    'Which visit types to open for booking',
    'Begin with cleanings, checkups, new patient visits and consultations. They have a known length and need no preparation. Keep surgery and long treatments for the phone. Practices that open several visit types take far more bookings than those with one.',
  ],
  [
    'Online Booking',
    'Preventing double bookings',
    'A slot can be booked twice only while the EHR has not reported back. Keep the connection running during the night, set a lead time of at least two hours, and never keep a second paper schedule. If it happens again, note the time of both bookings before you call support: the log of the connection is kept for 30 days.',
  ],
  [
    'Recalls',
    'Setting recall intervals that work',
    'Six months is right for most cleanings, three for periodontal patients, twelve for eye exams. Send the first message two weeks before the date, a second one on the date and a last one a month later. More than three messages make patients opt out.',
  ],
  [
    'Recalls',
    'Recalls are sent but no one books',
    'Look at the link first: it should open the visit type the patient is due for, not the list of all visits. Then look at the day and hour. Messages on Tuesday to Thursday between 10 and 12 are answered best. A recall that asks the patient to call is answered less often than one with a link.',
  ],
  [
    'Waitlist',
    'Filling canceled visits with the waitlist',
    'The waitlist offers a free slot to several patients and gives it to the first who says yes. It needs two things: patients on the list and cancellations entered in the schedule at once. Ask the front desk to offer the list in every call that ends without a suitable date.',
  ],
  [
    'Waitlist',
    'When the waitlist shows no activity',
    'Usually no one adds patients to it. Switch on the option that lets a patient join while booking online; it brings most of the entries. Next, check that canceled visits are removed from the schedule on the same day and not at the end of the week.',
  ],
  [
    'Forms',
    'Shorter forms are finished more often',
    'A form of up to 20 questions is nearly always finished; beyond 40 many patients give up. Ask only what is needed before the visit. What is already in the EHR should be shown for confirmation, not asked again.',
  ],
  [
    'Forms',
    'Forms come back empty in the EHR',
    'The form was probably changed after the fields were matched. Open the form’s matching page: a question without a field is marked. Match it again and resend one form to a test patient. Answers already received are kept and can be sent once more.',
  ],
  [
    'Forms',
    'Consent forms and signatures',
    'A consent form needs the patient’s full name, the date and a signature, and it must show the text that was agreed to. Change the text by making a new version: signed forms keep theirs. Children’s forms are signed by a parent or guardian whose name is asked for.',
  ],
  [
    'Payments',
    'Getting the first payment requests out',
    'Begin with balances after insurance: the amounts are known and patients expect them. Send a request within two days of the visit, by text. A friendly reminder after a week brings in much of what is still open. Train everyone who posts payments, not only the front desk.',
  ],
  [
    'Payments',
    'Refunds and disputed charges',
    'A refund returns to the card that paid and takes five to ten days. A disputed charge should be answered within seven days with the signed consent and the visit’s date. Do not refund a disputed charge by hand as well: the money would be returned twice.',
  ],
  [
    'Payments',
    'Why payment figures move from month to month',
    'Payments are counted in dollars, so a few large treatments can move a small practice’s figure a good deal. Compare four weeks with the four weeks before, and with peers: in January deductibles begin anew and nearly every practice collects more.',
  ],
  [
    'Messaging',
    'A healthy pattern of messages',
    'In a healthy practice nearly as many messages come from patients as go to them, and most are answered within an hour. When nearly all messages go out and few come in, patients are being told, not asked. When messages come in and wait, no one owns the inbox: agree on who answers in each half of the day.',
  ],
  [
    'Messaging',
    'Messages outside office hours',
    'Set an automatic reply that says when someone will answer and what to do in an emergency. Do not switch messages off at night: patients write then, and a message that waits is better than a patient who calls another practice.',
  ],
  [
    'Messaging',
    'Keeping health details out of text messages',
    'A text may name the practice, the time and a link. It should not name a diagnosis, a treatment or an amount owed. Put those behind the link, where the patient confirms a date of birth. Templates that follow this rule are marked with a shield.',
  ],
  [
    'Reminders',
    'A reminder schedule that lowers no-shows',
    'One reminder a week ahead, one two days ahead and one on the morning of the visit. Ask for a confirmation in the second. A fourth reminder rarely changes anything and makes patients opt out.',
  ],
  [
    'Reminders',
    'Reminders stopped for one provider',
    'A new provider is not included until the schedule column is matched. Open the list of providers and look for one without a column. Reminders for visits in the next two days are sent as soon as it is matched; older ones are not sent late.',
  ],
  [
    'Reviews',
    'Asking for reviews without annoying patients',
    'Ask once after a visit, at most once in six months, and never after a visit that ended in a complaint. The best moment is two hours after the visit. Ask every patient: choosing only the happy ones is against the rules of the review sites.',
  ],
  [
    'Reviews',
    'Answering a bad review',
    'Answer within two days, thank the person, and offer a name and a number to call. Do not confirm that the person is a patient and say nothing about the visit: even a kind answer can disclose health information. Then look whether the matter was raised before by others.',
  ],
  [
    'Insurance Verification',
    'What is verified and when',
    'Eligibility is checked three days before each visit and again on the morning. The answer shows whether the plan is active, what is left of the yearly maximum and the deductible. It is no promise to pay: treatments over 300 dollars still need a pre-authorization.',
  ],
  [
    'Insurance Verification',
    'Common reasons for a failed verification',
    'A wrong date of birth, a nickname instead of the name on the card, or a member number with a letter left out explain most failures. Let the patient photograph both sides of the card in the intake form. Plans that cannot be checked electronically are listed by name and need a call.',
  ],
  [
    'Health scores',
    'How to read a health score',
    'A score says how much a customer uses what it bought, compared with customers of the same size and type. 100 means as much as the median customer of this group. Each product counts up to 100, so heavy use of one cannot hide that another lies idle. From 75 a customer is Healthy, from 50 Medium, below it Critical.',
  ],
  [
    'Health scores',
    'When a score is Unknown',
    'A score is Unknown when too little can be measured, most often because the connection to the EHR is silent. It does not mean that nothing is used. Check the last report of each location, then call the practice about the connection and not about usage.',
  ],
  [
    'Health scores',
    'Season, holidays and the score',
    'Everyone’s usage falls in the week of Thanksgiving and at the end of December. Because a score compares with peers of the same weeks, a holiday alone should not move it. If it does, the customer closed for longer than the others: ask before raising an alarm.',
  ],
  [
    'Integrations',
    'The connection to the EHR is down',
    'Ask whether the server was restarted, moved or updated: that is the usual reason. The small program that reads the schedule must run on a computer that stays on. After it reports again, the last 14 days are read anew, so no usage is lost if it is repaired within two weeks.',
  ],
  [
    'Integrations',
    'Preparing for a change of EHR',
    'Tell us four weeks ahead. Forms and templates stay, but providers, visit types and schedule columns have to be matched again. Plan the change for a Thursday, keep online booking closed for that day and check the first ten visits by hand. A change without a plan is one of the most frequent beginnings of a cancellation.',
  ],
  [
    'Account',
    'When a practice is sold',
    'Ask when the new owner takes over the contract, and whether they have other practices. Offer a call with the new owner in the first two weeks: many decide in that time which systems stay. Send the agreement to the new owner, invite the new users and, on the same day, remove the users who have left.',
  ],
];

export function createDemoArticles(today: Day): Insertable<Schema['article']>[] {
  return texts.map(([category, title, body], index) => ({
    article_id: index + 1,
    title,
    body,
    category,
    updated_at: buildTimeOnDemoWorkday(addDays(today, -((index * 11) % 240) - 3)),
  }));
}

export const demoArticleIds: readonly number[] = texts.map((_, index) => index + 1);
