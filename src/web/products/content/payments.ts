import type { ProductContent } from './content.ts';

export const payments: ProductContent = {
  page: 'payments',
  promise: 'Patients pay from their phone, and balances are paid sooner.',
  problem:
    'Paper statements cost postage, arrive weeks after the visit and are paid weeks later. The front desk asks for money in front of the waiting room, and patients read card numbers over the phone. Every evening, the front desk matches the day’s payments by hand.',
  abilities: [
    {
      title: 'Pay by link',
      text: 'A text message with the balance and a secure page: no account, no app, no card number over the phone.',
    },
    {
      title: 'Pay at the desk',
      text: 'Card readers and phone wallets at checkout, with the receipt sent to the patient.',
    },
    {
      title: 'Cards on file and plans',
      text: 'With the patient’s consent, a card is kept for co-pays, and a large balance can be paid in monthly installments.',
    },
    {
      title: 'Matched with the ledger',
      text: 'Each payment names the patient and visit, and each payout lists its payments, so that closing the day’s books takes minutes.',
    },
  ],
  steps: [
    {
      title: 'Connect the bank account',
      text: 'The practice owner confirms the practice’s details once; payouts then arrive automatically.',
    },
    {
      title: 'Start with open balances',
      text: 'Send the payment link for balances of the last sixty days, before a paper statement goes out.',
    },
    {
      title: 'Take cards at checkout',
      text: 'Ask for the patient’s expected share at the visit, and offer to keep the card for the rest.',
    },
    {
      title: 'Close the day from one list',
      text: 'Compare the day’s payments with the ledger. Follow up on open payments each week.',
    },
  ],
  questions: [
    {
      question: 'Where are card numbers kept?',
      answer:
        'With the payment processor. Neither the practice nor we ever see or store a whole card number.',
    },
    {
      question: 'What do patients need?',
      answer:
        'A phone or a computer. The link opens a page with the amount, the practice’s name and the reason for the payment.',
    },
    {
      question: 'How do refunds work?',
      answer:
        'The team refunds all or part of a payment in the payment list. The money goes back to the card that paid.',
    },
    {
      question: 'What do the figures on this page count?',
      answer:
        'Dollars paid through the product, per location in 28 days. Payments that a practice takes elsewhere don’t count.',
    },
  ],
  talkTrack: {
    opening:
      'How many days pass between a visit and the day you have the patient’s share in your account?',
    discovery: [
      'How much has been unpaid for more than sixty days?',
      'What does one round of paper statements cost you, in postage and in hours?',
      'Who asks patients for money at the desk, and how do they feel about it?',
      'How long does it take to close the day?',
    ],
    objections: [
      {
        objection: 'We have a card terminal from our bank.',
        answer:
          'Keep it as long as you like. Start with payment links for balances that aren’t paid at the desk, and compare after a month.',
      },
      {
        objection: 'The fees are higher.',
        answer:
          'Compare the fee with postage, paper, hours and the balances that are never paid. If your own numbers show no gain, we stop.',
      },
      {
        objection: 'Patients will think the message is a fraud.',
        answer:
          'The message comes from the number that also reminds patients of visits. It names the practice and never asks for card numbers.',
      },
    ],
    nextStep:
      'Ask for the total of open balances under sixty days, and agree to send the link to those patients in the first week.',
  },
};
