import type {Batch, BatchMember} from '../../../contract/batch.ts';
import type {Run} from '../../../contract/run.ts';

const createdAt = '2026-01-31T09:30:00.000Z';
const stepSummary = {total: 0, completed: 0, passedCount: 0, failedCount: 0};

/** The smallest answer to `GET /me`. */
export const meAnswer = {userId: 'usr_1', keyId: 'key_1', scopes: ['read:me'], env: 'test'};

/** A run in flight, changed by `changes`. */
export const runAnswer = (changes: Partial<Run> = {}): Run => ({
	runId: 'run_1',
	testId: 'tst_1',
	projectId: 'prj_1',
	userId: 'usr_1',
	batchId: 'bat_1',
	createdAt,
	status: 'running',
	batchPhase: 'tests',
	source: 'cli',
	startedAt: null,
	finishedAt: null,
	codeVersion: null,
	targetUrl: null,
	createdFrom: null,
	failedStepIndex: null,
	failureKind: null,
	error: null,
	videoUrl: null,
	stepSummary,
	...changes,
});

/** A member of a batch. */
export const memberAnswer = (runId: string, changes: Partial<BatchMember> = {}): BatchMember => ({
	testId: `tst_${runId}`,
	runId,
	projectId: 'prj_1',
	name: runId,
	type: 'backend',
	kind: 'endpoint',
	priority: null,
	role: 'selected',
	wave: 1,
	status: 'queued',
	label: 'Pending',
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
	stepSummary,
	previousRunId: null,
	previousStatus: null,
	rev: 1,
	...changes,
});

/** A batch in its test phase, changed by `changes`. */
export const batchAnswer = (changes: Partial<Batch> = {}): Batch => ({
	batchId: 'bat_1',
	projectId: 'prj_1',
	projectIds: ['prj_1'],
	trigger: 'run',
	source: 'cli',
	phase: 'tests',
	status: 'running',
	outcome: null,
	skipDependencies: false,
	environment: null,
	targetUrl: null,
	scheduleId: null,
	testListId: null,
	previousBatchId: null,
	summary: {total: 0, queued: 0, running: 0, passed: 0, failed: 0, blocked: 0, cancelled: 0, skipped: 0},
	credits: {held: 0, charged: 0},
	createdAt,
	startedAt: null,
	finishedAt: null,
	version: 1,
	delta: false,
	waves: [],
	currentWave: 1,
	members: [],
	cleanup: {
		state: 'waiting',
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
	...changes,
});
