import {ApiError} from '../errors/api-error.ts';
import type {Notes} from '../output/notes.ts';
import {fillPlaces, tellPlaces} from '../view-model/places.ts';

/** What a place of a next step (`<project-id>`) stands for, by the kind of thing that it names. */
export type KnownIds = {
	project?: string | undefined;
	test?: string | undefined;
	batch?: string | undefined;
	run?: string | undefined;
};

/** The ids that a command line names; of several tests or runs none is meant. */
export function idsOf(options: Readonly<Record<string, unknown>>): KnownIds {
	const {projectId, project, testId, testIds, batchId, runId, runIds} = options;
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	const only = (values: unknown) => (Array.isArray(values) && values.length === 1 ? text(values[0]) : undefined);
	return {
		project: text(projectId) ?? text(project),
		test: text(testId) ?? only(testIds),
		batch: text(batchId),
		run: text(runId) ?? only(runIds),
	};
}

/** Next steps that can be typed as they are: places whose id is known are filled. */
export function withKnownPlaces(error: ApiError, ids: KnownIds): ApiError {
	const {resource, id} = error.details;
	// The thing that was not found is no place to look.
	const isMeant = ([kind, known]: [string, string | undefined]) => known !== id && resource !== kind;
	return withStep(
		error,
		fillPlaces(error.nextAction, placesOf(Object.fromEntries(Object.entries(ids).filter(isMeant)))),
	);
}

/** Next steps that say what belongs into the places that are left; the last word about an error. */
export const withPlacesTold = (error: ApiError): ApiError => withStep(error, tellPlaces(error.nextAction));

/** Both for commands in notes. @param ids asked for when a note has a place */
export const notesWithPlaces = (notes: Notes, ids: () => KnownIds): Notes => ({
	say: (kind, text) => notes.say(kind, ready(text, ids)),
	line: text => notes.line(ready(text, ids)),
});

const ready = (text: string, ids: () => KnownIds): string =>
	text.includes('<') ? tellPlaces(fillPlaces(text, placesOf(ids()))) : text;

const placesOf = (ids: KnownIds): Record<string, string | undefined> =>
	Object.fromEntries(Object.entries(ids).map(([kind, id]) => [`${kind}-id`, id]));

function withStep(error: ApiError, nextAction: string): ApiError {
	if (nextAction === error.nextAction) return error;
	const {code, message, requestId, details, retryAfterSeconds} = error;
	return new ApiError(code, message, {nextAction, requestId, details, retryAfterSeconds, cause: error});
}
