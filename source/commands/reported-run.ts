import type {BatchMember} from '../../contract/batch.ts';
import {outcomeOfMember} from '../../contract/outcome-counts.ts';
import type {Run} from '../../contract/run.ts';
import type {SeenCase} from './wait-report.ts';

const warningsOf = ({advisories = []}: Pick<Run, 'advisories'>) =>
	advisories.length > 0 ? {warnings: advisories.map(({message}) => message)} : {};

/** A run as a report shows it. */
export const caseOfRun = (run: Run): SeenCase => ({
	testId: run.testId,
	runId: run.runId,
	projectId: run.projectId,
	status: run.status,
	failureKind: run.failureKind,
	error: run.error,
	durationMs: run.startedAt && run.finishedAt ? Date.parse(run.finishedAt) - Date.parse(run.startedAt) : null,
	dashboardUrl: run.dashboardUrl ?? null,
	...(run.testTitle ? {name: run.testTitle} : {}),
	...warningsOf(run),
});

/** A member of a batch as a report shows it. */
export const caseOfMember = (member: BatchMember): SeenCase => ({
	testId: member.testId,
	runId: member.runId,
	projectId: member.projectId,
	name: member.name,
	...outcomeOfMember(member),
	failureKind: member.failureKind,
	error: member.error,
	durationMs: member.durationMs,
	...warningsOf(member),
});
