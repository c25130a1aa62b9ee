import {wordsOf} from '../../inference/word-form.ts';
import {laterHours} from '../data/later-hours.ts';
import type {Uniqueness} from '../data/unique-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlanOperation} from '../model/operation.ts';

/** How the values of a request leave room for other tests: it begins at an hour of its own, and has enough for all. */
export const amongOthers = (
	api: ApiModel,
	operation: PlanOperation,
	seed: string,
): Pick<Uniqueness, 'laterHours' | 'isCapacity'> => ({
	laterHours: laterHours(api.schemas, operation, seed),
	isCapacity: name => isCapacity(api, operation, name),
});

/** Names for how much there is of a record, or for how much of one is taken. */
const isAmount = (name: string): boolean =>
	/^(?:quantity|qty|seats?|copies|pieces|places|slots|spots|capacity|stock|tickets|units)$/.test(
		wordsOf(name).at(-1) ?? '',
	);

/**
 * Whether a number says how much others may take of a record: the copies of a book that loans name, not the seats of a
 * booking, which are taken of an event.
 */
function isCapacity(api: ApiModel, operation: PlanOperation, name: string): boolean {
	const kind = isAmount(name) ? api.kindMadeBy(operation) : undefined;
	if (kind === undefined) return false;
	const takes = api.edgesOf(operation).some(({producer}) => {
		const body = producer?.kind?.creator?.endpoint.body;
		return body ? [...api.schemas.view(body.schema).properties.keys()].some(isAmount) : false;
	});
	return (
		!takes &&
		api.edges.some(({consumer, producer}) => {
			const made = producer?.kind === kind && consumer !== operation ? api.kindMadeBy(consumer) : undefined;
			return made !== undefined && made.origin !== 'action';
		})
	);
}
