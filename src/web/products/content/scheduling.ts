import type { ProductContent } from './content.ts';

export const scheduling: ProductContent = {
  page: 'scheduling',
  promise: 'Patients book the visit themselves, and the schedule stays full.',
  problem:
    'Most people look for an appointment in the evening, when the front desk has gone home. In the morning, the phone keeps ringing. Meanwhile a canceled hour stays empty, and patients who are due for a visit are not called.',
  abilities: [
    {
      title: 'Booking at any hour',
      text: 'Patients choose provider, reason and time from the openings that the practice offers. The visit appears in the schedule immediately.',
    },
    {
      title: 'A waitlist that fills gaps',
      text: 'When a visit is canceled, patients on the waitlist are asked, and the first to accept gets the slot.',
    },
    {
      title: 'Recalls with a booking link',
      text: 'Patients who are due for a visit get a message with a booking link, so that staff don’t have to call each of them.',
    },
    {
      title: 'The practice’s own rules',
      text: 'For each provider, you decide which visits can be booked, how long each visit takes and how late it can still be booked. You can change this at any time.',
    },
  ],
  steps: [
    {
      title: 'Decide what may be booked',
      text: 'Start with cleanings and new-patient exams with one or two providers.',
    },
    {
      title: 'Put the link where patients look',
      text: 'Use the first screen of the website, the search profile, the voicemail and the email footer.',
    },
    {
      title: 'Switch on waitlist and recalls',
      text: 'Offer open hours to waiting patients. Every week, write to patients who are due for a visit.',
    },
    {
      title: 'Review bookings once a month',
      text: 'Open more hours where bookable hours fill up, and add the next kind of visit.',
    },
  ],
  questions: [
    {
      question: 'Can patients book over each other or into a blocked hour?',
      answer:
        'No. Patients see only openings that the schedule has at that moment. An opening is held while a patient completes the booking.',
    },
    {
      question: 'Who decides which visits are bookable?',
      answer:
        'The practice. Every visit type is off until the practice turns it on, for each provider and each location.',
    },
    {
      question: 'What if a practice wants to see each booking first?',
      answer:
        'Bookings can wait for approval. Many practices begin that way and turn approval off after a few weeks.',
    },
    {
      question: 'Are waitlist and recalls sold separately?',
      answer:
        'No. Both are part of online booking, and each can be turned on separately. Usage is also measured separately, as shown on this page.',
    },
  ],
  talkTrack: {
    opening:
      'When a patient decides at nine in the evening that it is time for a check-up, what happens at your practice?',
    discovery: [
      'How many calls a day are about finding a time, and who answers them?',
      'When a patient cancels an afternoon visit in the morning, what do you do with the free hour?',
      'How many of your patients are overdue, and who reaches out to them?',
      'Which visits would you never let a patient book alone, and why?',
    ],
    objections: [
      {
        objection: 'We would lose control of our schedule.',
        answer:
          'You offer only the hours and visits you choose. Begin with one provider, cleanings only and approval on. Offer more when you are comfortable.',
      },
      {
        objection: 'Our patients prefer to call.',
        answer:
          'Some do, and you keep the phone. The link is for patients who call when you are closed, and for patients who would otherwise book elsewhere.',
      },
      {
        objection: 'We tried online booking and patients picked the wrong visit.',
        answer:
          'The names of visits cause this. We name them in patients’ words, ask one question where two visits look alike, and set the right length.',
      },
    ],
    nextStep:
      'Open the practice’s schedule together, choose two kinds of visit and one provider, and agree on the day the link goes on the website.',
  },
};
