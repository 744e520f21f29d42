import type { ProductContent } from './content.ts';

export const verification: ProductContent = {
  page: 'verification',
  promise: 'Coverage is known before the visit, not after the claim.',
  problem:
    'A staff member waits on hold with a payer for a quarter of an hour, writes the answer on a sticky note and does it again for the next patient. What was not checked comes back as a denied claim, and the patient gets an unexpected bill.',
  abilities: [
    {
      title: 'Checked for the whole schedule',
      text: 'Coverage is checked automatically for all patients of the coming days, and again shortly before each visit.',
    },
    {
      title: 'The same words for every payer',
      text: 'Whether the plan is active, what is left of the yearly maximum, the deductible and the patient’s share, all in one place.',
    },
    {
      title: 'Exceptions first',
      text: 'The team sees only what needs a person: inactive plans, missing numbers, payers that do not answer.',
    },
    {
      title: 'An honest estimate',
      text: 'Patients can learn their expected share before the visit, so that the bill is no surprise.',
    },
  ],
  steps: [
    {
      title: 'Clean up the plan list',
      text: 'Match the practice’s plan names with payers once; the most used plans come first.',
    },
    {
      title: 'Let it check the week ahead',
      text: 'Each morning, before the first patient arrives, it verifies coverage for the appointments of the coming days.',
    },
    {
      title: 'Work the exceptions',
      text: 'Call only the payers and patients on the short list, and note what you learned.',
    },
    {
      title: 'Tell the patient',
      text: 'Send the expected share with the reminder and ask for it at checkout.',
    },
  ],
  questions: [
    {
      question: 'Does it replace every call to a payer?',
      answer:
        'No. Some payers answer only in part, and some not at all. Those are listed as exceptions, so that you make only the necessary calls.',
    },
    {
      question: 'Is an estimate a promise?',
      answer:
        'No. It is what the payer said on that day. The date stands beside it, and the patient sees that it can change.',
    },
    {
      question: 'What happens with patients who have two plans?',
      answer:
        'Both are checked, each with its own answer; the order of the plans stays as the practice has it.',
    },
    {
      question: 'How fresh is an answer?',
      answer:
        'Its date stands beside it, and coverage is checked again shortly before the visit. The team can repeat the check at any time.',
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
          'It differs by payer, and we show which. Let us run your next week’s schedule and compare it with what your team finds by phone.',
      },
      {
        objection: 'My biller already does this.',
        answer:
          'Your biller knows the hard cases best. The product checks the routine ones before the day begins, so the biller’s hours go to the exceptions.',
      },
      {
        objection: 'We are out of network anyway.',
        answer:
          'Your patients still ask what they will get back. The answer, with its date, is what makes them say yes to the visit.',
      },
    ],
    nextStep:
      'Take next week’s schedule, verify it with the practice, and go through the exceptions together on Friday.',
  },
};
