import type {Batch, BatchMember, BatchRunTicket} from '../../../../contract/batch.ts';
import type {Run} from '../../../../contract/run.ts';
import {samples} from '../../../../contract/samples/index.ts';
import type {Stub} from '../../../helpers/strict-service.ts';

/** What a service answers to `svc test run`: of one test `t1` with its run `r1`, and of batches. */
export const ticket = {...samples.triggerRun({}), runId: 'r1', batchId: 'b1', dashboardUrl: null};
export const sampleRun = samples.getRun({});
export const run = (fields: Partial<Run> = {}): Run => ({
	...sampleRun,
	runId: 'r1',
	testId: 't1',
	batchId: 'b1',
	stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
	dashboardUrl: null,
	...fields,
});

export const sampleBatch = samples.getBatch({});
export const member = (fields: Partial<BatchMember>): BatchMember => ({
	...sampleBatch.members[1]!,
	role: 'selected',
	wave: 1,
	...fields,
});
export const batchOf = (members: BatchMember[], fields: Partial<Batch> = {}): Batch => ({
	...sampleBatch,
	batchId: 'b1',
	members,
	...fields,
});
export const accepted = (...ids: string[]): BatchRunTicket => ({
	batchId: 'b1',
	accepted: ids.map(id => ({testId: `t${id}`, runId: `r${id}`, enqueuedAt: ticket.enqueuedAt, role: 'selected'})),
	conflicts: [],
	deferred: [],
	skippedFrontend: [],
	skippedIntegration: [],
});
export const ofTest1: Stub = {request: 'GET /tests/t1', answer: {...samples.getTest({}), projectId: 'p'}};
export const start = (body: object, answer: object): Stub => ({
	request: 'POST /tests/batch/run',
	status: 202,
	body: {source: 'cli', ...body},
	answer,
});
