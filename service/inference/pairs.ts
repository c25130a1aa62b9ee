import type {ApiOperation} from './api-operation.ts';
import {pointedRecordsIn} from './body-records.ts';
import {type Creation, withoutAction} from './creation-path.ts';
import {type DeleteNeeds, deleteNeeds} from './delete-needs.ts';
import {type DeleteEndpoint, type DeleteMatch, type DeleteTier, indexDeletes, rankDeletes} from './delete-rule.ts';
import {type HandleCandidate, type HandleSearch, handleCandidates, sureFrom} from './handle-candidates.ts';
import {isObject} from './json-value.ts';
import {fixedSegments, parametersOf, segmentsOf} from './path-template.ts';
import {schemaSample} from './schema-sample.ts';
import {isRemovingWord, kindOf} from './word-form.ts';

/** A DELETE that may take away what an operation creates. */
type PairChoice<Operation extends ApiOperation = ApiOperation> = {
	deletion: Operation;
	tier: DeleteTier;
	/** From 0 to 1: from 0.8 on it is used silently, from 0.5 on as a guess. */
	score: number;
	/** Why, in plain words. */
	reason: string;
};

/** An operation that creates, and the DELETE of what it creates. */
type Pair<Operation extends ApiOperation = ApiOperation> = PairChoice<Operation> & {
	creator: Operation;
	/** Where the value for the last parameter of the DELETE stands; null: nothing fits, or the path itself names it. */
	handle: Pick<HandleCandidate, 'pointer' | 'score' | 'reason'> | null;
	/** Every field that was considered for it, best first. */
	handles: Array<Pick<HandleCandidate, 'pointer' | 'score' | 'reason'>>;
	/** What the DELETE needs beyond its path. */
	needs: DeleteNeeds;
	/** Other DELETEs that fit less well, best first. */
	alternatives: Array<PairChoice<Operation>>;
};

/**
 * Pairs the operations of an API that create with the DELETE of what they create. Operations without a pair are left
 * out: they create nothing, or nothing deletes it.
 *
 * @param operations every operation of the API; the more they say of their shapes, the surer the pairs
 */
export function pairsOf<Operation extends ApiOperation>(operations: readonly Operation[]): Array<Pair<Operation>> {
	const find = pairing(operations);
	return operations.flatMap(creator => find(creator) ?? []);
}

/** The same for single operations of an API. Null: the operation creates nothing, or nothing deletes it. */
export function pairing<Operation extends ApiOperation>(
	operations: readonly Operation[],
): (creator: Operation) => Pair<Operation> | null {
	const deletions = operations.filter(({method}) => method === 'DELETE');
	const index = indexDeletes(
		deletions.map(operation => ({
			endpointId: null,
			path: operation.path,
			basePath: operation.basePath ?? '',
			operation,
		})),
		operations,
	);
	const read = new Set(operations.flatMap(({method, path}) => (method === 'GET' ? [path] : [])));
	const posted = new Set(operations.flatMap(({method, path}) => (method === 'POST' ? [path] : [])));
	return creator => {
		if (!mayBeCreator(creator, posted)) return null;
		const creation = {...creationOf(creator), isReadable: read.has(creator.path)};
		const [best, ...others] = rankDeletes(creation, index);
		return best ? pairOf(creator, creation, best, others) : null;
	};
}

/** Whether an operation may create: a POST that takes nothing away, or a PUT that is not the update of what a POST makes. */
const mayBeCreator = ({method, path}: ApiOperation, posted: ReadonlySet<string>) =>
	method === 'POST' ? !isRemovingWord(segmentsOf(path).at(-1) ?? '') : method === 'PUT' && !posted.has(path);

/** An operation of a document as a request that may have created a record. */
export function creationOf({method, path, summary, requestShape, responseShape}: ApiOperation): Creation {
	const segments = segmentsOf(path);
	return {
		method,
		segments,
		template: segments,
		request: schemaSample(requestShape?.body, 'readOnly'),
		response: schemaSample(responseShape?.body),
		query: new Set((requestShape?.query ?? []).map(({name}) => name)),
		statuses: (responseShape?.statuses ?? []).filter(status => status < 300),
		summary: summary ?? null,
	};
}

function pairOf<Operation extends ApiOperation>(
	creator: Operation,
	creation: Creation,
	best: DeleteMatch<DeleteEndpoint & {operation: Operation}>,
	others: ReadonlyArray<DeleteMatch<DeleteEndpoint & {operation: Operation}>>,
): Pair<Operation> {
	const choice = ({endpoint, tier, score, reason}: typeof best): PairChoice<Operation> => ({
		deletion: endpoint.operation,
		tier,
		score,
		reason,
	});
	const handles = documentHandles(creation, best).map(({pointer, score, reason}) => ({pointer, score, reason}));
	return {
		...choice(best),
		creator,
		handle: handles[0] ?? null,
		handles,
		needs: deleteNeeds(best, creation),
		alternatives: others.filter(({score}) => score >= 0.5).map(choice),
	};
}

/** Where the shapes of an operation hold the value for the last parameter of its DELETE. */
function documentHandles(creation: Creation, {open, kinds, entry, values}: DeleteMatch): HandleCandidate[] {
	const parameter = open.at(-1);
	if (parameter === undefined) return [];
	const kind = kinds.get(parameter) ?? '';
	const names = new Set([kind, kindOf(fixedSegments(withoutAction(creation.segments)).at(-1) ?? '')].filter(Boolean));
	const [record = null] = pointedRecordsIn(creation.response, names);
	const sent = pointedRecordsIn(creation.request, names)[0]?.record;
	const search: HandleSearch = {
		parameter,
		kind,
		record,
		request: sent ?? (isObject(creation.request) ? creation.request : {}),
		query: Object.fromEntries([...(creation.query ?? [])].map(name => [name, name])),
		taken: new Set(values.values()),
		type: parameterType(entry.operation, parameter),
	};
	const found = handleCandidates(search);
	if (creation.response !== undefined || found.some(({score}) => score >= sureFrom)) return found;
	// An answer that nobody describes is taken for what a read of the record answers.
	const [read] = pointedRecordsIn(entry.sample(), names);
	return read ? handleCandidates({...search, record: {...read, pointer: '$'}}) : found;
}

/** The type that a document gives a parameter of the path; null: it says none. */
export function parameterType(operation: ApiOperation | null, parameter: string): string | null {
	const schema = operation?.requestShape?.path?.find(({name}) => name === parameter)?.schema;
	return isObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : null;
}

/**
 * The kind of record that each creating path is about, in the singular; with the kind of its parent in front where two
 * paths share the word: `/products/{id}/reviews` and `/users/{id}/reviews` → `product_review`, `user_review`.
 *
 * @param paths templates of creating operations
 */
export function kindNames(paths: readonly string[]): Map<string, string> {
	const words = new Map(
		paths.map(path => [
			path,
			fixedSegments(withoutAction(segmentsOf(path)))
				.map(kindOf)
				.filter(Boolean),
		]),
	);
	const count = new Map<string, number>();
	for (const [, kinds] of words) count.set(kinds.at(-1) ?? '', (count.get(kinds.at(-1) ?? '') ?? 0) + 1);
	return new Map(
		[...words].map(([path, kinds]) => {
			const own = kinds.at(-1) ?? '';
			const isShared =
				(count.get(own) ?? 0) > 1 &&
				kinds.length > 1 &&
				parametersOf({segments: segmentsOf(path), query: []}).length > 0;
			return [path, isShared ? `${kinds.at(-2)}_${own}` : own];
		}),
	);
}
