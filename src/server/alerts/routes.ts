import type { FastifyInstance } from 'fastify';
import { createActionItemListReader } from '#server/action-items/list.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import {
  type AlertRuleFields,
  exportAlertRules,
  getAlertRules,
  postAlertRule,
} from '#shared/alerts/alerts.ts';
import { alertRuleColumns } from '#shared/alerts/columns.ts';
import { isDeclineRule } from '#shared/alerts/rules.ts';
import { dayIn } from '#shared/core/dates.ts';
import { namedConditions } from './conditions.ts';
import { type AlertConditions, parseAlertConditions } from './conditions-sql.ts';
import { evaluateAlertRules } from './evaluate.ts';
import { readAlertRules, readAlertRulesOverview } from './list.ts';
import { findMatchingCustomers } from './matching-queries.ts';
import {
  countScoredCustomers,
  isRuleAlreadySaved,
  isRuleNameTaken,
  isSaveOnlyUnmuting,
  lockRule,
  replaceRuleBaseline,
  saveRule,
} from './queries.ts';
import { isBroadRule } from './rules.ts';

export function alertRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const calls = createActionItemListReader(dependencies);

  route(app, getAlertRules, async ({ user }) =>
    readAlertRulesOverview(dependencies, (await calls()).answer.rows, user.name),
  );

  csvRoute(app, exportAlertRules, alertRuleColumns(env.BUSINESS_TIME_ZONE), async () => {
    // Counting all customers would take most of the time, and the export doesn't show their number.
    const rows = await readAlertRules(dependencies, (await calls()).answer.rows);
    return { rows, fileName: `alert-rules-${dayIn(env.BUSINESS_TIME_ZONE, clock())}` };
  });

  function requireReadable(conditions: AlertConditions): void {
    const { filters, search, problems } = conditions;
    if (problems.length > 0) throw unprocessable(`conditions: ${problems.join(' ')}`);
    if (filters.length === 0 && search === '')
      throw unprocessable(
        'conditions: must not be empty, because the rule would fire for every customer',
      );
  }

  async function requireNarrow(
    matching: number,
    rule: AlertRuleFields,
    acceptsBroad: boolean,
  ): Promise<void> {
    if (!rule.isOn || acceptsBroad) return;
    const customers = await countScoredCustomers(foreground);
    if (isBroadRule(matching, customers))
      throw unprocessable(
        `The rule matches ${matching} of ${customers} customers. Narrow its conditions, or confirm that you want a rule this broad.`,
      );
  }

  route(app, postAlertRule, async ({ params: { ruleId }, body, user }) => {
    const rule = { ...body.rule, conditions: namedConditions(body.rule.conditions, user.name) };
    const conditions = parseAlertConditions(rule.conditions);
    // A rule with conditions that cannot be parsed can still be muted.
    if (rule.isOn) requireReadable(conditions);
    const matching = await findMatchingCustomers(dependencies, conditions);
    await requireNarrow(matching.length, rule, body.acceptsBroad);
    const saved = { ruleId, version: body.version + 1, rule, userId: user.id, at: clock() };
    const begins = await foreground.transaction().execute(async (transaction) => {
      // Saves run one at a time, so that two concurrent saves cannot use the same name.
      await acquireNamedLock(transaction, 'alert rule names');
      const current = await lockRule(transaction, ruleId);
      if (await isRuleAlreadySaved(transaction, saved)) return false;
      if ((current?.version ?? 0) !== body.version) throw changedMeanwhile('This rule');
      if (await isRuleNameTaken(transaction, saved))
        throw conflict('Another rule has this name. Choose a different one.');
      const undoesMute = !body.includesPresent && (await isSaveOnlyUnmuting(transaction, saved));
      if (!(await saveRule(transaction, saved))) throw changedMeanwhile('This rule');
      const begins =
        rule.isOn &&
        !undoesMute &&
        (current === undefined || !current.isOn || current.conditions !== rule.conditions);
      if (begins)
        await replaceRuleBaseline(transaction, ruleId, body.includesPresent ? [] : matching);
      const detail = {
        version: saved.version,
        rule,
        includesPresent: begins && body.includesPresent,
      };
      const audit = {
        at: saved.at,
        actor: user.id,
        action: 'alert_rule.save' as const,
        objectType: 'alert_rule',
        objectId: ruleId,
      };
      await writeAudit(transaction, { ...audit, detail });
      return begins;
    });
    if (!begins || !body.includesPresent)
      return { version: saved.version, opened: 0, heldBack: 0, isSilent: false };
    const { opened, heldBack, silent } = await evaluateAlertRules(dependencies, {
      day: dayIn(env.BUSINESS_TIME_ZONE, saved.at),
      ruleId,
    });
    return {
      version: saved.version,
      opened,
      heldBack: heldBack.reduce((sum, { calls }) => sum + calls, 0),
      isSilent: silent.length > 0 && isDeclineRule(conditions.filters),
    };
  });
}
