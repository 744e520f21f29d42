import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  type AlertTrial,
  getAlertRuleTest,
  postAlertPreview,
  postAlertRun,
  postAlertTrial,
  postAlertUndo,
} from '#shared/alerts/alerts.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { User } from '#shared/core/user.ts';
import { namedConditions } from './conditions.ts';
import { parseAlertConditions } from './conditions-sql.ts';
import { evaluateAlertRules } from './evaluate.ts';
import { findMatchingCustomers } from './matching-queries.ts';
import { previewAlertRule } from './preview.ts';
import { findAlertRuleRows } from './queries.ts';
import { findRuleTest, saveRuleTest } from './test-queries.ts';
import { simulateConditions } from './trial.ts';
import { findRuleToRestore, undoTurningOn } from './undo.ts';

/** Routes for trying, running and turning off a single alert rule. */
export function alertRuleRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;

  route(app, postAlertTrial, async ({ body: { conditions: text, ruleId }, user }) => {
    const conditions = namedConditions(text, user.name);
    const trial = await simulateConditions(dependencies, conditions);
    if (ruleId !== undefined) await keepTest(ruleId, { conditions, trial, user });
    return trial;
  });

  /** Saves a test of a rule. Only an admin, who can save the rule, also tests a new rule. */
  async function keepTest(
    ruleId: string,
    { conditions, trial, user }: { conditions: string; trial: AlertTrial; user: User },
  ): Promise<void> {
    const [rule] = await findAlertRuleRows(foreground, [ruleId]);
    if (rule === undefined && user.role !== 'admin') return;
    const version =
      rule === undefined ? 1 : rule.conditions === conditions ? rule.version : rule.version + 1;
    await saveRuleTest(foreground, {
      ...{ ruleId, version, conditions, trial },
      userId: user.id,
      at: clock(),
    });
  }

  route(app, getAlertRuleTest, async ({ params }) => {
    const test = await findRuleTest(foreground, params.ruleId);
    return {
      test: test === undefined ? null : { ...test, testedAt: test.testedAt.toISOString() },
    };
  });

  route(app, postAlertPreview, ({ params, body, user }) =>
    previewAlertRule(dependencies, {
      ...body,
      ...params,
      conditions: namedConditions(body.conditions, user.name),
    }),
  );

  route(app, postAlertRun, async ({ params: { ruleId }, user }) => {
    const [rule] = await findAlertRuleRows(foreground, [ruleId]);
    if (rule === undefined) throw notFound('This rule');
    if (!rule.isOn) throw unprocessable('This rule is off. Turn it on to run it.');
    const conditions = parseAlertConditions(rule.conditions);
    if (conditions.problems.length > 0) throw unprocessable(conditions.problems.join(' '));
    const at = clock();
    const { opened, again, heldBack, silent } = await evaluateAlertRules(dependencies, {
      day: dayIn(env.BUSINESS_TIME_ZONE, at),
      ruleId,
    });
    const result = {
      opened,
      again,
      heldBack: heldBack.reduce((sum, { calls }) => sum + calls, 0),
      isSilent: silent.length > 0,
    };
    await writeAudit(foreground, {
      at,
      actor: user.id,
      action: 'alert_rule.run',
      objectType: 'alert_rule',
      objectId: ruleId,
      detail: { name: rule.name, ...result },
    });
    return {
      ...result,
      matching: (await findMatchingCustomers(dependencies, conditions)).length,
    };
  });

  route(app, postAlertUndo, async ({ params: { ruleId }, body: { version }, user }) => {
    const { rule } = await findRuleToRestore(foreground, { ruleId, version });
    const baseline = await findMatchingCustomers(
      dependencies,
      parseAlertConditions(rule.conditions),
    );
    return foreground
      .transaction()
      .execute((transaction) =>
        undoTurningOn(transaction, { ruleId, version }, { baseline, userId: user.id, at: clock() }),
      );
  });
}
