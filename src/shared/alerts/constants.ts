export const alertRuleParameters = {
  /** Maximum number of action items that alert rules open per user and day. */
  perPersonAndDay: 5,
  /** Days until a rule fires again for an open action item, if the customer still matches. */
  againDays: 7,
  /**
   * Number of days after the closing of an action item during which its rule does not fire for the
   * customer.
   */
  quietDays: 28,
  /**
   * `leastShown`: minimum number of closed action items for reporting a share. `leastToMute`:
   * minimum number for suggesting to mute the rule.
   */
  leastShown: 5,
  leastToMute: 10,
  /** Share of action items acted on, 0–1, below which muting the rule is suggested. */
  muteBelow: 0.2,
  /** Share of customers, 0–1, above which a rule is marked as matching too many. */
  broadShare: 0.1,
  /** Number of official weeks in a rule trial. */
  trialWeeks: 13,
  /** Hours of the day between which users are notified of new action items. */
  notifyFrom: 8,
  notifyUntil: 18,
} as const;
