import type {PlanEndpoint as StoredEndpoint, PlanInput as StoredInput} from '../../store/plans/read-plan-input.ts';
import type {EdgeHint} from '../kinds/candidate.ts';
import {placeText} from '../kinds/places.ts';
import {carries} from './operation.ts';
import type {PlanAnswer, PlanBody, PlanEndpoint} from './plan-endpoint.ts';

/** An endpoint of the list as planning reads it: what was observed stands before what the document says. */
export function planEndpoint(stored: StoredEndpoint): PlanEndpoint {
	const {request, auth} = stored;
	const contentType = request.contentType ?? (request.sample === null ? null : 'application/json');
	const parameters = (['path', 'query', 'headers'] as const).flatMap(list =>
		request[list].map(({name, required, schema, description, example}) => {
			const asked = list === 'query' ? request.settledQuery?.[name] : undefined;
			return {
				in: list === 'headers' ? ('header' as const) : list,
				name,
				required: required || asked?.required === true,
				schema: asked ? {allOf: [asked.schema, schema]} : schema,
				...(typeof description === 'string' ? {description} : {}),
				// An example may be what was refused.
				...(example === undefined || asked ? {} : {example}),
			};
		}),
	);
	return {
		endpointId: stored.id,
		method: stored.method,
		path: stored.path,
		basePath: stored.callPrefix,
		before: request.settledBefore ?? [],
		...(request.settledOutcome ? {outcome: request.settledOutcome} : {}),
		family: stored.family,
		summary: stored.summary,
		description: stored.description,
		operationId: stored.operationId,
		tags: stored.tags,
		deprecated: stored.deprecated,
		protocol: stored.protocol,
		confirmed: stored.confirmed,
		unconfirmedReason: stored.unconfirmedReason,
		parameters,
		body:
			contentType === null
				? null
				: {
						contentType,
						required: stored.bodyRequired,
						schema: request.settledSchema ? {allOf: [request.body ?? {}, request.settledSchema]} : (request.body ?? {}),
						sample: request.sample,
						isGiven: stored.isSampleGiven,
						only: request.settledFields,
						values: request.settledValues as PlanBody['values'],
						...(request.isRefused === true && !stored.isSampleGiven ? {isRefused: true} : {}),
					},
		answers: answersOf(stored),
		links: stored.links,
		captures: stored.captures.map(({variable, from}) => ({
			variable,
			pointer: from.in === 'header' ? `header:${from.pointer}` : from.pointer,
		})),
		checks: stored.checks,
		secure: auth.required,
		carrier: carrierOf(auth),
		documentId: stored.sources.find(({documentId}) => documentId !== null)?.documentId ?? null,
	};
}

function carrierOf({authType, headerName, keyIn, scheme}: StoredEndpoint['auth']): PlanEndpoint['carrier'] {
	if (keyIn !== undefined || authType === 'basic token') return undefined;
	return headerName === undefined
		? {header: 'Authorization', prefix: `${scheme ?? 'Bearer'} `}
		: {header: headerName, prefix: ''};
}

/** The observed answer of a status takes the place of the documented one. */
function answersOf({answers, observed, wrong = []}: StoredEndpoint): PlanAnswer[] {
	const seen = new Map(observed.map(one => [one.status, one]));
	const documented = answers.map(({status, contentType, schema, headers, observed: isSeen}): PlanAnswer => {
		const own = seen.get(status);
		seen.delete(status);
		if (!own) return {status, contentType, schema, headers, observed: isSeen};
		// A record that was made and is not shown, only where it is.
		const isElsewhere = own.schema === null && own.contentType === null && carries(own, 'location');
		return {
			status,
			contentType: own.contentType ?? contentType,
			schema: isElsewhere ? null : (own.schema ?? schema),
			headers: carries({headers}, 'location') || !carries(own, 'location') ? headers : [...headers, {name: 'Location'}],
			observed: true,
			seen: own.headers,
			...(own.schema && schema ? {documented: schema} : {}),
			...(schema && wrong.includes(status) ? {wanted: schema} : {}),
		};
	});
	return [
		...documented,
		...[...seen.values()].map(
			({status, contentType, schema, headers}): PlanAnswer => ({
				status,
				contentType,
				schema,
				headers,
				observed: true,
			}),
		),
	];
}

/** Values that were seen in an answer and later in a request, as edges. */
export const travelledHints = ({travelled}: StoredInput): EdgeHint[] =>
	travelled.map(({from, to, score, reason}) => ({
		consumer: `${to.method} ${to.path}`,
		place: placeText(to.place),
		producer: `${from.method} ${from.path}`,
		pointer: from.pointer,
		score,
		reason,
	}));
