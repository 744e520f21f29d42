export const alertRules = {
  /** Maximum number of new action items per user and day from alert rules. */
  perPersonAndDay: 5,
  /** Days until a rule fires again for an open action item whose customer still matches. */
  againDays: 7,
  /** Days after an action item is closed during which its rule doesn't fire for the customer. */
  quietDays: 28,
  /**
   * Minimum number of closed action items from which a share is reported; `leastToMute` is the
   * minimum from which muting the rule is suggested.
   */
  leastShown: 5,
  leastToMute: 10,
  /** Share of action items acted on below which a rule counts as noise. */
  muteBelow: 0.2,
  /** Share of customers above which a matching rule counts as broad. */
  broadShare: 0.1,
  /** Number of official weeks in a rule trial. */
  trialWeeks: 13,
  /** First and last hour of the day for notifications of new action items. */
  notifyFrom: 8,
  notifyUntil: 18,
} as const;
