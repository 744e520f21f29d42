import type { ProductContent } from './content.ts';

export const forms: ProductContent = {
  page: 'forms',
  promise: 'The paperwork is done before the patient walks in.',
  problem:
    'A clipboard in the waiting room takes the first ten minutes of a visit, and typing the answers takes the front desk ten more. Handwriting is misread, consents are missing on the day of the visit, and medical histories are out of date.',
  abilities: [
    {
      title: 'Forms on the patient’s phone',
      text: 'The link comes with the appointment. Patients complete the forms at home, with their medicines and insurance card at hand.',
    },
    {
      title: 'Straight into the record',
      text: 'Answers and signed documents go to the patient’s record, where the team reviews and accepts them.',
    },
    {
      title: 'Consents on time',
      text: 'The right consent form goes out with each visit and comes back signed and dated. Missing consents are listed before the day begins.',
    },
    {
      title: 'Asked once',
      text: 'A returning patient sees last year’s answers and changes only the answers that are out of date.',
    },
  ],
  steps: [
    {
      title: 'Bring your existing forms',
      text: 'Health history, registration, consents and policies, in the practice’s own words.',
    },
    {
      title: 'Assign forms to visits',
      text: 'New patients get all forms; a cleaning needs only the yearly update.',
    },
    {
      title: 'Send forms with the reminder',
      text: 'The link goes out when the visit is booked, and again two days before the visit if a form is incomplete.',
    },
    {
      title: 'Review in the morning',
      text: 'The team accepts the forms that came in and calls only patients whose forms are missing.',
    },
  ],
  questions: [
    {
      question: 'What about patients without a smartphone?',
      answer:
        'The forms also open on a computer or on a tablet at the front desk. You can still print them.',
    },
    {
      question: 'Does anything change in the record without our seeing it?',
      answer:
        'No. A patient’s answers wait for review. The team accepts or corrects them, or asks the patient.',
    },
    {
      question: 'Can we use our own forms?',
      answer:
        'Yes. We rebuild each form once with its questions, order and signatures. Afterwards, the practice can edit it.',
    },
    {
      question: 'Which patients get which form?',
      answer:
        'That depends on the visit. Each kind of visit has a set of forms, and patients get only the forms that are incomplete or out of date.',
    },
  ],
  talkTrack: {
    opening:
      'If I arrived as a new patient tomorrow, how long would it be until I sit in the chair, and what would I do until then?',
    discovery: [
      'Who types the forms in, and at what time of day?',
      'How often does a visit start late because of paperwork?',
      'How old is the medical history of a patient who has been with you for years?',
      'Which consent is most often missing when you need it?',
    ],
    objections: [
      {
        objection: 'Our patients are older; they will not do this.',
        answer:
          'Family members often help, and a tablet at the front desk covers the rest. Send the forms to everyone for two weeks and count how many patients complete them.',
      },
      {
        objection: 'Our forms are too special.',
        answer:
          'Bring the longest form. We rebuild it during the first call, so that you see it with your own questions.',
      },
      {
        objection: 'We already have a form on our website.',
        answer:
          'Then your staff print the form and type in the answers. With our forms, the answers arrive in the record and only need a review.',
      },
    ],
    nextStep:
      'Ask for the three forms every new patient fills in, and book thirty minutes to see them live on a phone.',
  },
};
