import { writeAudit } from '#server/core/audit/audit.ts';
import { deleteEndedRateLimitWindows } from '#server/core/http/shared-windows-queries.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { retentionSettingsSchema } from '#shared/admin/retention/retention-settings-schema.ts';
import { conversationSettingsSchema } from '#shared/assistant/conversation-settings.ts';
import { addDays } from '#shared/core/dates.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import {
  deleteOldConversations,
  deleteOldImportRuns,
  deleteOldSessions,
  deleteOldSignIns,
} from './queries.ts';

/**
 * Deletes data past its retention period and writes the number of deleted rows to the audit log. A
 * second run deletes nothing more.
 */
const applyRetention: Job = {
  name: 'retention.apply',
  words: {
    title: 'Retention periods',
    result: {
      sessions: ['session deleted', 'sessions deleted'],
      signIns: ['sign-in record', 'sign-in records'],
      imports: ['import record', 'import records'],
      conversations: ['conversation', 'conversations'],
    },
  },
  async run({ database, clock }, { signal }) {
    const before = (days: number) =>
      new Date(`${addDays(clock().toISOString().slice(0, 10), -days)}T00:00:00Z`);
    const { background } = database;
    const { sessionDays, signInDays, importDays, conversationDays } = await readNewestSettings(
      background,
      retentionSettingsSchema.extend(conversationSettingsSchema.shape),
    );
    await deleteEndedRateLimitWindows(background);
    const forgotten = {
      sessions: await deleteOldSessions(background, before(sessionDays), signal),
      signIns: await deleteOldSignIns(background, before(signInDays), signal),
      imports: await deleteOldImportRuns(background, before(importDays), signal),
      conversations: await deleteOldConversations(background, before(conversationDays), signal),
    };
    if (Object.values(forgotten).some((count) => count > 0))
      await writeAudit(background, {
        at: clock(),
        actor: 'retention',
        action: 'retention.apply',
        objectType: 'database',
        objectId: 'database',
        detail: {
          forgotten,
          days: {
            sessions: sessionDays,
            signIns: signInDays,
            imports: importDays,
            conversations: conversationDays,
          },
        },
      });
    return forgotten;
  },
};

export const retentionJobs = [applyRetention];

export const retentionSchedules: readonly Schedule[] = [
  {
    key: 'retention.apply',
    job: 'retention.apply',
    cron: '40 3 * * *',
    misfire: 'latest',
    maxLateMinutes: 24 * 60,
    text: 'Old sessions, sign-in records, import records and conversations with the assistant are deleted daily at 3:40 AM.',
  },
];
