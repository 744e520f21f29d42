import type { ProductContent } from './content.ts';

export const communications: ProductContent = {
  page: 'communications',
  promise: 'Every patient hears from the practice in time, and can answer.',
  problem:
    'Reminder calls reach voicemail, and patients text a number that no one reads. Happy patients say nothing, while the one unhappy patient posts a review the same evening. The front desk works with four tools and still misses messages.',
  abilities: [
    {
      title: 'One inbox for messages',
      text: 'Text messages of the whole practice in one inbox. Staff assign and answer the messages, which stay with the patient’s record.',
    },
    {
      title: 'Reminders with confirmation',
      text: 'Reminders by text, email or call, at the times the practice sets. A confirmation goes straight to the schedule.',
    },
    {
      title: 'Reviews while the visit is fresh',
      text: 'After the visit, patients are asked how it was, with one tap to the public review page. Every patient is asked, not only the happy ones.',
    },
    {
      title: 'Messages only with consent',
      text: 'Consent and opt-outs are kept for each patient and channel, and no message is sent during quiet hours.',
    },
  ],
  steps: [
    {
      title: 'Bring the practice’s number',
      text: 'Patients text the number they already know, so calls and messages share one number.',
    },
    {
      title: 'Set the reminders',
      text: 'Start with reminders a week, two days and two hours before the visit. Each kind of visit can have its own times.',
    },
    {
      title: 'Give the inbox an owner',
      text: 'Each day, one person answers messages, with saved replies for the ten most common questions.',
    },
    {
      title: 'Ask for reviews, and read them',
      text: 'Answer each review within two days, and tell the team what patients praise.',
    },
  ],
  questions: [
    {
      question: 'Can patients stop the messages?',
      answer:
        'Yes. For each channel, a one-word reply is enough. The opt-out applies to all later messages until the patient revokes it.',
    },
    {
      question: 'Who sees what patients write?',
      answer:
        'The people the practice gives access to. Messages stay with the patient’s conversation and show who answered.',
    },
    {
      question: 'May we ask only happy patients for reviews?',
      answer:
        'No. Review sites forbid it, and the product doesn’t allow it: every patient gets the same request after a visit.',
    },
    {
      question: 'Why are there three figures on this page?',
      answer:
        'Messages, reminders and reviews are three products with different volumes. A single total would mostly show reminders.',
    },
  ],
  talkTrack: {
    opening: 'If a patient texts your practice’s number right now, who reads it, and when?',
    discovery: [
      'How do you remind patients today, and how do you learn that they will come?',
      'How many visits were missed last month without a word?',
      'Where do patients read about you, and when did you last answer a review?',
      'How many tools does your front desk have open to talk with patients?',
    ],
    objections: [
      {
        objection: 'Patients get too many messages already.',
        answer:
          'Then send fewer and better messages. Reminders can stop once a visit is confirmed, and each patient chooses the channel.',
      },
      {
        objection: 'We have no time to answer texts.',
        answer:
          'Answering a question by phone takes longer. Saved replies cover the common questions. Begin with one responsible person and fixed hours.',
      },
      {
        objection: 'Asking for reviews invites bad ones.',
        answer:
          'Unhappy patients post anyway. With requests to everyone, the satisfied majority is heard too, and you learn of a problem on the day of the visit.',
      },
    ],
    nextStep:
      'Agree on who owns the inbox and on the reminder times, and send the first reminders for one provider this week.',
  },
};
