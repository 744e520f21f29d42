import { Alert, Anchor, Container, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { RulesVersion } from '#shared/scoring/rules.ts';
import { userQuery } from '#web/auth/data.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { scoringRulesQuery } from './data.ts';
import { FreshnessStrip } from './FreshnessStrip.tsx';
import { freshnessQuery } from './freshness.ts';
import { RulesForm } from './RulesForm.tsx';
import { RulesTrialPanel } from './RulesTrialPanel.tsx';
import { VersionTable } from './VersionTable.tsx';

/** Page of the scoring rules with trials and the history of versions. */
export function ScoringRulesPage() {
  const rules = useQuery(scoringRulesQuery);
  const freshness = useQuery(freshnessQuery);
  const weekEnd = freshness.data?.officialWeekEnd;
  return (
    <Container component="main" size="lg" py="lg">
      <Stack gap="lg">
        <div>
          <PageTitle>Scoring rules</PageTitle>
          <Text size="sm" c="dimmed" maw="70ch">
            Changes apply from the next official week. Closed weeks keep the rules with which they
            were scored.
          </Text>
          <Anchor component={Link} to={`${paths.admin}?part=settings`} size="sm">
            Other settings
          </Anchor>
          <FreshnessStrip
            weekEnd={weekEnd ?? undefined}
            isUnavailable={freshness.isError || weekEnd === null}
          />
        </div>
        {rules.data === undefined ? (
          rules.error === null ? (
            <LoadingSkeleton label="Loading the rules">
              <SkeletonBlock height={420} />
              <SkeletonBlock height={260} />
            </LoadingSkeleton>
          ) : (
            <ErrorState
              title="Couldn’t load the scoring rules"
              error={rules.error}
              onRetry={() => void rules.refetch()}
            />
          )
        ) : (
          <Rules versions={rules.data.rows} />
        )}
      </Stack>
    </Container>
  );
}

function Rules({ versions }: { versions: readonly RulesVersion[] }) {
  const [parameters, setParameters] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const isAdmin = user?.role === 'admin';
  const trialId = parameters.get('trial');
  const [newest] = versions;
  if (newest === undefined) return null;
  return (
    <>
      {newest.weeks === 0 && versions.length > 1 && (
        <Alert
          variant="light"
          title={`Version ${newest.version} applies from the next official week`}
        >
          The provisional score already uses these rules. The official score uses them once this
          week is closed.
        </Alert>
      )}
      <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="rules-form">
        <RulesForm
          key={newest.version}
          newest={newest}
          isEditable={isAdmin}
          onTrialStarted={(trial) => setParameters({ trial })}
        />
      </Paper>
      {isAdmin && trialId !== null && (
        <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="rules-trial">
          <RulesTrialPanel
            trialId={trialId}
            newestVersion={newest.version}
            onSaved={() => setParameters({})}
          />
        </Paper>
      )}
      <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="rules-versions">
        <VersionTable versions={versions} />
      </Paper>
    </>
  );
}
