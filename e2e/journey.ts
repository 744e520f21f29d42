import { expect, test } from '@playwright/test';

/** Counts what a person does to finish a job: a step is one action with the choice that belongs to it, such as to open a menu and choose. */
export class Journey {
  private readonly steps: string[] = [];

  async step(what: string, act: () => Promise<void>): Promise<void> {
    this.steps.push(what);
    await test.step(what, act);
  }

  expectAtMost(limit: number): void {
    expect(this.steps.length, this.steps.join(', then ')).toBeLessThanOrEqual(limit);
  }
}
