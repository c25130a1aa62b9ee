import {ApiError} from '../errors/api-error.ts';
import {shellWord} from '../view-model/shell-word.ts';

/** What a place of a next step (`<project-id>`) stands for, by the kind of thing that it names. */
export type KnownIds = {project?: string | undefined; test?: string | undefined; batch?: string | undefined};

/** The ids that a command line names; of several tests none is meant. */
export function idsOf(options: Readonly<Record<string, unknown>>): KnownIds {
	const {projectId, project, testId, testIds, batchId} = options;
	const [only, ...others] = Array.isArray(testIds) ? testIds : [];
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	return {
		project: text(projectId) ?? text(project),
		test: text(testId) ?? (others.length === 0 ? text(only) : undefined),
		batch: text(batchId),
	};
}

/** Next steps that can be copied as they are: places whose id the command line knows are filled. */
export function withKnownPlaces(error: ApiError, ids: KnownIds): ApiError {
	// What this client refuses names its own arguments.
	if (error.code === 'VALIDATION_ERROR' && error.requestId === 'local') return error;
	const {resource, id} = error.details;
	let {nextAction} = error;
	// The thing that was not found is no place to look.
	for (const [kind, known] of Object.entries(ids))
		if (known !== undefined && known !== id && resource !== kind)
			nextAction = nextAction.replaceAll(`<${kind}-id>`, shellWord(known));
	if (nextAction === error.nextAction) return error;
	const {code, message, requestId, details, retryAfterSeconds} = error;
	return new ApiError(code, message, {nextAction, requestId, details, retryAfterSeconds, cause: error});
}
