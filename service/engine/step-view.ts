import type {TestStep} from '../../contract/result.ts';
import type {RunStep} from '../../contract/run.ts';
import type {Locator} from '../../contract/locator.ts';
import {assetIdOf} from '../domain/run-part.ts';
import {contributesToFailure} from '../domain/run-steps.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import type {PlannedStep, StepRow} from '../store/runs/run-steps.ts';

/** Where what a step shows is found: ids of assets, which become addresses when somebody is told of them. */
const mediaOf = (step: StepRow) => ({
	screenshotUrl: step.picture_hash && assetIdOf(step.run_id, {kind: 'step', index: step.step_index, name: 'picture'}),
	htmlSnapshotUrl: step.html_hash && assetIdOf(step.run_id, {kind: 'step', index: step.step_index, name: 'html'}),
});

/** A step that was not read has done nothing yet that could be named. */
const actionOf = (step: Pick<StepRow, 'action' | 'step_type'>): string =>
	step.action ?? (step.step_type === 'assertion' ? 'expect' : 'action');

/** The rest of its evidence, which only the steps of a run tell: a step that was reached has all of it. */
const textsOf = (step: StepRow) => {
	const part = (name: 'outline' | 'console' | 'network' | 'log') =>
		step.status === null ? null : assetIdOf(step.run_id, {kind: 'step', index: step.step_index, name});
	return {
		outlineUrl: step.outline_hash === null ? null : part('outline'),
		consoleUrl: part('console'),
		networkUrl: part('network'),
		logUrl: part('log'),
	};
};

/** A step of a run of a plan. */
export const runStep = (step: StepRow): RunStep => ({
	stepIndex: String(step.step_index).padStart(4, '0'),
	type: step.step_type,
	action: actionOf(step),
	status: step.status,
	description: step.description,
	error: step.error,
	...mediaOf(step),
	healed: step.healed === 1,
	createdAt: timestamp(step.ended_at ?? step.created_at),
	note: step.note,
	durationMs: step.duration_ms,
	reading: step.reading,
	locator: step.locator === null ? null : (JSON.parse(step.locator) as Locator),
	captured: step.captured === null ? null : (JSON.parse(step.captured) as {name: string; value: string}),
	...textsOf(step),
});

/** A step of a plan that has not ended. @param index from 1 */
export const pendingStep = (index: number, {type, description}: PlannedStep, createdAt: number): RunStep => ({
	stepIndex: String(index).padStart(4, '0'),
	type,
	action: actionOf({action: null, step_type: type}),
	status: null,
	description,
	error: null,
	screenshotUrl: null,
	htmlSnapshotUrl: null,
	healed: false,
	createdAt: timestamp(createdAt),
	note: null,
	durationMs: null,
	reading: null,
	locator: null,
	captured: null,
	outlineUrl: null,
	consoleUrl: null,
	networkUrl: null,
	logUrl: null,
});

/** The same among the steps of all runs of its test. */
export const testStep = (step: StepRow): TestStep => ({
	testId: step.test_id,
	stepIndex: step.step_index,
	action: actionOf(step),
	description: step.description,
	status: step.status,
	...mediaOf(step),
	runIdIfAvailable: step.run_id,
	codeVersion: step.code_version,
	capturedAt: nullableTimestamp(step.ended_at),
	updatedAt: timestamp(step.ended_at ?? step.created_at),
	outcomeContributesToFailure: contributesToFailure(step, step.failed_step_index),
	error: step.error,
	stepType: step.step_type,
	healed: step.healed === 1,
	note: step.note,
	durationMs: step.duration_ms,
	reading: step.reading,
});
