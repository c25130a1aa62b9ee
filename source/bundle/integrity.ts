import type {RunId} from '../../contract/ids.ts';
import type {FailureContext} from '../../contract/result.ts';
import {ApiError} from '../errors/api-error.ts';
import {isEvidenceKind} from './bundle-files.ts';

type IntegrityReason =
	| 'snapshot_id_mismatch'
	| 'test_id_mismatch'
	| 'code_version_mismatch'
	| 'run_id_mismatch'
	| 'run_id_missing'
	| 'evidence_missing_failed_step'
	| 'unsafe_name';

/**
 * Checks that all parts of a failure context describe one run, before anything is written ("All parts of one
 * FailureContext come from one run and carry one snapshotId"). Throws VALIDATION_ERROR with `details.reason`.
 * @param requestedRunId set for the bundle of one run, whose rules are stricter
 * @param requestId of the answer, to report it by
 */
export function checkIntegrity(context: FailureContext, requestedRunId: RunId | null, requestId?: string): void {
	try {
		checkParts(context, requestedRunId);
	} catch (error) {
		if (!(error instanceof Inconsistency)) throw error;
		throw new ApiError('VALIDATION_ERROR', `The failure bundle is inconsistent: ${error.message}.`, {
			nextAction: 'Nothing was written. Try again; if it keeps happening, report it to whoever runs the service.',
			...(requestId === undefined ? {} : {requestId}),
			details: {field: 'bundle', reason: error.reason},
		});
	}
}

/** Parts of a failure context that do not belong together. */
class Inconsistency extends Error {
	override readonly name = 'Inconsistency';
	readonly reason: IntegrityReason;

	constructor(reason: IntegrityReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

function checkParts(context: FailureContext, requestedRunId: RunId | null): void {
	const {result, steps, code, failure} = context;
	// A result that does not say which snapshot it is of speaks against none.
	if (result.snapshotId !== null && context.snapshotId !== result.snapshotId)
		refuse('snapshot_id_mismatch', 'the result is of another snapshot');
	if ([result, code, ...steps].some(part => part.testId !== context.testId)) {
		refuse('test_id_mismatch', 'a part is of another test');
	}
	checkCodeVersions(context, requestedRunId);
	checkRunIds(context, requestedRunId);
	for (const {stepIndex} of steps) checkStepIndex(stepIndex);
	for (const {stepIndex, kind} of failure.evidence) {
		checkStepIndex(stepIndex);
		if (!isEvidenceKind(kind)) refuse('unsafe_name', 'a piece of evidence is of an unknown kind');
	}
	const failed = result.failedStepIndex;
	if (failed !== null && failure.evidence.length > 0 && !failure.evidence.some(item => item.stepIndex === failed)) {
		refuse('evidence_missing_failed_step', `the evidence says nothing of the failed step ${failed}`);
	}
}

function checkCodeVersions({result, code, steps}: FailureContext, requestedRunId: RunId | null): void {
	const versions = [result.codeVersion, code.codeVersion, ...(requestedRunId ? steps.map(s => s.codeVersion) : [])];
	if (new Set(versions.filter(version => version !== null)).size > 1) {
		refuse('code_version_mismatch', 'the parts are of different code versions');
	}
}

function checkRunIds({result, steps}: FailureContext, requestedRunId: RunId | null): void {
	const ids = new Set(steps.map(step => step.runIdIfAvailable).filter(id => id !== null));
	if (ids.size > 1) refuse('run_id_mismatch', 'the steps are of different runs');
	if (requestedRunId === null) return;
	if (result.runIdIfAvailable === null) refuse('run_id_missing', 'the result does not say which run it is of');
	if (result.runIdIfAvailable !== requestedRunId || (ids.size === 1 && !ids.has(requestedRunId))) {
		refuse('run_id_mismatch', 'the answer is of another run');
	}
}

function checkStepIndex(index: number): void {
	if (!Number.isInteger(index) || index < 0) refuse('unsafe_name', 'a step index is not a whole number');
}

function refuse(reason: IntegrityReason, message: string): never {
	throw new Inconsistency(reason, message);
}
