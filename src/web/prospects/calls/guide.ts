import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';

export const createCallListGuide = createGuideFactory({
  metrics: ['prospectScore'],
  controls: [
    {
      id: 'call-progress',
      label: 'Progress',
      does: 'How far you are. The page’s link keeps your place, also after a reload.',
    },
    {
      id: 'call-facts',
      label: 'Prospect',
      does: 'Phone number, score, stage, nearest customer and the last note. Tap the number to call it.',
    },
    {
      id: 'prospect-talking-points',
      label: 'Talking points',
      does: 'Sentences for the call, made of figures of comparable customers.',
    },
    {
      id: 'call-outcome',
      label: 'Outcome',
      does: 'Record the outcome to go to the next prospect. Each outcome adds a note. When you reached the practice, it can move to the next stage; “Not interested” moves it to Lost with the reason; “Do not contact” marks it.',
    },
    {
      id: 'call-skipped',
      label: 'Left out',
      does: 'Selected prospects that must not be called or have no phone number.',
    },
  ],
  keys: [
    ...globalKeys,
    { keys: ['1–6'], does: 'Record an outcome' },
    { keys: ['n', 's', 'u'], does: 'Write a note, skip, undo or go back' },
  ],
  howItWorks: () => [
    {
      title: 'Undoing a call',
      blocks: [
        'Undo returns to the previous prospect, deletes the note of its call, and reverses its move or mark. It’s refused if the call moved or marked the prospect and the prospect has changed since.',
        'Undo works until you leave or reload the page. After that, Back only returns to the previous prospect.',
      ],
    },
  ],
});
