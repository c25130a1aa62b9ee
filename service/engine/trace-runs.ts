import type {Tracing} from '../domain/tracing.ts';
import type {TraceRun} from './dispatcher.ts';

/** A span for every execution; those of a batch are one trace, whichever worker executes them. */
export const traceRuns =
	(tracing: Tracing): TraceRun =>
	run => {
		const span = tracing.start(`run ${run.type}`, {
			kind: 'internal',
			group: run.batch_id,
			attributes: {
				'svc.run.id': run.id,
				'svc.run.attempt': run.attempt,
				'svc.batch.id': run.batch_id,
				'svc.test.id': run.test_id,
				'svc.project.id': run.project_id,
			},
		});
		return outcome => {
			if (outcome === null) return span.end({}, 'the runner failed');
			const {status, failureKind, calls} = outcome;
			// The reason in words may quote what an API has answered: whoever reads traces need not see that.
			const attributes = {'svc.run.status': status, 'svc.run.calls': calls.length};
			span.end(
				failureKind === null ? attributes : {...attributes, 'svc.run.failure_kind': failureKind},
				status === 'failed' ? (failureKind ?? status) : undefined,
			);
		};
	};
