import type {Endpoint} from '../../contract/endpoint.ts';
import type {Answer, EndpointDetail} from '../domain/endpoint-detail.ts';
import {isObject} from '../../source/documents/document-value.ts';
import type {PackedEndpoint} from './pack-endpoint.ts';

/** What two sources may say of one endpoint. */
export type Told = Pick<PackedEndpoint, 'summary' | 'requestShape' | 'responseShape' | 'auth' | 'detail'>;

/**
 * One endpoint of two sources: the first is believed, the second fills in what it leaves open. Sources are read in the
 * order OpenAPI, Postman, HAR, text, so that the first of two is the one that counts.
 */
export function mergeTold(first: Told, second: Told): Told {
	const answers = mergeAnswers(first.detail.answers, second.detail.answers);
	const detail: EndpointDetail<string | null> = {
		...first.detail,
		operationId: first.detail.operationId ?? second.detail.operationId,
		description: first.detail.description ?? second.detail.description,
		tags: first.detail.tags.length > 0 ? first.detail.tags : second.detail.tags,
		bodyRequired: first.detail.bodies.length > 0 ? first.detail.bodyRequired : second.detail.bodyRequired,
		bodies: mergeBodies(first.detail.bodies, second.detail.bodies),
		answers,
		links: [...first.detail.links, ...second.detail.links],
		captures: [...first.detail.captures, ...second.detail.captures],
		checks: [...first.detail.checks, ...second.detail.checks],
		security: first.detail.security.length > 0 ? first.detail.security : second.detail.security,
		sources: [...first.detail.sources, ...second.detail.sources],
	};
	const statuses = answers.flatMap(({status}) => (/^\d+$/.test(status) ? [Number(status)] : []));
	return {
		summary: first.summary ?? second.summary,
		requestShape: mergeRequest(first.requestShape, second.requestShape),
		responseShape: {
			...first.responseShape,
			statuses: [...new Set([...first.responseShape.statuses, ...second.responseShape.statuses, ...statuses])].sort(
				(one, other) => one - other,
			),
			body: first.responseShape.body ?? second.responseShape.body,
		},
		auth: first.auth.required === null ? second.auth : first.auth,
		detail,
	};
}

function mergeRequest(first: Endpoint['requestShape'], second: Endpoint['requestShape']): Endpoint['requestShape'] {
	const isSpoken = first.body !== null || first.contentType !== null;
	return {
		...first,
		path: first.path.map((param, place) => withExample(param, second.path[place])),
		query: mergeParams(first.query, second.query),
		headers: mergeParams(first.headers, second.headers),
		contentType: isSpoken ? first.contentType : second.contentType,
		body: first.body ?? second.body,
		sample: first.sample ?? second.sample,
	};
}

type Param = Endpoint['requestShape']['path'][number];

function mergeParams(first: readonly Param[], second: readonly Param[]): Param[] {
	const byName = new Map(second.map(param => [param.name.toLowerCase(), param]));
	const known = new Set(first.map(({name}) => name.toLowerCase()));
	return [
		...first.map(param => withExample(param, byName.get(param.name.toLowerCase()))),
		// What a source was seen to send is not therefore required.
		...second.filter(({name}) => !known.has(name.toLowerCase())),
	];
}

function withExample(param: Param, other: Param | undefined): Param {
	if (other === undefined) return param;
	const schema = isObject(param.schema) && Object.keys(param.schema).length > 0 ? param.schema : other.schema;
	return {...other, ...param, schema};
}

function mergeBodies(first: EndpointDetail['bodies'], second: EndpointDetail['bodies']): EndpointDetail['bodies'] {
	const merged = first.map(body => {
		const other = second.find(({contentType}) => contentType === body.contentType);
		return other === undefined
			? body
			: {...body, schema: body.schema ?? other.schema, examples: joined(body.examples, other.examples)};
	});
	const isKnown = (contentType: string) => first.some(body => body.contentType === contentType);
	return [...merged, ...second.filter(({contentType}) => !isKnown(contentType))];
}

function mergeAnswers(
	first: ReadonlyArray<Answer<string | null>>,
	second: ReadonlyArray<Answer<string | null>>,
): Array<Answer<string | null>> {
	const merged = first.map(answer => {
		const other = second.find(({status}) => status === answer.status);
		if (other === undefined) return answer;
		return {
			...answer,
			description: answer.description ?? other.description,
			contentType: answer.contentType ?? other.contentType,
			schema: answer.schema ?? other.schema,
			examples: joined(answer.examples, other.examples),
			headers: answer.headers.length > 0 ? answer.headers : other.headers,
		};
	});
	return [...merged, ...second.filter(({status}) => !first.some(answer => answer.status === status))];
}

const mostExamples = 3;

const joined = (first: readonly unknown[], second: readonly unknown[]): unknown[] =>
	[...first, ...second].slice(0, mostExamples);
