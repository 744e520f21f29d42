import { expect, test } from '@playwright/test';

/**
 * Counts the steps of a user's task. A step is an action with its choice, such as opening a menu
 * and selecting an item.
 */
export class JourneyStepCounter {
  private readonly steps: string[] = [];

  async step(what: string, act: () => Promise<void>): Promise<void> {
    this.steps.push(what);
    await test.step(what, act);
  }

  expectAtMost(limit: number): void {
    expect(this.steps.length, this.steps.join(', then ')).toBeLessThanOrEqual(limit);
  }
}
