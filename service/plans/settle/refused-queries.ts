import {hideSealed} from '../../domain/sealed-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {jsonOf} from '../learning/observe.ts';
import {refusedRequest} from '../learning/refused-request.ts';
import {asCalled, operationOf, type PlanOperation} from '../model/operation.ts';
import type {Recipe, Value} from '../recipe.ts';
import {leftOut} from './demand-words.ts';
import {demandsIn} from './demands.ts';
import type {RunCalls} from './unnamed-records.ts';

/** What the API asks of a parameter of a query, beside its document. */
export type AskedParameter = {
	/** Keywords of JSON Schema that its value has to keep. */
	schema: Readonly<Record<string, unknown>>;
	/** It has to be sent, although its document lets it be left out. */
	required: boolean;
};

/** A request that was refused because of its query, with what the API asks of the parameters. */
export type RefusedQuery = {
	operation: Recipe['endpoint'];
	parameters: Readonly<Record<string, AskedParameter>>;
	/** In the words of the API. */
	said: string;
};

/** Statuses that speak of what a query holds. */
const ofQuery: readonly number[] = [400, 422];

/** Requests that were answered "per_page must be between 1 and 50" although their document allows what was sent. */
export function refusedQueries({operations}: ApiModel, runs: readonly RunCalls[]): RefusedQuery[] {
	const found = new Map<PlanOperation, RefusedQuery>();
	for (const {recipe, calls} of runs) {
		const refused = refusedRequest(recipe, calls, status => ofQuery.includes(status));
		const operation = refused && operationOf(operations, refused.operation);
		// What its body is refused for is tried on the body.
		if (!refused || !operation || refused.step.call.body !== null) continue;
		const sent = refused.step.call.query;
		const known = operation.endpoint.parameters.filter(one => one.in === 'query').map(({name}) => name);
		const asked: Record<string, AskedParameter> = {};
		for (const [name, demand] of demandsIn(jsonOf(refused.call) ?? refused.call.responseBody, known))
			if (demand !== leftOut && known.includes(name) && !keeps(sent[name], demand))
				asked[name] = {schema: demand, required: !(name in sent)};
		if (Object.keys(asked).length === 0) continue;
		const before = found.get(operation)?.parameters ?? {};
		found.set(operation, {
			operation: asCalled(operation),
			parameters: {...before, ...asked},
			said: hideSealed(refused.words),
		});
	}
	return [...found.values()];
}

/** Whether a value is known to be as it is asked for: then something else was refused. */
function keeps(sent: Value | undefined, demand: Readonly<Record<string, unknown>>): boolean {
	if (sent === undefined) return false;
	if (sent.is !== 'literal' || Object.keys(demand).length === 0) return true;
	const {value} = sent;
	const {enum: options, minimum, maximum} = demand as {enum?: unknown[]; minimum?: number; maximum?: number};
	if (options !== undefined) return options.includes(value);
	if (typeof value !== 'number' || (minimum === undefined && maximum === undefined)) return false;
	return value >= (minimum ?? value) && value <= (maximum ?? value);
}
