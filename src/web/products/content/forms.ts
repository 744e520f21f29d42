import type { ProductContent } from './content.ts';

export const forms: ProductContent = {
  page: 'forms',
  promise: 'The paperwork is done before the patient walks in.',
  problem:
    'A clipboard in the waiting room costs the first ten minutes of a visit, and typing it in costs the front desk ten more. Handwriting is misread, consents are missing on the day they are needed, and the medical history is older than anybody thinks.',
  abilities: [
    {
      title: 'Forms on the patient’s phone',
      text: 'The link comes with the appointment. Patients fill in at home, with their medicines and insurance card at hand.',
    },
    {
      title: 'Straight into the record',
      text: 'Answers and signed documents go to the patient’s record, where the team reviews and accepts them.',
    },
    {
      title: 'Consents on time',
      text: 'The right consent goes out with the right visit, signed and dated, and missing consents are listed before the day begins.',
    },
    {
      title: 'Asked once',
      text: 'A returning patient sees last year’s answers and changes what is no longer true.',
    },
  ],
  steps: [
    {
      title: 'Bring your existing forms',
      text: 'Health history, registration, consents and policies, in the practice’s own words.',
    },
    {
      title: 'Tie them to visits',
      text: 'New patients get the whole set; a cleaning needs only the yearly update.',
    },
    {
      title: 'Send them with the reminder',
      text: 'First when the visit is booked, again two days before if a form is incomplete.',
    },
    {
      title: 'Review in the morning',
      text: 'The team accepts what came in and calls only the patients whose forms are missing.',
    },
  ],
  questions: [
    {
      question: 'What about patients without a smartphone?',
      answer:
        'The same forms open on a computer or on a tablet at the front desk, and a printed page remains possible.',
    },
    {
      question: 'Does anything change in the record without our seeing it?',
      answer:
        'No. What a patient sends waits for review; the team accepts it, corrects it or asks the patient.',
    },
    {
      question: 'Can we use our own forms?',
      answer:
        'Yes. Each is rebuilt once with its questions, order and signatures, and the practice can edit it afterwards.',
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
          'Family often helps, and a tablet at the desk covers the rest. Send it to everyone for two weeks and count who completes it.',
      },
      {
        objection: 'Our forms are too special.',
        answer:
          'Bring the longest one. We rebuild it during the first call, so that you see it with your own questions and not with a sample.',
      },
      {
        objection: 'We already have a form on our website.',
        answer:
          'Then your staff print it and type it in. The difference is that answers arrive in the record and only need a look.',
      },
    ],
    nextStep:
      'Ask for the three forms every new patient fills in, and book thirty minutes to see them live on a phone.',
  },
};
