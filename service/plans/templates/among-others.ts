import {wordsOf} from '../../inference/word-form.ts';
import {laterHours} from '../data/later-hours.ts';
import type {Uniqueness} from '../data/unique-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {PlanOperation} from '../model/operation.ts';

/** How the values of a request leave room for other tests: it begins at an hour of its own, and has enough for all. */
export const amongOthers = (
	api: ApiModel,
	operation: PlanOperation,
	seed: string,
): Pick<Uniqueness, 'laterHours' | 'roomOf'> => ({
	laterHours: laterHours(api.schemas, operation, seed),
	roomOf: name => roomOf(api, operation, name),
});

/** Names for how much there is of a record, or for how much of one is taken. */
const isAmount = (name: string): boolean => {
	const words = wordsOf(name);
	return words[0] === 'max' || amounts.test(words.at(-1) ?? '');
};
const amounts =
	/^(?:quantity|qty|seats?|copies|pieces|places|slots|spots|capacity|stock|tickets|units|limit|quota|inventory|allotment)$/;
/** How much of a record one request takes, where nobody takes of what it makes. */
const isTaken = (name: string): boolean =>
	/^(?:quantity|qty|seats?|copies|pieces|tickets|units)$/.test(wordsOf(name).at(-1) ?? '');

/** Sorts of records below each other in which there can be room: a venue, its ticket types, the tickets. */
const mostLevels = 3;

/**
 * How much room a number says there is in a record: 0 none; 1 for what others take of it, such as the copies of a book that
 * loans name, not the seats of a booking, which are taken of an event; 2 where what is taken has room for others itself.
 */
function roomOf(api: ApiModel, operation: PlanOperation, name: string): number {
	const kind = isAmount(name) ? api.kindMadeBy(operation) : undefined;
	if (kind === undefined) return 0;
	const takes = api
		.edgesOf(operation)
		.some(({producer}) => producer?.kind != null && amountsOf(api, producer.kind).length > 0);
	return takes || takersOf(api, kind).length === 0 ? 0 : levelsOf(api, kind, new Set());
}

/** What names a record of a kind when it is made. */
const takersOf = (api: ApiModel, kind: Kind): Kind[] =>
	api.edges.flatMap(({consumer, producer}) => {
		const made = producer?.kind === kind && consumer !== kind.creator ? api.kindMadeBy(consumer) : undefined;
		return made !== undefined && made.origin !== 'action' ? [made] : [];
	});

function amountsOf(api: ApiModel, {creator}: Kind): string[] {
	const body = creator?.endpoint.body;
	return body ? [...api.schemas.view(body.schema).properties.keys()].filter(isAmount) : [];
}

function levelsOf(api: ApiModel, kind: Kind, above: ReadonlySet<Kind>): number {
	if (above.has(kind) || above.size > mostLevels) return 0;
	const takers = takersOf(api, kind);
	const own = amountsOf(api, kind).some(name => takers.length > 0 || !isTaken(name)) ? 1 : 0;
	const below = takers.map(one => levelsOf(api, one, new Set([...above, kind])));
	return Math.min(mostLevels, own + Math.max(0, ...below));
}
