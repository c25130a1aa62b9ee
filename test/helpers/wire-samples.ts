import {type Batch, type BatchMember, batch, batchMember, type Wave} from '../../contract/batch.ts';
import {type Project, project} from '../../contract/project.ts';
import {latestResult} from '../../contract/result.ts';
import {type Test, test, testCode} from '../../contract/test.ts';

/** Objects of the wire for tests; each is parsed by its own schema, so that it is what a service could send. */

const moment = '2026-01-31T09:00:00.000Z';

export const sampleProject = (overrides: Partial<Project> = {}): Project =>
	project.parse({
		id: 'prj_1',
		projectId: overrides.id ?? 'prj_1',
		name: 'shop-api',
		type: 'backend',
		createdFrom: 'cli',
		createdAt: moment,
		updatedAt: moment,
		targetUrl: 'http://shop.test',
		lastBatchId: null,
		...overrides,
	});

export const sampleTest = (overrides: Partial<Test> = {}): Test =>
	test.parse({
		id: 'tst_1',
		projectId: 'prj_1',
		name: 'creates an order',
		type: 'backend',
		createdFrom: 'cli',
		status: 'ready',
		createdAt: moment,
		updatedAt: moment,
		priority: 'p1',
		produces: ['orderId'],
		consumes: [],
		category: 'functional',
		...overrides,
	});

export const sampleMember = (overrides: Partial<BatchMember> = {}): BatchMember =>
	batchMember.parse({
		testId: 'tst_1',
		runId: 'run_1',
		projectId: 'prj_1',
		name: 'creates an order',
		type: 'backend',
		kind: 'endpoint',
		priority: 'p1',
		role: 'selected',
		wave: 1,
		status: 'queued',
		note: null,
		startedAt: null,
		finishedAt: null,
		durationMs: null,
		failureKind: null,
		error: null,
		blockedBy: null,
		waitingFor: [],
		produces: [],
		consumes: [],
		stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
		previousRunId: null,
		previousStatus: null,
		rev: 1,
		...overrides,
		label: overrides.label ?? labelOf(overrides.status ?? 'queued'),
	});

const labels: Record<string, string> = {queued: 'Pending', running: 'Running', passed: 'Pass', failed: 'Failed'};
const labelOf = (status: string): string => labels[status] ?? `${status[0]?.toUpperCase()}${status.slice(1)}`;

/** A batch whose counts and waves follow from its members. */
export function sampleBatch(members: readonly BatchMember[], overrides: Partial<Batch> = {}): Batch {
	const count = (status: string) => members.filter(member => member.status === status).length;
	const isOver = members.every(({status}) => status !== 'queued' && status !== 'running');
	const numbers = [...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b);
	const waves = numbers.map((number): Wave => {
		const own = members.filter(({wave}) => wave === number);
		const finished = own.filter(({status}) => status !== 'queued' && status !== 'running').length;
		return {
			wave: number,
			kind: 'tests',
			status: finished === own.length ? 'done' : 'running',
			total: own.length,
			finished,
			rev: 1,
		};
	});
	const outcome = ['failed', 'blocked', 'cancelled'].find(status => count(status) > 0) ?? 'passed';
	return batch.parse({
		batchId: 'bat_1',
		projectId: 'prj_1',
		projectIds: ['prj_1'],
		trigger: 'run_all',
		source: 'cli',
		phase: isOver ? 'done' : 'tests',
		status: isOver ? outcome : 'running',
		outcome: isOver ? outcome : null,
		skipDependencies: false,
		environment: null,
		targetUrl: null,
		scheduleId: null,
		testListId: null,
		previousBatchId: null,
		summary: {
			total: members.length,
			queued: count('queued'),
			running: count('running'),
			passed: count('passed'),
			failed: count('failed'),
			blocked: count('blocked'),
			cancelled: count('cancelled'),
			skipped: 0,
		},
		credits: {held: 0, charged: 0},
		createdAt: '2026-01-31T09:29:30.000Z',
		startedAt: '2026-01-31T09:29:30.000Z',
		finishedAt: isOver ? '2026-01-31T09:30:00.000Z' : null,
		version: 1,
		delta: false,
		waves,
		currentWave: waves.find(({status}) => status === 'running')?.wave ?? numbers.length,
		members: [...members],
		cleanup: {
			state: 'none',
			captured: 0,
			cleaned: 0,
			orphaned: 0,
			kept: 0,
			dismissed: 0,
			pending: 0,
			startedAt: null,
			finishedAt: null,
		},
		auth: null,
		advisories: [],
		...overrides,
	});
}

export const sampleCode = (code: string, codeVersion = 'v1') =>
	testCode.parse({testId: 'tst_1', language: 'python', framework: 'pytest', code, codeVersion});

export const sampleResult = (overrides: Record<string, unknown> = {}) =>
	latestResult.parse({
		testId: 'tst_1',
		snapshotId: 'snp_1',
		status: 'running',
		verdict: null,
		executionStatus: 'running',
		summary: 'The test is running.',
		startedAt: moment,
		finishedAt: null,
		videoUrl: null,
		failureAnalysisUrl: null,
		runIdIfAvailable: 'run_1',
		codeVersion: 'v1',
		targetUrl: null,
		failedStepIndex: null,
		failureKind: null,
		...overrides,
	});
