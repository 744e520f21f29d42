import type { ProductContent } from './content.ts';

export const scheduling: ProductContent = {
  page: 'scheduling',
  promise: 'Patients book the visit themselves, and the schedule stays full.',
  problem:
    'Most people look for an appointment in the evening, when the front desk has gone home. In the morning the phone keeps ringing, while a canceled hour stays empty and patients who are due are not called.',
  abilities: [
    {
      title: 'Booking at any hour',
      text: 'Patients choose provider, reason and time from the openings the practice offers. The visit is in the schedule at once.',
    },
    {
      title: 'A waitlist that fills gaps',
      text: 'When a visit is canceled, patients on the waitlist are asked, and the first to accept gets the slot.',
    },
    {
      title: 'Recalls that book',
      text: 'Patients who are due get a message with a link to book their next visit, so that staff don’t have to call through a list.',
    },
    {
      title: 'The practice’s own rules',
      text: 'Each provider decides which visits can be booked, how long they take and how late, and can change this at any time.',
    },
  ],
  steps: [
    {
      title: 'Decide what may be booked',
      text: 'Start with cleanings and new-patient exams with one or two providers.',
    },
    {
      title: 'Put the link where patients look',
      text: 'The website’s first screen, the search profile, the voicemail and the email footer.',
    },
    {
      title: 'Switch on waitlist and recalls',
      text: 'Ask waiting patients when an hour opens. Every week, write to the patients who are due.',
    },
    {
      title: 'Look at it once a month',
      text: 'Open more hours where the bookable ones fill up, and add the next kind of visit.',
    },
  ],
  questions: [
    {
      question: 'Can patients book over each other or into a blocked hour?',
      answer:
        'No. Only openings that the schedule has at that moment are offered, and an opening is held while a patient completes the booking.',
    },
    {
      question: 'Who decides which visits are bookable?',
      answer:
        'The practice. Every visit type is off until the practice turns it on, for each provider and each location.',
    },
    {
      question: 'What if a practice wants to see each booking first?',
      answer:
        'Bookings can wait for approval. Many practices begin that way and drop it once they have seen a few weeks of requests.',
    },
    {
      question: 'Are waitlist and recalls sold separately?',
      answer:
        'No. They are part of online booking, and each can be switched on separately. Their usage is also measured separately, as on this page.',
    },
  ],
  talkTrack: {
    opening:
      'When a patient decides at nine in the evening that it is time for a check-up, what happens at your practice?',
    discovery: [
      'How many calls a day are about finding a time, and who answers them?',
      'What do you do with an hour that is canceled this morning for this afternoon?',
      'How many of your patients are overdue, and who reaches out to them?',
      'Which visits would you never let a patient book alone, and why?',
    ],
    objections: [
      {
        objection: 'We would lose control of our schedule.',
        answer:
          'You offer only the hours and visits you choose. Begin with one provider and cleanings, with approval on, and open more when you trust it.',
      },
      {
        objection: 'Our patients prefer to call.',
        answer:
          'Some do, and the phone stays. The link is for the ones who call when you are closed, and for those who would otherwise book elsewhere.',
      },
      {
        objection: 'We tried online booking and patients picked the wrong visit.',
        answer:
          'That is a matter of names. We write the visits in patients’ words, ask one question where two visits look alike, and set the right length.',
      },
    ],
    nextStep:
      'Open the practice’s schedule together, choose two kinds of visit and one provider, and agree on the day the link goes on the website.',
  },
};
