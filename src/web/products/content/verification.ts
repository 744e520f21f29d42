import type { ProductContent } from './content.ts';

export const verification: ProductContent = {
  page: 'verification',
  promise: 'Coverage is known before the visit, not after the claim.',
  problem:
    'A staff member waits on hold with a payer for a quarter of an hour, writes the answer on a note and starts again with the next patient. Unchecked coverage leads to a denied claim and an unexpected bill for the patient.',
  abilities: [
    {
      title: 'Checked for the whole schedule',
      text: 'Coverage is checked automatically for all patients of the coming days, and again shortly before each visit.',
    },
    {
      title: 'The same words for every payer',
      text: 'Plan status, remaining yearly maximum, deductible and the patient’s share, all in one place.',
    },
    {
      title: 'Exceptions first',
      text: 'The team sees only cases that need a person: inactive plans, missing numbers and payers that don’t answer.',
    },
    {
      title: 'An honest estimate',
      text: 'Patients can learn their expected share before the visit, so that the bill is no surprise.',
    },
  ],
  steps: [
    {
      title: 'Clean up the plan list',
      text: 'Match the practice’s plan names with payers once. Start with the most used plans.',
    },
    {
      title: 'Check the week ahead automatically',
      text: 'Each morning, before the first patient arrives, the product verifies coverage for the appointments of the coming days.',
    },
    {
      title: 'Work the exceptions',
      text: 'Call only the payers and patients on the short list, and record the answers.',
    },
    {
      title: 'Tell the patient',
      text: 'Send the expected share with the reminder and ask for it at checkout.',
    },
  ],
  questions: [
    {
      question: 'Does the product replace every call to a payer?',
      answer:
        'No. Some payers give only part of the answer, and some give none. These cases are listed as exceptions, so that you make only the necessary calls.',
    },
    {
      question: 'Is an estimate a promise?',
      answer:
        'No. An estimate is the payer’s answer on that day. The date is shown beside it, and the patient reads that the estimate can change.',
    },
    {
      question: 'What happens with patients who have two plans?',
      answer:
        'Both plans are checked, each with its own answer. The order of the plans stays as the practice has it.',
    },
    {
      question: 'How fresh is an answer?',
      answer:
        'Each answer has its date, and coverage is checked again shortly before the visit. The team can repeat the check at any time.',
    },
  ],
  talkTrack: {
    opening:
      'Who in your team spends the most time on hold with insurers, and what would they do with those hours?',
    discovery: [
      'How many patients a day do you verify, and how far ahead?',
      'What share of claims comes back for a reason you could have known?',
      'How do you tell patients what they will owe?',
      'Which five plans make up most of your patients?',
    ],
    objections: [
      {
        objection: 'The data from payers is never right.',
        answer:
          'Quality differs by payer, and we show you which payers are reliable. Let us check your next week’s schedule and compare the answers with what your team finds by phone.',
      },
      {
        objection: 'My biller already does this.',
        answer:
          'Your biller knows the hard cases best. The product checks routine cases before the day begins, so that your biller has time for the exceptions.',
      },
      {
        objection: 'We are out of network anyway.',
        answer:
          'Your patients still ask how much they will get back. A dated answer helps them say yes to the visit.',
      },
    ],
    nextStep:
      'Take next week’s schedule, verify it with the practice, and go through the exceptions together on Friday.',
  },
};
